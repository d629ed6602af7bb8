// The only place that imports ink: everything that draws goes through here.
export { Box, Text, render } from 'ink';
