import { describe, expect, test } from 'vitest';

import {
  obstaclesOf,
  verdictOf,
  type ReconcileFacts,
} from '../../electron/nouns/reconcile/obstacles.ts';
import type { ReconcileAnswer } from '../../shared/ipc/review/reconcile.ts';
import { limits } from '../../shared/limits.ts';

const now = Date.parse('2026-11-20T10:00:00.000Z');
const ago = (ms: number): string => new Date(now - ms).toISOString();

const answer = (given: Partial<ReconcileAnswer> = {}): ReconcileAnswer => ({
  ...{ what: 'the statement of 1', state: 'whole', why: null, rows: 0 },
  ...given,
});
const standing = (
  given: Partial<ReconcileFacts['journalStatus']> = {},
): ReconcileFacts['journalStatus'] => ({
  ...{ state: 'missing', since: ago(3_600_000), knownUntil: null, lastSentAt: null },
  ...{ sends: 0, expectedSends: 0 },
  ...given,
});
const obstacles = (given: Partial<ReconcileFacts> = {}) =>
  obstaclesOf({
    ...{ journalStatus: standing(), nowMs: now, bankOffsetMs: 0, lists: [], hasList: true },
    ...{ statements: [answer()], isCutOff: false, found: 0, notShown: 0, unexplained: 0 },
    ...given,
  });
const none = { closes: [], looks: [] };
const failed = (what: string, why: string | null): ReconcileAnswer =>
  answer({ what, why, state: 'failed' });

test('nothing is in the way where list and statement were read and both sides agree', () => {
  expect(obstacles()).toEqual(none);
});

describe('sending stays closed', () => {
  test('while a list was not read to its end, with each reason', () => {
    const lists = [
      failed('the list of transfers', 'It ended early.'),
      failed('the list of trades', null),
      answer({ what: 'the list of remittances' }),
    ];
    expect(obstacles({ lists })).toEqual({
      ...none,
      closes: [
        'The bank did not show the list of transfers to its end. It ended early.',
        'The bank did not show the list of trades to its end.',
      ],
    });
  });

  test('while no account is known of which a statement could be asked', () => {
    expect(obstacles({ statements: [] }).closes).toEqual([
      'No account of this bank is known here, so that no statement could be asked: name one.',
    ]);
  });

  test('while statements cannot be read now, each reason once', () => {
    const statements = [
      failed('the statement of 1', 'The line is down.'),
      failed('the statement of 2', 'The line is down.'),
      failed('the statement of 3', null),
      answer(),
    ];
    expect(obstacles({ statements, isCutOff: true })).toEqual({
      ...none,
      closes: [
        'The statements of 2 accounts could not be read. The line is down.',
        'The statement of 3 could not be read.',
      ],
    });
  });

  test('while the bank may not show what left a moment ago, and no longer', () => {
    const at = (ms: number, given = {}) =>
      obstacles({ journalStatus: standing({ lastSentAt: ago(ms), ...given }) });
    const window = limits.settleWindowMs;
    expect(at(window - 1).closes).toEqual([
      'A payment may have left at 09:50 UTC, and the bank may take ten minutes to show it: ask again after 10:00 UTC.',
    ]);
    expect(at(window)).toEqual(none);
    expect(at(0, { state: 'whole' })).toEqual(none);
    // Without the time of a send, the time counts since which the journal is not the one that is known.
    expect(obstacles({ journalStatus: standing({ since: ago(0) }) }).closes).toHaveLength(1);
    expect(obstacles({ journalStatus: standing({ since: null }) })).toEqual(none);
  });

  test('while the clocks are more than a minute apart, where times have to count', () => {
    const apart = (bankOffsetMs: number | null, given = {}) =>
      obstacles({ bankOffsetMs, journalStatus: standing(given) }).closes;
    const words =
      'This machine’s clock and the bank’s are more than a minute apart: set the clock, then ask again.';
    expect([apart(60_001), apart(-60_001)]).toEqual([[words], [words]]);
    expect([apart(60_000), apart(-60_000), apart(null)]).toEqual([[], [], []]);
    expect(apart(60_001, { since: null })).toEqual([]);
  });

  test('not where as many payments are known as were sent: none can be on its way unseen', () => {
    const sent = (sends: number, expectedSends: number, found: number) =>
      obstacles({ found, journalStatus: standing({ lastSentAt: ago(0), sends, expectedSends }) })
        .closes;
    expect(sent(1, 3, 2)).toEqual([]);
    expect(sent(1, 3, 3)).toEqual([]);
    expect(sent(1, 3, 1)).toHaveLength(1);
    expect(sent(0, 0, 0)).toHaveLength(1);
  });
});

describe('a person has to look', () => {
  test('where the bank has neither list nor statement', () => {
    const blind = { hasList: false, statements: [failed('the statement of 1', 'Not allowed.')] };
    const words = ['This bank has neither a list of payments nor a statement that can be read.'];
    expect(obstacles(blind)).toEqual({ ...none, looks: words });
    expect(obstacles({ ...blind, hasList: true }).looks).toEqual([
      'The statement of 1 could not be read. Not allowed.',
    ]);
    expect(obstacles({ ...blind, statements: [...blind.statements, answer()] }).looks).toEqual([
      'The statement of 1 could not be read. Not allowed.',
    ]);
    expect(obstacles({ ...blind, isCutOff: true }).looks).toEqual([]);
  });

  test('at a statement that is not proven', () => {
    const statements = [
      answer({ state: 'doubtful', why: 'A balance does not follow.' }),
      answer({ what: 'the statement of 2', state: 'doubtful' }),
    ];
    expect(obstacles({ statements }).looks).toEqual([
      'The statement of 1 was read and is not proven. A balance does not follow.',
      'The statement of 2 was read and is not proven.',
    ]);
  });

  test('for what the bank does not show', () => {
    const looks = (notShown: number) => obstacles({ notShown }).looks;
    expect(looks(1)).toEqual([
      'The bank does not show 1 payment that the journal has: what lacks these may lack others.',
    ]);
    expect(looks(2)[0]).toContain('2 payments');
  });

  test('for debits without a reference, unless a list accounts for every send', () => {
    const looks = (given: Partial<ReconcileFacts>) => obstacles({ unexplained: 2, ...given }).looks;
    const words = ['2 debits without a reference may be payments of this desk.'];
    expect(looks({})).toEqual(words);
    const accounted = standing({ sends: 1, expectedSends: 1 });
    expect(looks({ journalStatus: accounted })).toEqual([]);
    expect(looks({ journalStatus: accounted, hasList: false })).toEqual(words);
    expect(looks({ unexplained: 1 })[0]).toContain('1 debit without');
  });
});

test('the verdict is the gravest: closed before a look, a look before a confirmation, none where nothing is locked', () => {
  const [closes, looks] = [['x'], ['y']];
  const of = (given: Partial<ReturnType<typeof obstaclesOf>>, state = 'missing') =>
    verdictOf(standing({ state: state as never }), { ...none, ...given });
  expect(of({ closes, looks })).toBe('closed');
  expect(of({ looks })).toBe('look');
  expect(of({})).toBe('confirm');
  expect(of({ closes, looks }, 'whole')).toBe('open');
});
