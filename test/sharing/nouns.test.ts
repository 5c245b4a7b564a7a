import { describe, expect, test } from 'vitest';

import { sharedKinds } from '../../electron/desk/open-bank/shared-records.ts';
import type { JsonObject } from '../../electron/engines/acts/act.ts';
import { addOutgoing, outgoingCount } from '../../electron/engines/sharing/outgoing.ts';
import { rows, type Journal } from '../../electron/engines/store/database.ts';
import { packed } from '../../electron/nouns/books/ledger/packed.ts';
import { keepLedger, ledgerOfFile, notesOf, saveNote } from '../../electron/nouns/books/tables.ts';
import { closeRequirements, saveRequirements } from '../../electron/nouns/closes/tables.ts';
import {
  removeTemplate,
  saveTemplate,
  storedTemplates,
} from '../../electron/nouns/payments/templates/templates.ts';
import {
  lastRecordedAt,
  record,
  recordedLines,
  recordedReview,
} from '../../electron/nouns/review/recorded.ts';
import type { ReviewReport } from '../../shared/ipc/review/review.ts';
import { limits } from '../../shared/limits.ts';
import { randoms, runSeed } from '../support/randoms.ts';
import { memoryRecord, sharedDesk, type SharedDesk } from '../support/team/shared-desks.ts';
import { at, settle, sharedTeam, stamp } from '../support/team/shared-team.ts';

const accountNumber = '0690000031';

/** Writes to the record what no product code would. */
const say = (journal: Journal, kind: string, items: readonly JsonObject[]): void => {
  addOutgoing(journal, kind, items, { at, by: null });
};

describe('payment templates of a team', () => {
  const content = (name: string) => ({
    ...{ name, accountNumber, beneficiaryId: 'b1', narration: 'rent' },
    ...{ amount: '1200.00', more: { purpose: 'RENT' } },
  });
  const save = (journal: Journal, name: string): string => {
    const saved = saveTemplate(journal, content(name), { ...stamp, correlationId: 'a test' });
    expect(saved.ok).toBe(true);
    return saved.ok ? saved.value.templateId : '';
  };
  const namesOf = ({ journal }: SharedDesk): (string | undefined)[] =>
    storedTemplates(journal)
      .map((one) => one.content?.name)
      .toSorted();

  test('one that a colleague saves stands here under that name, and goes when it is removed', async () => {
    const { ada, ben } = await sharedTeam(sharedKinds);
    const templateId = save(ada.journal, 'Rent');
    await settle(ada, ben);
    expect(storedTemplates(ben.journal)).toMatchObject([
      { templateId, content: content('Rent'), at, actor: { name: 'Ada' } },
    ]);
    expect([...ben.changed.at(-1)!.keys()]).toEqual(['template']);
    expect(removeTemplate(ben.journal, templateId, stamp)).toBe(true);
    await settle(ben, ada);
    expect([namesOf(ada), namesOf(ben)]).toEqual([[], []]);
    expect(removeTemplate(ada.journal, templateId, stamp)).toBe(false);
  });

  test('two of one name that were saved without the record both stay', async () => {
    const { ada, ben } = await sharedTeam(sharedKinds);
    ada.line.isAway = true;
    save(ada.journal, 'Rent');
    save(ben.journal, 'Rent');
    await ben.exchange();
    ada.line.isAway = false;
    await settle(ada, ben);
    expect([namesOf(ada), namesOf(ben)]).toEqual([
      ['Rent', 'Rent'],
      ['Rent', 'Rent'],
    ]);
  });

  test('a desk that joins brings its own, and does not bring back what was removed', async () => {
    const { record: memory, ada } = await sharedTeam(sharedKinds, 1);
    const removed = save(ada.journal, 'Removed');
    removeTemplate(ada.journal, removed, stamp);
    save(ada.journal, 'Of Ada');
    await ada.exchange();
    const cleo = sharedDesk(memory, 3, sharedKinds);
    save(cleo.journal, 'Of Cleo');
    await cleo.join();
    await settle(cleo, ada);
    expect([namesOf(ada), namesOf(cleo)]).toEqual([
      ['Of Ada', 'Of Cleo'],
      ['Of Ada', 'Of Cleo'],
    ]);
  });

  test('no one can change what stands under a known template: its payee stays', async () => {
    const { ada, ben } = await sharedTeam(sharedKinds);
    const templateId = save(ada.journal, 'Rent');
    await settle(ada, ben);
    say(ben.journal, 'template', [
      { templateId, content: { ...content('Rent'), beneficiaryId: 'of a thief' } },
    ]);
    await settle(ben, ada);
    for (const { journal } of [ada, ben])
      expect(storedTemplates(journal)[0]?.content?.beneficiaryId).toBe('b1');
  });

  test('what is no template is left out', async () => {
    const { ada, ben } = await sharedTeam(sharedKinds);
    const broken = [
      { name: '' },
      { name: 'x'.repeat(81) },
      { narration: 'x'.repeat(141) },
      { amount: 'x'.repeat(41) },
      { beneficiaryId: '' },
      { reference: 'one that was used' },
    ];
    say(ben.journal, 'template', [
      ...broken.map((one, n) => ({
        templateId: `t${String(n)}`,
        content: { ...content('Broken'), ...one },
      })),
      { templateId: '', content: content('Broken') },
      { content: content('Broken') },
      { templateId: 'sound', content: content('Sound') },
    ]);
    await settle(ben, ada);
    expect(namesOf(ada)).toEqual(['Sound']);
  });
});

