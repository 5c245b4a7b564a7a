import { beforeEach, describe, expect, test } from 'vitest';

import { createSubmission } from '../../../electron/engines/submissions/journal/table-writes.ts';
import { run } from '../../../electron/engines/store/database.ts';
import {
  logChoices,
  logFilterOf,
  logPage,
  readLog,
  searchTerms,
} from '../../../electron/desk/open-bank/team-log.ts';
import { makeAct } from '../../../electron/engines/acts/make-act.ts';
import { noDigest } from '../../../electron/engines/acts/act.ts';
import { headOf } from '../../../electron/engines/team-record/record-copy.ts';
import type { TeamLogRow } from '../../../shared/ipc/team-log.ts';
import { memberOf, signed, teamKeysOf } from '../../acts/records.ts';
import { aboutOf } from '../../support/about.ts';
import { LogScene } from './log-scene.ts';

let scene: LogScene;
beforeEach(() => {
  scene = new LogScene();
});

type Wanted = { readonly person?: string; readonly kind?: string; readonly search?: string };

async function found({ person, kind, search = '' }: Wanted = {}): Promise<readonly TeamLogRow[]> {
  await readLog(scene.team, scene.journal);
  const wanted = { person: person ?? null, kind: kind ?? null, search };
  const terms = searchTerms(search, '2026-03-01');
  return logPage(scene.team, logFilterOf(scene.team, { ...wanted, terms }), { limit: 200 }).rows;
}

const sentences = async (wanted: Wanted = {}) =>
  (await found(wanted)).map(({ person, did, about }) => `${person} ${did}: ${about}`);

const entry = { accountNumber: '700000', entryId: 'EUR1' };

function sent(reference: string, amount: string): void {
  createSubmission(
    scene.journal,
    {
      ...{ reference, operation: 'createTransfer', subject: reference, payload: '{}' },
      ...{ payloadHash: reference, likeness: null },
      about: aboutOf('Transfer to Oduya Foods', { amount: { amount, currency: 'EUR' } }),
    },
    {
      ...{ at: '2026-03-01T08:00:00.000Z', correlationId: 'a test' },
      clocks: { wallMs: 0, opening: 'a test', sinceOpeningMs: 0, bank: null },
    },
  );
}

describe('plain words', () => {
  test('acts of each kind say who did what, about what, the latest first', async () => {
    const ben = scene.join(2, 'Ben');
    scene.share(ben, 'note', { ...entry, text: 'Ask Oduya', on: 0 });
    scene.share(ben, 'mark-read', { ...entry, is: true }, { ...entry, entryId: 'EUR2', is: true });
    scene.add(scene.ada, { kind: 'revoke', of: { key: ben.key }, content: { why: 'left' } });
    expect(await sentences()).toEqual([
      `Ada revoked a desk: The desk of Ben, key ${ben.key.slice(0, 8)}: “left”`,
      'Ben marked entries as read or unread: Entry EUR2 of account 700000: read.',
      'Ben marked entries as read or unread: Entry EUR1 of account 700000: read.',
      'Ben wrote a note: Entry EUR1 of account 700000: “Ask Oduya”',
      `Ada admitted a desk: The desk of Ben, key ${ben.key.slice(0, 8)}, login nostro_2.`,
      'Ada invited somebody: Ben, as maker, until 2026-12-31T00:00:00.000Z.',
      'Ada founded the team: Ada is its first administrator.',
    ]);
  });

  test('a kind that this Nostro does not know is shown as what it is', async () => {
    scene.add(scene.ada, { kind: 'pay-twice', content: { reference: 'INV-1' } });
    expect((await sentences())[0]).toBe(
      'Ada wrote an act of the kind “pay-twice”: This Nostro does not know acts of this kind. A newer one may.',
    );
    expect(logChoices(scene.team).kinds).toContainEqual({
      ...{ kind: 'pay-twice', label: 'wrote an act of the kind “pay-twice”' },
    });
  });

  test('content that is not of its kind is said to be none, and stops nothing', async () => {
    scene.share(scene.ada, 'note', { text: 7 });
    scene.add(scene.ada, { kind: 'note', content: { changes: 'none' } });
    scene.add(scene.ada, { kind: 'settle', of: { outcomes: [{ r: 7 }] }, content: {} });
    const all = await sentences();
    expect(all.slice(0, 3)).toEqual([
      'Ada recorded outcomes: Its content is not what acts of this kind have.',
      'Ada wrote a note: Its content is not what acts of this kind have.',
      'Ada wrote a note: Its content is not what acts of this kind have.',
    ]);
  });

  test('an act of ten thousand things has a thousand rows, and says how many more', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => ({
      ...{ accountNumber: '7', entryId: String(at), is: true },
    }));
    scene.share(scene.ada, 'mark-read', ...many);
    const [last] = await found();
    expect(last?.about).toBe('And 9000 more.');
    expect(last?.id).toBe(1 + 1_001);
  });
});

