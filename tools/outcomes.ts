import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

import {
  API,
  type Checker,
  type Program,
  type Project,
  type Type,
} from '@typescript/native/unstable/sync';
import type { Expression, Node, SourceFile } from '@typescript/native/unstable/ast';
import {
  isAwaitExpression,
  isCallExpression,
  isExpressionStatement,
  isIdentifier,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isVoidExpression,
} from '@typescript/native/unstable/ast/is';
import { svelte2tsx } from 'svelte2tsx';

const root = resolve(import.meta.dirname, '..');
/** The ending of a component's translation to TypeScript; such a file is never on the disk. */
const translatedEnd = '.svelte.tsx';

/** Texts by path that replace what is on the disk. */
type Texts = Readonly<Record<string, string>>;

/**
 * Lists the calls that answer with an Outcome and are a statement of their own, a line for each place: the failure would be lost. The
 * linter has no such rule. `projects` are paths of tsconfig files.
 */
export function droppedOutcomes(projects: readonly string[], texts: Texts = {}): string[] {
  const textOf = (name: string): string | undefined =>
    texts[name] ?? (name.endsWith(translatedEnd) ? translated(name, texts) : undefined);
  const isThere = (name: string): boolean | undefined => {
    if (name in texts) return true;
    if (!name.endsWith(translatedEnd)) return undefined;
    const component = name.replace(/\.tsx$/, '');
    return component in texts || existsSync(component);
  };
  const api = new API({ cwd: root, fs: { readFile: textOf, fileExists: isThere } });
  try {
    const snapshot = api.updateSnapshot({ openProjects: [...projects] });
    return snapshot.getProjects().flatMap(complaintsIn);
  } finally {
    api.close();
  }
}

function translated(name: string, texts: Texts): string {
  const filename = name.replace(/\.tsx$/, '');
  const options = { filename, isTsFile: true, mode: 'ts', version: '5' } as const;
  return svelte2tsx(texts[filename] ?? readFileSync(filename, 'utf8'), options).code;
}

function complaintsIn({ program, checker }: Project): string[] {
  return ownFilesOf(program).flatMap((file) => {
    const dropped = droppedIn(file);
    const types = checker.getTypeAtLocation(dropped);
    return dropped
      .filter((_value, at) => isOutcome(checker, types[at]))
      .map((value) => complaint(file, value));
  });
}

const ownFilesOf = (program: Program): SourceFile[] =>
  program
    .getSourceFileNames()
    .filter((name) => !/node_modules|\.d\.ts$/.test(name))
    .flatMap((name) => program.getSourceFile(name) ?? []);

/** The calls in a file that are statements of their own, awaited or not. */
function droppedIn(file: SourceFile): Expression[] {
  const found: Expression[] = [];
  const visit = (node: Node): void => {
    const value = isExpressionStatement(node) ? valueOf(node.expression) : null;
    if (value) found.push(value);
    node.forEachChild(visit);
  };
  file.forEachChild(visit);
  return found;
}

/** The functions of the test runner. None answers with an Outcome, and the types of their calls take long to resolve. */
const ofTestRunner = /^(?:describe|test|expect|vi|(?:before|after)(?:Each|All))\b/;

/** The awaited or the plain call; null for any other statement, and for a call of the test runner. */
function valueOf(expression: Expression): Expression | null {
  if (isVoidExpression(expression) || isParenthesizedExpression(expression))
    return valueOf(expression.expression);
  const inner = isAwaitExpression(expression) ? expression.expression : expression;
  return isCallExpression(inner) && !ofTestRunner.test(calledName(inner)) ? expression : null;
}

/** The first name of a chain of calls: `expect` in `expect(a).toBe(b)`. */
function calledName(expression: Expression): string {
  if (isCallExpression(expression) || isPropertyAccessExpression(expression))
    return calledName(expression.expression);
  return isIdentifier(expression) ? expression.text : '';
}

function isOutcome(checker: Checker, type: Type | undefined): boolean {
  if (type?.isTypeReference() && type.getSymbol()?.name === 'Promise')
    return isOutcome(checker, checker.getTypeArguments(type)[0]);
  if (!type?.isUnionType()) return false;
  const has = (name: string) => (member: Type) =>
    checker.getPropertyOfType(member, name) !== undefined;
  const members = type.getTypes();
  return members.every(has('ok')) && members.some(has('error'));
}

/** A component's own lines are not those of its translation: there the place is its text. */
function complaint({ fileName, text }: SourceFile, { pos, end }: Expression): string {
  const words = text.slice(pos, end).trim().split('\n', 1)[0] ?? '';
  const line = String(text.slice(0, end).split('\n').length);
  const place = fileName.endsWith(translatedEnd)
    ? fileName.replace(/\.tsx$/, '')
    : `${fileName}:${line}`;
  return `${relative(root, place)}  This Outcome is dropped: read its \`ok\`, or return it.  ${words}`;
}

/** The window, its components among its files. */
const windowProject = join(root, 'renderer/tsconfig.components.json');
const windowConfig = (): string =>
  JSON.stringify({
    extends: './tsconfig.json',
    compilerOptions: { jsx: 'preserve' },
    include: [],
    files: globSync('**/*.{ts,svelte}', { cwd: join(root, 'renderer') }).map((name) =>
      name.replace(/\.svelte$/, translatedEnd),
    ),
  });

if (import.meta.main) {
  const projects = [join(root, 'test/tsconfig.json'), windowProject];
  const complaints = droppedOutcomes(projects, { [windowProject]: windowConfig() });
  for (const line of complaints) console.error(line);
  process.exitCode = complaints.length > 0 ? 1 : 0;
}