describe('recorded reviews of a team', () => {
  const money = (amount: string) => ({ amount, currency: 'USD' });
  const reviewOf = (words: string, more: Partial<ReviewReport> = {}): ReviewReport => ({
    ...{ from: '2026-11-01', to: '2026-11-20', openTotal: 1, words },
    accounts: [
      {
        ...{ accountNumber, accountName: 'Ops', currency: 'USD' },
        ...{ entries: 3, unread: 1, flagged: 0 },
        ...{ debits: money('1.00'), credits: null, closing: money('-20.5') },
      },
    ],
    open: [entryOf('e1')],
    ...more,
  });
  const entryOf = (entryId: string, note = 'why'): ReviewReport['open'][number] => ({
    ...{ accountNumber, entryId, day: '2026-11-19', amount: money('1.00'), direction: 'debit' },
    ...{ narration: 'fee', customReference: '', isUnread: true, isFlagged: false, note },
  });
  const wordsOf = ({ journal }: SharedDesk): string[] =>
    recordedLines(journal).map(
      ({ id, recordedBy }) => `${recordedBy}: ${recordedReview(journal, id).report.words}`,
    );

  test('each stands by itself on all desks, with its figures', async () => {
    const { ada, ben } = await sharedTeam(sharedKinds);
    ben.line.isAway = true;
    const { id, report } = record(ada.journal, { ...stamp, report: reviewOf('by Ada') });
    record(ben.journal, { ...stamp, report: reviewOf('by Ben') });
    await ada.exchange();
    ben.line.isAway = false;
    await settle(ben, ada);
    expect(recordedReview(ben.journal, id)).toEqual({
      ...{ id, report, recordedAt: at, recordedBy: 'Ada' },
    });
    expect(wordsOf(ada).toSorted()).toEqual(['Ben: by Ben', 'this desk: by Ada']);
    expect(wordsOf(ben).toSorted()).toEqual(['Ada: by Ada', 'this desk: by Ben']);
  });

  test('what changed since the last review is counted from this desk’s own', async () => {
    const { ada, ben } = await sharedTeam(sharedKinds);
    record(ada.journal, { ...stamp, report: reviewOf('by Ada') });
    await settle(ada, ben);
    expect([lastRecordedAt(ada.journal, 'd'), lastRecordedAt(ben.journal, 'd')]).toEqual([
      ...[Date.parse(at), 0],
    ]);
  });

  test('one that is longer than an act has the newest of its open entries', async () => {
    const { record: memory, ada, ben } = await sharedTeam(sharedKinds);
    const open = Array.from({ length: 500 }, (_, n) =>
      entryOf(`e${String(n)}`, 'ü'.repeat(limits.noteTextMax)),
    );
    const { id } = record(ada.journal, {
      ...stamp,
      report: reviewOf('long', { open, openTotal: 500 }),
    });
    await settle(ada, ben);
    expect(memory.acts.at(-1)!.body.length).toBeLessThan(1_000_000);
    const { report } = recordedReview(ben.journal, id);
    expect(report.open.length).toBeGreaterThan(100);
    expect(report.open).toEqual(open.slice(0, report.open.length));
    expect(report.openTotal).toBe(500);
    expect(recordedReview(ada.journal, id).report.open.length).toBe(500);
  });

  test('a desk that joins brings its reviews; none is replaced, and what is no review is left out', async () => {
    const { record: memory, ada } = await sharedTeam(sharedKinds, 1);
    const { id } = record(ada.journal, { ...stamp, report: reviewOf('by Ada') });
    await ada.exchange();
    const cleo = sharedDesk(memory, 3, sharedKinds);
    record(cleo.journal, { ...stamp, report: reviewOf('by Cleo') });
    await cleo.join();
    const report = reviewOf('forged') as unknown as JsonObject;
    const other = (one: JsonObject, n: number): JsonObject => ({
      ...{ id: `r${String(n)}`, report: { ...report, ...one } },
    });
    say(cleo.journal, 'review', [
      { id, report },
      ...[
        { from: '2026-02-30' },
        { openTotal: -1 },
        { words: 'x'.repeat(limits.noteTextMax + 1) },
        { open: [{ ...entryOf('e1'), amount: { amount: '1,0', currency: 'USD' } }] },
        { open: [{ ...entryOf('e1'), amount: { amount: '1.0', currency: 'DOLLAR' } }] },
        { open: Array.from({ length: 501 }, () => entryOf('e1')) },
        { accounts: [{}] },
      ].map((one, n) => other(one as unknown as JsonObject, n)),
    ]);
    await settle(cleo, ada);
    expect(wordsOf(ada).toSorted()).toEqual([
      ...['this desk, entered by Cleo: by Cleo', 'this desk: by Ada'],
    ]);
  });
});

