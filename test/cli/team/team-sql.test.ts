import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import {
  schemaVersion,
  teamSchema,
} from '../../../electron/engines/team-record/postgres/schema.ts';
import { expectError } from '../../support/programs/command-line.ts';
import { runCommand } from '../../support/programs/cli.ts';
import { tempFolder } from '../../support/setup/temp-folder.ts';

/** The command over a data folder that does not exist. */
function scene() {
  const folder = tempFolder();
  const file = join(folder, 'team.sql');
  const data = join(folder, 'data');
  const team = (...args: string[]) => runCommand(['--data-dir', data, 'team', ...args]);
  return { folder, file, data, team };
}

test('the SQL is printed as one line of JSON; no data folder is made', async () => {
  const { data, team } = scene();
  const run = await team('sql');
  expect([run.code, run.err]).toEqual([0, '']);
  expect(run.out.trimEnd()).not.toContain('\n');
  expect(run.json()).toEqual({ sql: teamSchema });
  expect(teamSchema).toContain(
    `INSERT INTO version (version, oldest) VALUES (${schemaVersion}, 1)`,
  );
  expect(existsSync(data)).toBe(false);
});

test('the SQL is written to a file, which is replaced only on request', async () => {
  const { folder, file, team } = scene();
  expect((await team('sql', '--out', file)).json()).toEqual({ file });
  expect(readFileSync(file, 'utf8')).toBe(teamSchema);
  writeFileSync(file, 'mine');
  const refused = await team('sql', '--out', file);
  expectError(refused, 1, 'file.unwritable', `${file} already exists. It was not changed.`);
  expect(readFileSync(file, 'utf8')).toBe('mine');
  expect((await team('sql', '--out', file, '--replace')).json()).toEqual({ file });
  expect(readFileSync(file, 'utf8')).toBe(teamSchema);
  expect(readdirSync(folder)).toEqual(['team.sql']);
});

test.each([
  [[]],
  [['jump']],
  [['toString']],
  [['sql', 'more']],
  [['sql', '--replace']],
  [['sql', '--out', '']],
  [['sql', '--out', 'a', '--out', 'b']],
])('wrong use: team %j', async (args) => {
  const { team } = scene();
  const run = await team(...args);
  expect([run.code, run.out]).toEqual([2, '']);
  expect(run.error().message).toContain('Usage: nostro team found');
});
