import { describe, expect, test } from 'vitest';

import { troublesOf } from '../../electron/desk/open-bank/team-troubles.ts';
import type { ExceptionParts } from '../../electron/nouns/exceptions/sources/exception.ts';
import { teamTroubles } from '../../electron/nouns/exceptions/sources/team.ts';
import type { OpenTeam } from '../../electron/nouns/people/open-team.ts';
import type { JsonObject } from '../../electron/engines/acts/act.ts';
import { readStored } from '../../electron/engines/acts/read-act.ts';
import { claimNamed } from '../../electron/engines/team-record/claim-table.ts';
import { addAct } from '../../electron/engines/team-record/record-copy.ts';
import { openJournal } from '../../electron/engines/store/opening/journal.ts';
import { openTeamCopy } from '../../electron/engines/store/opening/team-copy.ts';
import { rows, run } from '../../electron/engines/store/database.ts';
import { fail, type ErrorCode } from '../../shared/errors.ts';
import { ok } from '../../shared/result.ts';
import { ada, founded, numbered } from '../acts/records.ts';
import { aboutOf } from '../support/about.ts';
import { closing, key, temporaryFolder } from '../support/stores/store.ts';

const at = '2026-11-20T09:41:00.000Z';

/** A team whose copy has these void acts, and that allows sending or not. */
function findings(voids: readonly (readonly [n: number, why: string | null])[], code?: ErrorCode) {
  const copy = closing(openTeamCopy(`${temporaryFolder()}/team.db`, key));
  for (const [n, why] of voids)
    run(
      copy,
      `INSERT INTO team_act (n, digest, key, seq, kind, envelope, signature, body, at, void)
       VALUES (?, ?, 'K', ?, 'claim', x'', x'', x'', ?, ?)`,
      ...[n, `digest ${n}`, n, at, why],
    );
  const team = { record: { copy, since: at }, people: { nameOf: () => 'Ben Ade' } };
  const allowed = code ? fail(code, 'a test') : ok(null);
  const troubles = troublesOf(team as unknown as OpenTeam, allowed);
  return teamTroubles({ teamTroubles: () => troubles } as unknown as ExceptionParts);
}

test('an act that does not count is an exception with its author and its reason; a valid one is none', async () => {
  expect(
    await findings([
      [7, 'Its author was revoked.'],
      [8, null],
    ]),
  ).toMatchObject([
    {
      ...{ kind: 'void-act', title: 'Act 7 of the team’s record does not count', since: at },
      detail: 'Ben Ade wrote it. Its author was revoked. Ask Ben Ade about it.',
      place: { view: 'team' },
    },
  ]);
});

/** The journal of the desk that was refused: it knows the amount. */
function journalWith(reference: string) {
  const file = `${temporaryFolder()}/journal.db`;
  const journal = closing(openJournal(file, key, { program: 'a test' }));
  const about = aboutOf('Receivable', {
    amount: { amount: '12.50', currency: 'EUR' },
    ...{ accountNumber: '1', counterparty: 'Kestrel', counterpartyId: null },
  });
  run(
    journal,
    `INSERT INTO submission (submission_id, reference, operation, subject, payload, payload_hash, state, created_at,
       settled_at, about) VALUES ('s-1', ?, 'createReceivable', 's', '{}', 'hash', 'refused', ?, ?, ?)`,
    ...[reference, at, at, JSON.stringify(about)],
  );
  return journal;
}

describe('what the bank refused to one desk and accepted from another', () => {
  const nameOf = (key: string) => (key === ada.key ? 'Ada' : 'Ben');

  /** The exceptions and the outcome of Ben’s claim, after Ada wrote an act of these outcomes. */
  async function contradicted(outcome: string, of: JsonObject) {
    const copy = closing(openTeamCopy(`${temporaryFolder()}/team.db`, key));
    run(
      copy,
      `INSERT INTO team_claim (name, reference, likeness, key, at, n, outcome, settled)
       VALUES ('R', 'Receivable-1', '', 'B', ?, 1, ?, 77)`,
      ...[at, outcome],
    );
    const record = founded();
    const act = numbered(record.head, record.next(ada, { kind: 'contradict', of }));
    addAct(copy, { row: act, act: readStored(act, record.keys), void: null }, () => null);
    const team = { record: { copy, since: at }, people: { nameOf } };
    const troubles = troublesOf(team as unknown as OpenTeam, ok(null));
    const journal = journalWith('Receivable-1');
    return {
      outcome: claimNamed(copy, 'R')?.outcome,
      found: await teamTroubles({
        ...{ teamTroubles: () => troubles, journal },
      } as unknown as ExceptionParts),
    };
  }
  const accepted = { outcomes: [{ r: 'R', is: 'accepted' }] };

  test('is accepted, and an exception that names both', async () => {
    const { outcome, found } = await contradicted('refused', accepted);
    expect(outcome).toBe('accepted');
    expect(found.map(({ kind, title }) => [kind, title])).toEqual([
      ['contradicted', 'The bank refused Receivable-1 to one desk and accepted it from another'],
    ]);
    expect(found[0]).toMatchObject({
      ...{ next: 'Open the log', place: { view: 'team-log', search: '"Receivable-1"' } },
      amount: { amount: '12.50', currency: 'EUR' },
    });
    expect(found[0]?.detail).toContain('to the desk of Ben and accepted it from the desk of Ada');
    expect(found[0]?.detail).toMatch(/Ask the bank how often it has it\.$/);
  });

  test.each([
    ['an order whose claim is open', 'unknown', accepted],
    ['an order that never left', 'not-sent', accepted],
    ['another outcome', 'refused', { outcomes: [{ r: 'R', is: 'not-sent' }] }],
    ['what no claim names', 'refused', { outcomes: [{ r: 'S', is: 'accepted' }] }],
    ['no list', 'refused', { outcomes: { r: 'R' } }],
  ])('changes nothing for %s', async (_name, outcome, of) => {
    expect(await contradicted(outcome, of)).toEqual({ outcome, found: [] });
  });
});

test.each([
  ['team.server-behind', 1],
  ['team.damaged', 1],
  ['team.outdated', 1],
  ['team.revoked', 1],
  // These the foot shows: nothing is wrong that a person could mend.
  ['team.unreachable', 0],
  ['team.not-joined', 0],
] as const)('%s makes %i exceptions', async (code, count) => {
  const found = await findings([], code);
  expect(found.map(({ kind }) => kind)).toEqual(Array(count).fill('sending-closed'));
});

test('a lone desk has none', async () => {
  expect(await teamTroubles({} as ExceptionParts)).toEqual([]);
});

test('neither acts that do not count nor open claims are looked for in all that the team ever did', () => {
  const copy = closing(openTeamCopy(`${temporaryFolder()}/team.db`, key));
  const plan = (sql: string, ...bound: (string | number)[]): string =>
    rows<{ detail: string }>(copy, `EXPLAIN QUERY PLAN ${sql}`, ...bound)
      .map(({ detail }) => detail)
      .join();
  expect([
    plan('SELECT n FROM team_act WHERE void IS NOT NULL ORDER BY n DESC LIMIT ?', 20),
    plan(
      "SELECT name FROM team_claim WHERE coalesce(outcome, 'unknown') = 'unknown' AND key <> ? ORDER BY n LIMIT ?",
      ...['K', 200],
    ),
  ]).toEqual([
    expect.stringContaining('team_act_void'),
    expect.stringContaining('team_claim_open'),
  ]);
});