describe('notes on ledgers of a team', () => {
  const sha256 = 'a'.repeat(64);
  const line = { line: 2, day: '2026-11-02', amount: '10.00', references: ['INV-1'], text: 'one' };
  const addLedger = ({ journal }: SharedDesk, file = sha256): string =>
    keepLedger(
      journal,
      {
        ...{ accountNumber, from: '2026-11-01', to: '2026-11-30', fileName: 'ledger.csv' },
        ...{ sha256: file, notes: [], lines: packed(JSON.stringify([line])) },
      },
      stamp,
    );
  const note = (desk: SharedDesk, text: string, place = 'line 2'): void => {
    saveNote(desk.journal, ledgerOfFile(desk.journal, sha256)!.ledgerId, { place, text }, stamp);
  };
  const notesHere = ({ journal }: SharedDesk): Readonly<Record<string, string>> =>
    notesOf(journal, ledgerOfFile(journal, sha256)!.ledgerId);

  test('a note stands beside the same file on another desk, and an empty one removes it', async () => {
    const { ada, ben } = await sharedTeam(sharedKinds);
    addLedger(ada);
    addLedger(ben);
    expect(ledgerOfFile(ada.journal, sha256)!.ledgerId).not.toBe(
      ledgerOfFile(ben.journal, sha256)!.ledgerId,
    );
    note(ada, 'paid in December');
    note(ada, 'a fee', 'entry e1');
    await settle(ada, ben);
    expect(notesHere(ben)).toEqual({ 'line 2': 'paid in December', 'entry e1': 'a fee' });
    note(ben, '');
    await settle(ben, ada);
    expect(notesHere(ada)).toEqual({ 'entry e1': 'a fee' });
  });

  test('the later in the record counts, and a note that waits here stands', async () => {
    const { ada, ben } = await sharedTeam(sharedKinds);
    addLedger(ada);
    addLedger(ben);
    ben.line.isAway = true;
    note(ben, 'by Ben');
    note(ada, 'by Ada');
    await ada.exchange();
    ben.line.isAway = false;
    await settle(ben, ada);
    expect([notesHere(ada), notesHere(ben)]).toEqual([
      { 'line 2': 'by Ben' },
      { 'line 2': 'by Ben' },
    ]);
  });

  test('a file that comes later gets what was noted on it, and another file gets nothing', async () => {
    const { ada, ben } = await sharedTeam(sharedKinds);
    addLedger(ada);
    note(ada, 'first');
    await settle(ada, ben);
    const unlike = addLedger(ben, 'b'.repeat(64));
    note(ada, 'then');
    await settle(ada, ben);
    expect(notesOf(ben.journal, unlike)).toEqual({});
    addLedger(ben);
    expect(notesHere(ben)).toEqual({ 'line 2': 'then' });
    const other = addLedger(ben, 'c'.repeat(64));
    // Its line is the same: the note goes along as it always did.
    expect(notesOf(ben.journal, other)).toEqual({ 'line 2': 'then' });
    const cleo = await sharedTeam(sharedKinds, 1);
    expect(notesOf(cleo.ada.journal, addLedger(cleo.ada, 'c'.repeat(64)))).toEqual({});
  });

  test('a desk that joins brings its notes, and what is no note is left out', async () => {
    const { record: memory, ada } = await sharedTeam(sharedKinds, 1);
    addLedger(ada);
    const cleo = sharedDesk(memory, 3, sharedKinds);
    addLedger(cleo);
    note(cleo, 'by Cleo');
    await cleo.join();
    const sound = { accountNumber, sha256, place: 'line 2', text: 'x' };
    say(cleo.journal, 'ledger-note', [
      { ...sound, place: 'elsewhere' },
      { ...sound, place: `entry ${'x'.repeat(501)}` },
      { ...sound, sha256: 'A'.repeat(64) },
      { ...sound, text: 'x'.repeat(limits.noteTextMax + 1) },
      { ...sound, accountNumber: 1 },
    ]);
    await settle(cleo, ada);
    expect(notesHere(ada)).toEqual({ 'line 2': 'by Cleo' });
  });
});

