import { describe, expect, test } from 'vitest';

import { outgoingCount } from '../../electron/engines/sharing/outgoing.ts';
import type { Journal } from '../../electron/engines/store/database.ts';
import {
  markEntries,
  noteVersions,
  otherNotes,
  readMarks,
  type MarkChange,
} from '../../electron/nouns/statements/annotations/marks.ts';
import { sharedOfStatements } from '../../electron/nouns/statements/shared.ts';
import { randoms, runSeed } from '../support/randoms.ts';
import { memoryRecord, sharedDesk } from '../support/team/shared-desks.ts';
import { at, settle, sharedTeam, stamp } from '../support/team/shared-team.ts';

const accountNumber = '0690000031';
const { actor } = stamp;

type Mark = Pick<MarkChange, 'read' | 'flagged' | 'note'>;

const mark = (journal: Journal, entryId: string, change: Mark): void => {
  markEntries(journal, { accountNumber, entryIds: [entryId], at, actor, ...change });
};

const markOf = (journal: Journal, entryId = 'e1') => {
  const stored = readMarks(journal, accountNumber, [entryId]).get(entryId);
  return { note: stored?.note ?? '', flagged: stored?.flagged ?? false, read: stored?.read };
};

const noteOf = (journal: Journal, entryId = 'e1'): string => markOf(journal, entryId).note;

const besideOf = (journal: Journal, entryId = 'e1'): string[] =>
  otherNotes(journal, accountNumber, entryId).map(({ by, words }) => `${by}: ${words}`);

