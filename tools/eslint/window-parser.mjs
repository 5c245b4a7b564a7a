import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import svelte from 'eslint-plugin-svelte';
import typescript from 'typescript';
import ts from 'typescript-eslint';

/**
 * The window's components and runes, linted with the types of one program.
 *
 * The parser of Svelte hands TypeScript another text than the one on the disk. Asked file by file, as typescript-eslint
 * does by itself, every such file means a new program, which infers every type of the contract anew: most of the time that
 * linting took. Here one program has all those texts from the beginning. A text that is not the program's, in an editor
 * or behind a fix, goes the ordinary way.
 */
const project = resolve(import.meta.dirname, '../../renderer/tsconfig.json');
const isTranslated = /\.svelte(\.ts)?$/;
const svelteParser = svelte.configs.base
  .map(({ languageOptions }) => languageOptions?.parser)
  .find((parser) => parser !== undefined);

let program;

/** For `parserOptions.parser` of the Svelte parser. */
export const windowParser = {
  meta: { name: 'window-parser', version: '1' },
  parseForESLint(code, options) {
    program ??= programOf(options);
    const isItsText = program.getSourceFile(options.filePath)?.text === code;
    return ts.parser.parseForESLint(
      code,
      isItsText ? { ...options, projectService: false, programs: [program] } : options,
    );
  },
};

function programOf(options) {
  const { fileNames, options: compilerOptions } = typescript.getParsedCommandLineOfConfigFile(
    project,
    { allowNonTsExtensions: true },
    { ...typescript.sys, onUnRecoverableConfigFileDiagnostic: fail },
    undefined,
    undefined,
    [{ extension: '.svelte', isMixedContent: true, scriptKind: typescript.ScriptKind.Deferred }],
  );
  const host = typescript.createCompilerHost(compilerOptions, true);
  const { getSourceFile } = host;
  host.getSourceFile = (name, version, ...rest) =>
    isTranslated.test(name)
      ? typescript.createSourceFile(
          name,
          translated(name, options),
          version,
          true,
          typescript.ScriptKind.TS,
        )
      : getSourceFile(name, version, ...rest);
  return typescript.createProgram(fileNames, compilerOptions, host);
}

/** The text that the parser of Svelte hands on: what it asks its own parser to read last. */
function translated(filePath, options) {
  const code = readFileSync(filePath, 'utf8');
  let text = code;
  const listener = {
    ...ts.parser,
    parseForESLint(asked, its) {
      text = asked;
      return ts.parser.parseForESLint(asked, { ...its, projectService: false });
    },
  };
  svelteParser.parseForESLint(code, { ...options, filePath, parser: listener });
  return text;
}

function fail(diagnostic) {
  throw new Error(typescript.flattenDiagnosticMessageText(diagnostic.messageText, '\n'));
}