describe('what a close requires in a team', () => {
  const of = (account: string) => ({
    ...{ secondSource: [account], books: [] },
    exports: [
      {
        ...{ profile: 'p', format: 'csv', accountNumbers: null },
        ...{ filePerAccount: true, withMarks: false },
      },
    ],
  });

  test('the later in the record counts on all desks; a desk that joins takes the team’s', async () => {
    const { record: memory, ada } = await sharedTeam(sharedKinds, 1);
    saveRequirements(ada.journal, of('1'), stamp);
    await ada.exchange();
    const cleo = sharedDesk(memory, 3, sharedKinds);
    saveRequirements(cleo.journal, of('2'), stamp);
    await cleo.join();
    await settle(cleo, ada);
    expect([closeRequirements(ada.journal), closeRequirements(cleo.journal)]).toEqual([
      ...[of('1'), of('1')],
    ]);
    saveRequirements(cleo.journal, of('3'), stamp);
    await settle(cleo, ada);
    expect(closeRequirements(ada.journal)).toEqual(of('3'));
    say(cleo.journal, 'close-requirements', [
      { secondSource: [], books: [] },
      { ...of('4'), exports: Array.from({ length: 21 }, () => of('4').exports[0]!) },
    ]);
    await settle(cleo, ada);
    expect(closeRequirements(ada.journal)).toEqual(of('3'));
  });

  test('what a desk brings to a team that requires nothing becomes the team’s', async () => {
    const { record: memory, ada } = await sharedTeam(sharedKinds, 1);
    const cleo = sharedDesk(memory, 3, sharedKinds);
    saveRequirements(cleo.journal, of('2'), stamp);
    await cleo.join();
    await settle(cleo, ada);
    expect(closeRequirements(ada.journal)).toEqual(of('2'));
  });
});

