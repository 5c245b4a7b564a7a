import svelte from 'eslint-plugin-svelte';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import * as parser from '@typescript-eslint/parser';

const noTry = {
  selector: 'TryStatement',
  message: 'A failure is an Outcome; the window catches nothing.',
};
const staticStyle = {
  selector: "SvelteAttribute[key.name='style'][value.length=1] > SvelteLiteral",
  message: 'A static style attribute violates the CSP: use a class or a style: directive.',
};

/** The components' markup, without types: everything else is the faster linter's (.oxlintrc.json). */
export default defineConfig(
  globalIgnores(['out/', 'dist/', 'node_modules/', '**/*.mjs', '**/*.js', '*.config.ts']),
  ...svelte.configs.recommended,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      globals: globals.browser,
      parserOptions: { parser, extraFileExtensions: ['.svelte'] },
    },
    rules: {
      // The faster linter knows these too, and what TypeScript declares.
      'no-undef': 'off',
      'no-unused-vars': 'off',
      // Answers are replaced, never mutated: state is $state.raw here.
      'svelte/prefer-svelte-reactivity': 'off',
      'svelte/no-at-html-tags': 'error',
      'svelte/require-each-key': 'error',
      'svelte/button-has-type': 'error',
      'no-restricted-syntax': ['error', noTry, staticStyle],
    },
  },
);
