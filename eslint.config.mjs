import svelte from 'eslint-plugin-svelte';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';

import outcomeMustBeUsed from './tools/eslint/outcome-must-be-used.mjs';
import { windowParser } from './tools/eslint/window-parser.mjs';

const namedExports = { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' };
const noTry = {
  selector: 'TryStatement',
  message:
    'A failure is an Outcome or a DeskFault; catch only at the borders listed in eslint.config.mjs.',
};
const staticStyle = {
  selector: "SvelteAttribute[key.name='style'][value.length=1] > SvelteLiteral",
  message: 'A static style attribute violates the CSP: use a class or a style: directive.',
};

/** A named import of what a runtime lacks ends the whole program there. */
const notEverywhere = {
  name: 'node:crypto',
  importNames: ['argon2', 'argon2Sync'],
  message: 'Electron has no argon2, nor has Node 22.',
};

/** Where exceptions of others become outcomes of ours. */
const borders = [
  'electron/bank/**',
  'electron/vault/**',
  'electron/store/**',
  'electron/ipc/router.ts',
  'electron/export/**',
  'electron/profile/**',
  'electron/cli/**',
  'electron/cli.ts',
  'electron/log.ts',
  'electron/durable.ts',
  'electron/app/**',
  'electron/main.ts',
  'sandbox/**',
  'tools/**',
  'test/**',
];

export default defineConfig(
  globalIgnores(['out/', 'dist/', 'node_modules/', '**/*.mjs', '*.config.ts', 'svelte.config.js']),
  ...ts.configs.strictTypeChecked,
  ...ts.configs.stylisticTypeChecked,
  ...svelte.configs.recommended,
  {
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
      },
    },
  },
  {
    plugins: { desk: { rules: { 'outcome-must-be-used': outcomeMustBeUsed } } },
    rules: {
      'desk/outcome-must-be-used': 'error',
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      eqeqeq: 'error',
      'no-console': 'error',
      'no-restricted-syntax': ['error', namedExports, noTry],
    },
  },
  {
    files: ['electron/**', 'shared/**', 'sandbox/**'],
    rules: { 'no-restricted-imports': ['error', notEverywhere] },
  },
  { files: borders, rules: { 'no-restricted-syntax': ['error', namedExports] } },
  {
    files: ['tools/**', 'test/**'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['test/**'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      // A test names the shape it expects of an answer.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      globals: globals.browser,
      parserOptions: { parser: windowParser, extraFileExtensions: ['.svelte'] },
    },
    rules: {
      // svelte-check knows the types of imported components; typescript-eslint sees them as any.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      // Answers are replaced, never mutated: state is $state.raw here.
      'svelte/prefer-svelte-reactivity': 'off',
      'svelte/no-at-html-tags': 'error',
      'svelte/require-each-key': 'error',
      'svelte/button-has-type': 'error',
      'svelte/no-unused-props': 'error',
      'no-restricted-syntax': ['error', noTry, staticStyle],
    },
  },
);