describe('claims', () => {
  test('an amount is the own journal’s, and that of a colleague’s payment is not invented', async () => {
    const ben = scene.join(2, 'Ben');
    sent('INV-1', '4050.00');
    scene.claim(scene.ada, 'INV-1');
    scene.claim(ben, 'INV-2');
    const outcomes = [
      { r: scene.name('INV-1'), is: 'accepted' },
      { r: scene.name('INV-9'), is: 'lost' },
    ];
    scene.add(scene.ada, { kind: 'settle', of: { outcomes } });
    const rows = await found({ search: 'payment' });
    expect(rows.map(({ about, money, amountFrom }) => [about, money, amountFrom])).toEqual([
      ['A payment whose reference is not known: outcome lost.', null, null],
      [
        'Payment INV-1, Transfer to Oduya Foods: the bank accepted it.',
        ...[{ amount: '4050.00', currency: 'EUR' }, 'journal'],
      ],
      ['Payment INV-2.', null, null],
      [
        'Payment INV-1, Transfer to Oduya Foods.',
        ...[{ amount: '4050.00', currency: 'EUR' }, 'journal'],
      ],
    ]);
  });

  test('under approval rules a colleague’s amount is the one that was signed', async () => {
    const ben = scene.join(2, 'Ben');
    const body = {
      accountNumber: '700000',
      beneficiaryId: 'B-1',
      amount: '75.10',
      currency: 'EUR',
      reference: 'INV-7',
    };
    const payload = JSON.stringify({ body });
    const premise = { details: '', country: '', twins: [], warnings: [], debit: null };
    const order = { operation: 'createSingleTransfer', payload };
    scene.add(ben, {
      kind: 'claim',
      of: { claims: [{ r: scene.name('INV-7') }] },
      content: { references: ['INV-7'], payments: [{ request: null, line: 0, order, premise }] },
    });
    scene.add(ben, {
      kind: 'request',
      content: {
        ...{ operation: 'createSingleTransfer', bank: 'bank', words: '' },
        ...{ lines: [{ reference: 'INV-8', payload }], until: '2026-03-05T08:00:00.000Z' },
      },
    });
    const of = scene.acts.at(-1)!.digest;
    scene.add(scene.ada, { kind: 'approve', content: { of, premises: [premise] } });
    scene.add(scene.ada, { kind: 'refuse', content: { of, words: 'not now' } });
    scene.add(ben, { kind: 'withdraw', content: { of } });
    const short = of.slice(0, 8);
    const money = { amount: '75.10', currency: 'EUR' };
    const rows = (await found()).slice(0, 5);
    expect(rows.map(({ did, about, ...row }) => [did, about, row.money, row.amountFrom])).toEqual([
      ['withdrew', `Act ${short}.`, null, null],
      ['refused', `Act ${short}: “not now”`, null, null],
      ['approved', `Act ${short}, 1 of 1 payments.`, null, null],
      [
        'requested approval',
        `Request ${short}, payment INV-8: createSingleTransfer from account 700000 to payee B-1, until 2026-03-05T08:00:00.000Z.`,
        ...[money, 'act'],
      ],
      ['claimed payments', 'Payment INV-7.', money, 'act'],
    ]);
  });

  test('a reference that is not the one that was claimed is not believed', async () => {
    const claims = [{ r: scene.name('INV-1'), l: '', p: '' }];
    sent('INV-2', '1.00');
    scene.add(scene.ada, { kind: 'claim', of: { claims }, content: { references: ['INV-2'] } });
    expect((await found())[0]).toMatchObject({
      ...{ about: 'A payment whose reference is not known.', money: null },
    });
  });
});

