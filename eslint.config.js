import tseslint from 'typescript-eslint';

const casts = ['Authorized', 'Running'];

/** A boolean parameter hides at the call what it switches; an options object names it. */
const booleanParameters = {
  selector:
    ':matches(FunctionDeclaration, FunctionExpression, ArrowFunctionExpression, TSMethodSignature, TSFunctionType, TSDeclareFunction) > Identifier.params[typeAnnotation.typeAnnotation.type="TSBooleanKeyword"]',
  message: 'No boolean parameters: use an options object that names the choice.',
};

const zodByName = {
  selector: 'ImportDeclaration[source.value="zod"] > ImportSpecifier',
  message: "Write import * as z from 'zod': the named form costs ten times the start-up.",
};

const defaultExport = {
  selector: 'ExportDefaultDeclaration',
  message: 'Export by name: a file is its one exported idea.',
};

const reExportAll = { selector: 'ExportAllDeclaration', message: 'No barrels: import from the file that has it.' };

const everywhere = [booleanParameters, zodByName, defaultExport, reExportAll];

/** The brands are made in one place each; a cast anywhere else would forge the right to act. */
const forging = casts.map((name) => ({
  selector: `TSAsExpression TSTypeReference[typeName.name="${name}"]`,
  message: `${name} values are made in one place only.`,
}));

const effectsInCore = [
  { selector: 'MemberExpression[object.name="Date"][property.name="now"]', message: 'The core has no clock.' },
  { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: 'The core has no clock.' },
  { selector: 'MemberExpression[object.name="Math"][property.name="random"]', message: 'The core has no randomness.' },
];

export default tseslint.config(
  { ignores: ['dist/**', 'node_modules/**', '.cache/**', 'coverage/**', '**/*.cjs', '**/*.mjs', '**/*.js'] },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'max-lines': ['error', { max: 300 }],
      'max-depth': ['error', 3],
      'max-params': ['error', 3],
      eqeqeq: 'error',
      'no-console': 'error',
      'no-restricted-syntax': ['error', ...everywhere, ...forging],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // An interface closed over others by name carries meaning even when it adds nothing.
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
    },
  },
  { files: ['src/**'], rules: { 'max-lines-per-function': ['error', { max: 40 }] } },
  {
    files: ['src/core/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        'process',
        'console',
        'Buffer',
        'setTimeout',
        'setInterval',
        'performance',
        'crypto',
      ],
      'no-restricted-syntax': ['error', ...everywhere, ...forging, ...effectsInCore],
    },
  },
  {
    files: [
      'src/core/plan/authorize.ts',
      'src/core/plan/authorize-state.ts',
      'src/core/plan/step-actions.ts',
      'src/core/plan/undo-actions.ts',
      'src/core/plan/reset-actions.ts',
      'src/core/plan/introduction-actions.ts',
      'src/core/plan/authorize-disk.ts',
      'src/core/plan/stop-of-stray.ts',
    ],
    rules: { 'no-restricted-syntax': ['error', ...everywhere, ...effectsInCore] },
  },
  {
    files: ['src/engine/with-running.ts', 'src/engine/steps/with-running.ts'],
    rules: { 'no-restricted-syntax': ['error', ...everywhere] },
  },
  {
    // Tests of single effects forge the right to act, because the flow that grants it is not what they test.
    files: ['test/**'],
    // Rows of a table arrive as parameters.
    rules: {
      'no-restricted-syntax': ['error', ...everywhere],
      '@typescript-eslint/no-non-null-assertion': 'off',
      'max-params': 'off',
    },
  },
  { files: ['*.config.ts'], rules: { 'no-restricted-syntax': 'off' } },
);