describe('notes, flags and read marks of a team', () => {
  test('what one writes stands on the other desk under the person’s name', async () => {
    const { ada, ben } = await sharedTeam(sharedOfStatements);
    mark(ada.journal, 'e1', { note: 'ask the payer', flagged: true, read: true });
    await settle(ada, ben);
    expect(markOf(ben.journal)).toEqual({ note: 'ask the payer', flagged: true, read: true });
    expect(noteVersions(ben.journal, accountNumber, 'e1')).toEqual([
      { words: 'ask the payer', at, by: 'Ada' },
    ]);
    expect([...ben.changed[0]!.keys()].toSorted()).toEqual(['mark-flag', 'mark-read', 'note']);
    expect(ada.changed).toEqual([]);
    expect(noteVersions(ada.journal, accountNumber, 'e1')).toEqual([
      { words: 'ask the payer', at, by: 'this desk' },
    ]);
  });

  test('a change that the record takes and that changes nothing is written once at a time', async () => {
    const { record, ada } = await sharedTeam(sharedOfStatements);
    ada.line.isVoid = true;
    mark(ada.journal, 'e1', { note: 'void' });
    await ada.exchange();
    expect(record.acts.length).toBe(2);
  });

  test('a lone desk notes nothing for anyone', () => {
    const desk = sharedDesk(memoryRecord(), 1, sharedOfStatements);
    mark(desk.journal, 'e1', { note: 'mine', flagged: true, read: true });
    expect(outgoingCount(desk.journal)).toBe(0);
  });

  test('without the record changes wait, and go when it is back', async () => {
    const { ada, ben } = await sharedTeam(sharedOfStatements);
    ada.line.isAway = true;
    mark(ada.journal, 'e1', { note: 'later' });
    expect(await ada.exchange()).toBe(false);
    expect(outgoingCount(ada.journal)).toBe(1);
    ada.line.isAway = false;
    await settle(ada, ben);
    expect([noteOf(ben.journal), outgoingCount(ada.journal)]).toEqual(['later', 0]);
  });

  test('a lost answer and a kill write nothing twice', async () => {
    const { record, ada, ben } = await sharedTeam(sharedOfStatements);
    ada.line.losesNext = true;
    mark(ada.journal, 'e1', { note: 'once' });
    await settle(ada, ben);
    const written = record.acts.length;
    expect(written).toBe(2);
    mark(ada.journal, 'e2', { note: 'once more' });
    await ada.killedBehindWriting();
    expect([record.acts.length, outgoingCount(ada.journal)]).toEqual([3, 1]);
    await settle(ada, ben);
    expect([record.acts.length, outgoingCount(ada.journal)]).toEqual([3, 0]);
  });

  test('a note that is read back does not follow one written since', async () => {
    const { ada, ben } = await sharedTeam(sharedOfStatements);
    mark(ada.journal, 'e1', { note: 'one' });
    await ada.killedBehindWriting();
    mark(ada.journal, 'e1', { note: 'two' });
    await settle(ada, ben);
    for (const { journal } of [ada, ben])
      expect(noteVersions(journal, accountNumber, 'e1').map(({ words }) => words)).toEqual([
        ...['two', 'one'],
      ]);
  });

  test('the later flag in the record counts, also against a colleague’s that was read meanwhile', async () => {
    const { ada, ben } = await sharedTeam(sharedOfStatements);
    mark(ada.journal, 'e1', { flagged: true });
    ben.line.isAway = true;
    mark(ben.journal, 'e1', { flagged: true });
    mark(ben.journal, 'e1', { flagged: false });
    await ada.exchange();
    ben.line.isAway = false;
    await settle(ben, ada);
    expect([markOf(ada.journal).flagged, markOf(ben.journal).flagged]).toEqual([false, false]);
  });

  test('two notes written at once both stay, and one who has seen both joins them', async () => {
    const { ada, ben } = await sharedTeam(sharedOfStatements);
    mark(ada.journal, 'e1', { note: 'first' });
    await settle(ada, ben);
    ben.line.isAway = true;
    mark(ada.journal, 'e1', { note: 'by Ada' });
    mark(ben.journal, 'e1', { note: 'by Ben' });
    await ada.exchange();
    ben.line.isAway = false;
    await settle(ben, ada);
    for (const { journal } of [ada, ben])
      expect([noteOf(journal), besideOf(journal)]).toEqual(['by Ada', ['Ben: by Ben']]);
    mark(ben.journal, 'e1', { note: 'by Ada and Ben' });
    await settle(ben, ada);
    for (const { journal } of [ada, ben])
      expect([noteOf(journal), besideOf(journal)]).toEqual(['by Ada and Ben', []]);
  });

  test('the same note written at once is one', async () => {
    const { ada, ben } = await sharedTeam(sharedOfStatements);
    mark(ada.journal, 'e1', { note: 'same' });
    mark(ben.journal, 'e1', { note: 'same' });
    await settle(ada, ben);
    for (const { journal } of [ada, ben])
      expect([noteOf(journal), besideOf(journal)]).toEqual(['same', []]);
  });

  test('one person’s notes in a row need not wait for the record', async () => {
    const { ada, ben } = await sharedTeam(sharedOfStatements);
    mark(ada.journal, 'e1', { note: 'one' });
    mark(ada.journal, 'e1', { note: 'two' });
    mark(ada.journal, 'e1', { note: 'three' });
    await settle(ada, ben);
    for (const { journal } of [ada, ben])
      expect([noteOf(journal), besideOf(journal)]).toEqual(['three', []]);
  });

  test('a desk that joins brings its notes; one that differs stands beside the team’s', async () => {
    const record = memoryRecord();
    const ada = sharedDesk(record, 1, sharedOfStatements);
    mark(ada.journal, 'e1', { note: 'Ada’s before', flagged: true, read: true });
    await ada.join();
    await ada.exchange();
    const ben = sharedDesk(record, 2, sharedOfStatements);
    mark(ben.journal, 'e1', { note: 'Ben’s before', flagged: true });
    mark(ben.journal, 'e2', { note: 'only Ben’s' });
    await ben.join();
    await settle(ben, ada);
    for (const { journal } of [ada, ben]) {
      expect(noteOf(journal)).toBe('Ada’s before');
      expect(besideOf(journal)).toEqual(['this desk, entered by Ben: Ben’s before']);
      expect(noteOf(journal, 'e2')).toBe('only Ben’s');
      expect(markOf(journal).flagged).toBe(true);
    }
  });

  test('a desk that joins does not undo what the team decided', async () => {
    const record = memoryRecord();
    const ada = sharedDesk(record, 1, sharedOfStatements);
    await ada.join();
    mark(ada.journal, 'e1', { flagged: true });
    mark(ada.journal, 'e1', { flagged: false });
    await ada.exchange();
    const ben = sharedDesk(record, 2, sharedOfStatements);
    mark(ben.journal, 'e1', { flagged: true });
    await ben.join();
    await settle(ben, ada);
    expect([markOf(ada.journal).flagged, markOf(ben.journal).flagged]).toEqual([false, false]);
  });

  test.for([1, 2, 3, 4, 5, 6])('three desks end alike whatever the order: run %i', async (run) => {
    const seed = runSeed() + run;
    const random = randoms(seed);
    const of = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
    const { desks } = await sharedTeam(sharedOfStatements, 3);
    for (let step = 0; step < 120; step += 1) {
      const desk = of(desks);
      const entryId = of(['e1', 'e2', 'e3']);
      const act = Math.floor(random() * 7);
      if (act === 0) mark(desk.journal, entryId, { note: of(['a', 'b', 'c', '']) + String(step) });
      if (act === 1) mark(desk.journal, entryId, { flagged: of([true, false]), read: true });
      if (act === 2) desk.line.isAway = random() < 0.4;
      if (act === 3) desk.line.losesNext = true;
      if (act === 4) await desk.exchange();
      if (act === 5) await desk.killedBehindWriting();
      if (act === 6) desk.restart();
    }
    for (const desk of desks) desk.line.isAway = false;
    await settle(...desks);
    const states = desks.map(({ journal }) =>
      ['e1', 'e2', 'e3'].map((id) => ({ ...markOf(journal, id), beside: besideOf(journal, id) })),
    );
    expect(states[1], `seed ${String(seed)}`).toEqual(states[0]);
    expect(states[2], `seed ${String(seed)}`).toEqual(states[0]);
    expect(desks.map(({ journal }) => outgoingCount(journal))).toEqual([0, 0, 0]);
  });
});