describe('acts that lie', () => {
  test('a void act is shown with the reason', async () => {
    const ben = scene.join(2, 'Ben');
    scene.claim(scene.ada, 'INV-1');
    expect(scene.claim(ben, 'INV-1')).toBe('It claims what an earlier act holds.');
    expect((await found())[0]).toMatchObject({
      ...{ person: 'Ben', void: 'It claims what an earlier act holds.', about: 'Payment INV-1.' },
    });
  });

  test('an act that names a member’s key without its signature belongs to no member', async () => {
    const ben = scene.join(2, 'Ben');
    const thief = memberOf(9);
    const place = { seq: 1, prev: noDigest, seen: headOf(scene.copy) };
    const author = { member: thief, keys: scene.keys, team: scene.acts[0]!.digest };
    const act = makeAct(author, place, { kind: 'end', content: {} });
    const text = Buffer.from(act.envelope).toString().replace(thief.key, ben.key);
    expect(scene.put(signed(text, thief, act.body))).toBe('Its signature is not its author’s.');
    const [row] = await found();
    expect(row).toMatchObject({ person: 'Nobody in the team', did: 'ended the team' });
    expect(await found({ person: 'Ben' })).toEqual([]);
  });

  test('bytes that are no act have a row', async () => {
    scene.put(signed('{"no":"act"}', scene.ada, Buffer.of(1)));
    expect((await sentences())[0]).toBe(
      'Nobody in the team wrote something that is no act: It is no act, and cannot be read.',
    );
  });

  test('a body that cannot be opened has a row, and says so', async () => {
    scene.add(scene.ada, { kind: 'note' }, undefined, teamKeysOf(60));
    expect((await found())[0]).toMatchObject({
      ...{
        about: 'Its content cannot be opened on this desk.',
        void: 'Its body cannot be opened.',
      },
    });
  });

  test('of equal moments, and of a clock that goes back, the number in the record gives the order', async () => {
    for (const when of [
      '2026-03-02T08:00:00.000Z',
      '2026-03-02T08:00:00.000Z',
      '2025-01-01T00:00:00.000Z',
    ])
      scene.add(scene.ada, { kind: 'end-of-day' }, when);
    expect((await found({ kind: 'end-of-day' })).map(({ n }) => n)).toEqual([4, 3, 2]);
  });
});

describe('persons', () => {
  test('all machines of a person are found by the name, also a renewed and a revoked one', async () => {
    const ben = scene.join(2, 'Ben');
    const other = scene.join(3, 'Ben');
    scene.share(ben, 'note', { ...entry, text: 'one', on: 0 });
    const renewed = scene.renew(ben, 4);
    scene.share(renewed, 'note', { ...entry, text: 'two', on: 0 });
    scene.share(other, 'note', { ...entry, text: 'three', on: 0 });
    scene.add(scene.ada, { kind: 'revoke', of: { key: other.key }, content: { why: 'lost' } });
    const rows = await found({ person: 'Ben', kind: 'note' });
    expect(rows.map(({ about, desk }) => [about.slice(-7), desk])).toEqual([
      ['“three”', other.key.slice(0, 8)],
      [': “two”', renewed.key.slice(0, 8)],
      [': “one”', ben.key.slice(0, 8)],
    ]);
    expect((await found({ person: 'Ada' }))[0]?.desk).toBe('');
    expect(await found({ person: 'Cleo' })).toEqual([]);
  });

  test('what a revoked person signs afterwards is shown as void under that name', async () => {
    const ben = scene.join(2, 'Ben');
    scene.add(scene.ada, { kind: 'revoke', of: { key: ben.key }, content: { why: 'left' } });
    scene.share(ben, 'note', { ...entry, text: 'after', on: 0 });
    expect((await found())[0]).toMatchObject({ person: 'Ben', void: 'Its author was revoked.' });
  });
});

