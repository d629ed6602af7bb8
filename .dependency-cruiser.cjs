/** Which folder may import which; the direction is the architecture. */
const may = {
  core: [],
  ports: ['core'],
  engine: ['ports', 'core'],
  qemu: ['ports', 'core'],
  host: ['ports', 'core'],
  ui: ['core'],
  cli: ['engine', 'ui', 'ports', 'core'],
};

const directions = Object.entries(may).map(([folder, targets]) => ({
  name: `${folder}-imports`,
  severity: 'error',
  comment: `${folder} imports only itself${targets.map((target) => `, ${target}`).join('')}`,
  from: { path: `^src/${folder}/`, pathNot: '^src/cli/compose\\.ts$' },
  to: { path: '^src/', pathNot: `^src/(${[folder, ...targets].join('|')})/` },
}));

/** A package with a cost or a trap stands behind one file of ours. */
const onePlace = Object.entries({
  execa: '^src/host/run-program\\.ts$',
  'proper-lockfile': '^src/host/waiting-room\\.ts$',
  ink: '^src/ui/tui/ink\\.ts$',
  commander: '^src/cli/program\\.ts$',
}).map(([name, place]) => ({
  name: `${name}-in-one-place`,
  severity: 'error',
  from: { path: '^src/', pathNot: place },
  to: { path: `^node_modules/${name}/` },
}));

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    ...directions,
    ...onePlace,
    {
      name: 'core-packages',
      severity: 'error',
      comment: 'the core knows three packages and nothing of node',
      from: { path: '^src/core/' },
      to: { pathNot: '^(src/core/|qemu/.*\\.json$|node_modules/(zod|yaml|fast-json-stable-stringify)/)' },
    },
    {
      name: 'main-imports-cli',
      severity: 'error',
      from: { path: '^src/[^/]+\\.ts$' },
      to: { path: '^src/', pathNot: '^src/(cli/|[^/]+\\.ts$)' },
    },
    {
      name: 'compose-alone-builds',
      severity: 'error',
      from: { path: '^src/cli/', pathNot: '^src/cli/compose\\.ts$' },
      to: { path: '^src/(host|qemu)/' },
    },
    { name: 'not-to-test', severity: 'error', from: { path: '^src/' }, to: { path: '^test/' } },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(react-devtools-core|\\./tui\\.mjs)$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};
