import { describe, expect, test } from 'vitest';

import { outgoingCount } from '../../electron/engines/sharing/outgoing.ts';
import { sharedOfColumns } from '../../electron/engines/columns/shared.ts';
import {
  allShapes,
  forgetShape,
  listShapes,
  saveShape,
  shapeFor,
  shapeIdOf,
} from '../../electron/engines/columns/shapes.ts';
import type { Journal } from '../../electron/engines/store/database.ts';
import {
  at,
  expectAlike,
  joinedLater,
  oneOf,
  send,
  settle,
  sharedTeam,
} from '../support/team/shared-team.ts';

const shape = 'heading ["betrag","an"]';
const shapeId = shapeIdOf('payments', shape);

const save = (journal: Journal, amount = 0, given: { readonly fileName?: string } = {}): void => {
  saveShape(journal, {
    ...{ kind: 'payments', shape, columns: { amount }, decimals: 'comma', offset: 1 },
    ...{ headings: ['Betrag', 'An'], fileName: 'lauf.csv', savedAt: at, ...given },
  });
};

const columnsOf = (journal: Journal) => shapeFor(journal, 'payments', shape)?.columns ?? null;

describe('how columns of files were matched', () => {
  test('a match holds on the other desk, and says who made it; its removal too', async () => {
    const { ada, ben } = await sharedTeam(sharedOfColumns);
    save(ada.journal);
    await settle(ada, ben);
    expect(shapeFor(ben.journal, 'payments', shape)).toEqual({
      ...{ columns: { amount: 0 }, decimals: 'comma', offset: 1, reading: {} },
      words: 'Its columns were matched as for lauf.csv on 20 Nov 2026 by Ada.',
    });
    expect(listShapes(ben.journal, 'payments')).toMatchObject([{ columns: ['Betrag: amount'] }]);
    forgetShape(ben.journal, shapeId, at);
    await settle(ada, ben);
    expect(columnsOf(ada.journal)).toBeNull();
  });

  test('an own match that the record lacks names no person', async () => {
    const { ada, ben } = await sharedTeam(sharedOfColumns);
    save(ada.journal);
    expect(shapeFor(ada.journal, 'payments', shape)?.words).toMatch(/2026\.$/);
    await settle(ada, ben);
    saveShape(ben.journal, {
      ...{ kind: 'payments', shape, columns: { amount: 1 }, decimals: null, offset: 0 },
      ...{ headings: [], fileName: 'b.csv', savedAt: '2026-11-21T09:41:00.000Z' },
    });
    expect(shapeFor(ben.journal, 'payments', shape)?.words).toMatch(/b\.csv on 21 Nov 2026\.$/);
  });

  test('the later in the record counts; a desk that joins brings its own', async () => {
    const { ada, ben } = await joinedLater(
      sharedOfColumns,
      (journal) => {
        save(journal, 0);
      },
      (journal) => {
        save(journal, 1);
        saveShape(journal, {
          ...{ kind: 'ledger', shape, columns: { amount: 1 }, decimals: null, offset: 0 },
          ...{ headings: [], fileName: 'b.csv', savedAt: at, reading: { dayOrder: 'dmy' } },
        });
      },
    );
    for (const { journal } of [ada, ben]) {
      expect(columnsOf(journal)).toEqual({ amount: 0 });
      expect(shapeFor(journal, 'ledger', shape)).toEqual({
        ...{ columns: { amount: 1 }, decimals: null, offset: 0, reading: { dayOrder: 'dmy' } },
        words: 'Its columns were matched as for b.csv on 20 Nov 2026 by Ben.',
      });
    }
    ben.line.isAway = true;
    save(ben.journal, 1);
    save(ada.journal, 0);
    await ada.exchange();
    ben.line.isAway = false;
    await settle(ben, ada);
    for (const { journal } of [ada, ben]) expect(columnsOf(journal)).toEqual({ amount: 1 });
  });

  test('a shape too large for an act stays on its desk', async () => {
    const { ada } = await sharedTeam(sharedOfColumns);
    saveShape(ada.journal, {
      ...{ kind: 'payments', shape, columns: {}, decimals: null, offset: 0 },
      ...{ headings: ['h'.repeat(100_001)], fileName: 'a.csv', savedAt: at },
    });
    expect([outgoingCount(ada.journal), allShapes(ada.journal).length]).toEqual([0, 1]);
  });

  const whole = {
    ...{ shapeId, kind: 'payments', columns: { amount: 0 }, decimals: null, offset: 0 },
    ...{ headings: ['Betrag'], fileName: 'a.csv', reading: {} },
  };
  test.for([
    { shapeId, shape: { ...whole, shapeId: '0'.repeat(64) } },
    { shapeId: 'x', shape: { ...whole, shapeId: 'x' } },
    { shapeId, shape: { ...whole, kind: 'other' } },
    { shapeId, shape: { ...whole, columns: { amount: -1 } } },
    { shapeId, shape: { ...whole, columns: { amount: 201 } } },
    { shapeId, shape: { ...whole, columns: [0] } },
    { shapeId, shape: { ...whole, decimals: 'none' } },
    { shapeId, shape: { ...whole, offset: 100_001 } },
    { shapeId, shape: { ...whole, headings: ['h'.repeat(1_001)] } },
    { shapeId, shape: { ...whole, fileName: 'a/b.csv' } },
    { shapeId, shape: { ...whole, reading: { a: 1 } } },
    { shapeId, shape: { ...whole, more: 1 } },
    { shapeId },
  ])('no broken item is applied: %j', async (item) => {
    const { ada, ben } = await sharedTeam(sharedOfColumns);
    await send(ada, 'file-shape', item);
    await settle(ada, ben);
    expect(allShapes(ben.journal)).toEqual([]);
    await send(ada, 'file-shape', { shapeId, shape: whole });
    await settle(ada, ben);
    expect(allShapes(ben.journal)).toEqual([{ shape: whole, at }]);
  });

  test.for([1, 2, 3, 4])('three desks end alike whatever the order: run %i', async (run) => {
    await expectAlike(run, sharedOfColumns, {
      change: (journal, random, step) => {
        if (oneOf(random, [true, true, false])) save(journal, step);
        else forgetShape(journal, shapeId, at);
      },
      stateOf: columnsOf,
    });
  });
});