describe('filters', () => {
  beforeEach(() => {
    const ben = scene.join(2, 'Bén');
    sent('INV-1', '4050.00');
    sent('INV-2', '120.5');
    scene.claim(scene.ada, 'INV-1', 'INV-2');
    scene.add(
      ben,
      {
        kind: 'claim',
        of: { claims: [{ r: scene.name('X-4050') }] },
        content: { references: ['X-4050'] },
      },
      '2026-02-27T23:59:59.999Z',
    );
    scene.share(ben, 'note', { ...entry, text: 'Straße nach Zürich', on: 0 });
  });

  const about = async (search: string) => (await found({ search })).map((row) => row.about);

  test('by amount, by amount or text, by currency', async () => {
    expect(await about('>1000')).toEqual(['Payment INV-1, Transfer to Oduya Foods.']);
    expect(await about('<=120.50')).toEqual(['Payment INV-2, Transfer to Oduya Foods.']);
    expect(await about('4050')).toEqual([
      'Payment X-4050.',
      'Payment INV-1, Transfer to Oduya Foods.',
    ]);
    expect(await about('eur')).toContain('Payment INV-2, Transfer to Oduya Foods.');
    expect(await about('>1000 usd')).toEqual([]);
  });

  test('by day, in UTC, both ends included', async () => {
    expect(await about('2026-02-27')).toEqual(['Payment X-4050.']);
    expect(await about('2026-02-28')).toEqual([]);
  });

  test('by words of the sentence, the person and the kind, without accents and capitals', async () => {
    expect(await about('zurich NOTE ben')).toEqual([
      'Entry EUR1 of account 700000: “Straße nach Zürich”',
    ]);
    expect(await about('zurich ada')).toEqual([]);
    expect(await about('100%')).toEqual([]);
  });
});

describe('the table of the log', () => {
  test('the record read again after the copy was lost gives the same log', async () => {
    const ben = scene.join(2, 'Ben');
    scene.claim(ben, 'INV-1');
    scene.share(ben, 'note', { ...entry, text: 'one', on: 0 });
    const before = await found();
    scene.readAgain();
    expect(await found()).toEqual(before);
  });

  test('a log by other words, or of another record, is written again', async () => {
    scene.share(scene.ada, 'note', { ...entry, text: 'one', on: 0 });
    const before = await found();
    for (const broken of [
      "UPDATE act_log_state SET edition = 'older'",
      "UPDATE act_log_state SET digest = 'another'",
      'DELETE FROM act_log_state',
    ]) {
      run(scene.copy, "UPDATE act_log SET about = 'wrong'");
      run(scene.copy, broken);
      expect((await found()).map(({ about }) => about)).toEqual(before.map(({ about }) => about));
    }
  });

  test('two that fill it at once write each act once', async () => {
    for (let at = 0; at < 250; at += 1) scene.add(scene.ada, { kind: 'end-of-day' });
    await Promise.all([1, 2, 3].map(() => readLog(scene.team, scene.journal)));
    const ids = (await found({ kind: 'end-of-day' })).map(({ n }) => n);
    expect(new Set(ids).size).toBe(200);
    expect(ids[0]).toBe(251);
  });

  test('pages follow each other without a gap and without a row twice', async () => {
    scene.share(
      scene.ada,
      'mark-read',
      ...Array.from({ length: 7 }, (_, at) => ({ ...entry, entryId: String(at), is: true })),
    );
    await readLog(scene.team, scene.journal);
    const filter = logFilterOf(scene.team, { person: null, kind: null, search: '', terms: [] });
    const ids: number[] = [];
    for (let before: number | undefined, more = true; more;) {
      const page = logPage(scene.team, filter, { before, limit: 3 });
      ids.push(...page.rows.map(({ id }) => id));
      [before, more] = [ids.at(-1), page.hasMore];
    }
    expect(ids).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
  });
});