test('a lone desk notes nothing of these for anyone', () => {
  const { journal } = sharedDesk(memoryRecord(), 1, sharedKinds);
  saveRequirements(journal, { secondSource: [], books: [], exports: [] }, stamp);
  record(journal, {
    ...stamp,
    report: {
      ...{ from: '2026-11-01', to: '2026-11-20', accounts: [], open: [] },
      ...{ openTotal: 0, words: '' },
    },
  });
  expect(outgoingCount(journal)).toBe(0);
});

test('changes of many bytes go in several acts, each no longer than the record takes', async () => {
  const { record: memory, ada, ben } = await sharedTeam(sharedKinds);
  const text = '結'.repeat(limits.noteTextMax);
  const items = Array.from({ length: 200 }, (_, n) => ({
    ...{ accountNumber, sha256: 'a'.repeat(64), place: `line ${String(n)}`, text },
  }));
  say(ada.journal, 'ledger-note', items);
  await settle(ada, ben);
  expect(Math.max(...memory.acts.map(({ body }) => body.length))).toBeLessThan(500_000);
  expect(outgoingCount(ada.journal)).toBe(0);
  expect(rows(ben.journal, "SELECT 1 FROM team_change WHERE kind = 'ledger-note'").length).toBe(
    200,
  );
});

/** What two desks that hold the same must have alike. */
const stateOf = ({ journal }: SharedDesk) => ({
  templates: storedTemplates(journal)
    .map(({ templateId, content }) => `${templateId} ${content?.name ?? ''}`)
    .toSorted(),
  reviews: recordedLines(journal)
    .map(({ id }) => id)
    .toSorted(),
  requirements: closeRequirements(journal),
  notes: rows<{ place: string; text: string }>(
    journal,
    `SELECT place, text FROM ledger_note AS one
     WHERE n = (SELECT max(n) FROM ledger_note WHERE place = one.place) ORDER BY place`,
  ),
});

test.for([1, 2, 3, 4])('three desks end alike whatever the order: run %i', async (run) => {
  const seed = runSeed() + run;
  const random = randoms(seed);
  const of = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const { desks } = await sharedTeam(sharedKinds, 3);
  const sha256 = 'a'.repeat(64);
  for (const { journal } of desks)
    keepLedger(
      journal,
      {
        ...{ accountNumber, from: '2026-11-01', to: '2026-11-30', fileName: 'ledger.csv' },
        ...{ sha256, notes: [], lines: packed('[]') },
      },
      stamp,
    );
  const acts: readonly ((desk: SharedDesk, step: string) => unknown)[] = [
    ({ journal }, step) =>
      saveNote(
        journal,
        ledgerOfFile(journal, sha256)!.ledgerId,
        { place: of(['line 1', 'line 2']), text: of(['', step]) },
        stamp,
      ),
    ({ journal }, step) =>
      saveTemplate(
        journal,
        { name: step, accountNumber, beneficiaryId: 'b', narration: '', amount: '' },
        { ...stamp, correlationId: 'a test' },
      ),
    ({ journal }) => {
      const some = storedTemplates(journal);
      if (some.length > 0) removeTemplate(journal, of(some).templateId, stamp);
    },
    ({ journal }, words) =>
      record(journal, {
        ...stamp,
        report: {
          ...{ from: '2026-11-01', to: '2026-11-20', accounts: [], open: [] },
          ...{ openTotal: 0, words },
        },
      }),
    ({ journal }, step) => {
      saveRequirements(journal, { secondSource: [step], books: [], exports: [] }, stamp);
    },
    ({ line }) => (line.isAway = random() < 0.4),
    ({ line }) => (line.losesNext = true),
    (desk) => desk.exchange(),
    (desk) => desk.killedBehindWriting(),
    (desk) => {
      desk.restart();
    },
  ];
  for (let step = 0; step < 120; step += 1) await of(acts)(of(desks), String(step));
  for (const desk of desks) desk.line.isAway = false;
  await settle(...desks);
  const states = desks.map(stateOf);
  expect(states[1], `seed ${String(seed)}`).toEqual(states[0]);
  expect(states[2], `seed ${String(seed)}`).toEqual(states[0]);
  expect(desks.map(({ journal }) => outgoingCount(journal))).toEqual([0, 0, 0]);
});
