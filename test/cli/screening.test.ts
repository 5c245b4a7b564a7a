import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeEach, expect, test } from 'vitest';

import type { ScreeningMatch } from '../../shared/ipc/review/screening.ts';
import { sdnCsv, altCsv, unXml } from '../support/lists/list-files.ts';
import { runCommand } from '../support/programs/cli.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';

let folder = '';

beforeEach(() => {
  folder = tempFolder();
});

const nostro = (...args: string[]) => runCommand(['--data-dir', folder, 'screening', ...args]);
const linesOf = (out: string): Record<string, unknown>[] =>
  out
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

test('lists are stored, the desk’s names are screened, and a match is decided with a name and a reason', async () => {
  const call = async <T>(operation: string): Promise<T> =>
    (await runCommand(['--data-dir', folder, 'call', operation])).json<T>();
  const {
    beneficiaries: { data: beneficiaries },
  } = await call<{ beneficiaries: { data: { entityId: string; name: string }[] } }>(
    'getAllBeneficiaries',
  );
  const { accounts } = await call<{ accounts: { accountId: string }[] }>('getAllAccounts');
  const [one] = beneficiaries;
  const payee = one?.name ?? '';
  const from = accounts[0]?.accountId ?? '';
  const pay = (reference: string) => {
    const { entityId: beneficiaryId = '' } = one ?? {};
    const order = {
      accountNumber: from,
      beneficiaryId,
      amount: '1.00',
      currency: 'USD',
      reference,
    };
    return runCommand(['--data-dir', folder, 'pay', '--input', JSON.stringify(order)]);
  };
  const listed = unXml.replace('QORVAN RELIEF TRUST', payee.toUpperCase());

  const added = await nostro(
    'add',
    file('un.xml', listed),
    file('alt.csv', altCsv),
    file('sdn.csv', sdnCsv),
    file('notes.txt', 'nothing'),
  );
  expect(added.code).toBe(1);
  expect(linesOf(added.out)).toEqual([
    expect.objectContaining({ state: 'stored', key: 'un', edition: '2026-10-06', entries: 2 }),
    expect.objectContaining({
      state: 'stored',
      key: 'ofac-sdn',
      edition: null,
      entries: 3,
      people: 1,
    }),
    expect.objectContaining({ state: 'refused', name: 'notes.txt' }),
  ]);
  expect(linesOf((await nostro('lists')).out).map(({ key }) => key)).toEqual(['ofac-sdn', 'un']);

  const held = await pay('INV-1');
  expect([held.code, held.error().code]).toEqual([1, 'confirmation.required']);
  expect(held.error().message).toContain('Decide under Screening whether it is the same.');

  const lines = [
    'account,payee id,amount,currency,reference',
    `${from},${one?.entityId ?? ''},2.00,USD,RUN-1`,
  ];
  const run = await runCommand([
    ...['--data-dir', folder, 'pay', '--file', file('run.csv', lines.join('\n'))],
  ]);
  expect([run.code, run.out]).toEqual([1, expect.stringContaining('Decide under Screening')]);
  expect(run.json()).toMatchObject({ counts: { invalid: 1, accepted: 0, unknown: 0 } });

  const checked = await nostro('check');
  const [match, ...rest] = linesOf(checked.out);
  const found = match as unknown as ScreeningMatch;
  expect(checked.code).toBe(1);
  expect(found).toMatchObject({ name: payee, state: 'open', score: 100, entryId: 'TLe.002' });
  expect(rest.at(-1)).toMatchObject({ open: 1, held: 0 });

  const about = [
    '--match',
    found.matchId,
    '--by',
    'Ines Frei',
    '--reason',
    'Another register number',
  ];
  const decided = await nostro('decide', ...about, '--as', 'other');
  expect([decided.code, decided.json<ScreeningMatch>()]).toEqual([
    0,
    expect.objectContaining({
      state: 'other',
      decision: expect.objectContaining({
        by: 'Ines Frei',
        reason: 'Another register number',
      }) as unknown,
    }),
  ]);
  expect((await nostro('check')).code).toBe(0);
  expect((await pay('INV-1')).code).toBe(0);

  const typed = await nostro('check', '--name', 'Oleg Terenkoff', '--born', '1984');
  expect([typed.code, linesOf(typed.out)[0]]).toEqual([
    1,
    expect.objectContaining({
      listedName: 'Oleg TERENKOFF',
      reason: 'the same name; born 1961 or 1962 by the list, 1984 here',
    }),
  ]);
  expect((await nostro('check', '--name', 'Somebody Unknown')).code).toBe(0);

  expect((await nostro('remove', '--list', 'un')).json()).toEqual({ removed: true, key: 'un' });
  expect(linesOf((await nostro('lists')).out)).toHaveLength(1);
}, 240_000);

test.each([
  [[], 'screening needs one of lists, add, remove, check, decide'],
  [['sort'], 'must be one of lists, add, remove, check, decide'],
  [['add'], 'add needs a file'],
  [['lists', 'un.xml'], 'lists takes options only'],
  [['lists', '--name', 'x'], 'lists takes no --name'],
  [['remove'], '--list is missing'],
  [['check', '--score', '90'], 'check without --name takes no option'],
  [['check', '--name', 'x', '--born', '84'], '--born is a year'],
  [['decide', '--match', 'x'], '--as is missing'],
] as const)('%j is wrong use', async (args, words) => {
  const run = await nostro(...args);
  expect([run.code, run.error().message]).toEqual([2, expect.stringContaining(words)]);
});
