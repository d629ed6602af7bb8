import { Text, render } from './ink.ts';

export function openLiveView(stdout: NodeJS.WriteStream): void {
  render(<Text>…</Text>, { stdout });
}
