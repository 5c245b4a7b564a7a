import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import ts from 'typescript';
import { expect, test } from 'vitest';

import * as host from '../../tools/host/electron.ts';
import { isolatedWorld } from '../../tools/host/page/isolated-world.ts';

const root = resolve(import.meta.dirname, '../..');
type Use = { file: string; name: string; members: string[] };

/** What a source takes from 'electron' at run time, and which members of it are named. */
function usesIn(file: string): Use[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(resolve(root, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const names = source.statements.flatMap((statement) => {
    if (
      !ts.isImportDeclaration(statement) ||
      statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
    )
      return [];
    if (statement.moduleSpecifier.getText() !== "'electron'") return [];
    const bindings = statement.importClause?.namedBindings;
    if (!bindings || !ts.isNamedImports(bindings)) throw new Error(`${file}: import names only`);
    return bindings.elements.filter((one) => !one.isTypeOnly).map((one) => one.name.text);
  });
  return names.map((name) => ({ file, name, members: membersOf(source, name) }));
}

function membersOf(source: ts.SourceFile, name: string): string[] {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    const isMember = ts.isPropertyAccessExpression(node) && node.expression.getText() === name;
    if (isMember) found.add(node.name.text);
    node.forEachChild(visit);
  };
  visit(source);
  return [...found];
}

const files = globSync('electron/**/*.ts', { cwd: root });
const inMain = files.filter((file) => !file.endsWith('preload.ts')).flatMap(usesIn);

test('the program uses Electron in some places', () => {
  expect(inMain.length).toBeGreaterThan(8);
});

test.each(inMain)('the host has $name, which $file uses, with $members', ({ name, members }) => {
  expect(host).toHaveProperty(name);
  const part = host[name as keyof typeof host] as object;
  for (const member of members) expect(member in part, `${name}.${member}`).toBe(true);
});

test('the host has nothing that the program does not use', () => {
  expect(Object.keys(host).sort()).toEqual([...new Set(inMain.map(({ name }) => name))].sort());
});

test('the preload uses only what the isolated world is given', () => {
  const uses = usesIn('electron/preload.ts');
  const given = isolatedWorld.toString();
  expect(uses.map(({ name }) => name).sort()).toEqual(['contextBridge', 'ipcRenderer']);
  for (const member of uses.flatMap(({ members }) => members))
    expect(given).toMatch(new RegExp(`\\b${member}:`));
});
