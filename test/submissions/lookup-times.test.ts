import { describe, expect, test } from 'vitest';

import type { SubmissionLookup } from '../../electron/engines/submissions/journal/lookup-table.ts';
import type { Submission } from '../../electron/engines/submissions/journal/submission-table.ts';
import { lookupDueAt } from '../../electron/engines/submissions/lookup/lookup-due.ts';
import {
  heldAgainstFromMs,
  isSettled,
  lookupsSinceAttempt,
  mayConclude,
  nextLookupAt,
  sentAt,
  sentMs,
} from '../../electron/engines/submissions/lookup/lookup-times.ts';
import { probeFor } from '../../electron/engines/submissions/lookup/probe.ts';
import {
  isAsDemanding,
  searchTexts,
} from '../../electron/engines/submissions/lookup/reference-match.ts';
import {
  detailOf,
  resemblingOf,
  titleOf,
  viewOf,
} from '../../electron/engines/submissions/submission-views.ts';
import type { ResemblingRow } from '../../shared/ipc/submissions.ts';
import { limits } from '../../shared/limits.ts';
import type { Moment } from '../../shared/calendar/moment.ts';
import { registry } from '../support/desks/changes.ts';
import { beginning, openLoneDesk, submissionOf, written } from '../support/desks/lone-desk.ts';

const begunMs = Date.parse(beginning);
const at = (ms: number): string => new Date(begunMs + ms).toISOString();
const minute = 60_000;
const hour = 60 * minute;

/** So long after the beginning, in one opening of the bank. */
const moment = (ms: number, given: Partial<Moment> = {}): Moment => ({
  wallMs: begunMs + ms,
  opening: 'one',
  sinceOpeningMs: ms,
  bank: null,
  ...given,
});
const attempt = (ms = 0, clocks: Moment | null = moment(ms)) => ({
  at: at(ms),
  correlationId: 'test',
  outcome: null,
  clocks,
});
const look = (
  ms: number,
  found: SubmissionLookup['found'],
  given: Partial<SubmissionLookup> = {},
): SubmissionLookup => ({
  at: at(ms),
  source: 'bank',
  found,
  words: found,
  clocks: moment(ms),
  attempt: 1,
  resembling: [],
  ...given,
});
const sent = (lookups: readonly SubmissionLookup[] = [], given: Partial<Submission> = {}) =>
  submissionOf({ attempts: [attempt()], lookups, ...given });

describe('when a change was last sent', () => {
  test('is noted by every clock, and taken from the bank’s where it gave one', () => {
    expect(sentAt(submissionOf())).toBeNull();
    expect(sentMs(submissionOf())).toBe(begunMs);
    const twice = submissionOf({ attempts: [attempt(), attempt(hour)] });
    expect(sentAt(twice)).toEqual(moment(hour));
    expect(sentMs(twice)).toBe(begunMs + hour);
    const bank = { leastMs: begunMs + 7, mostMs: begunMs + 9 };
    const dated = submissionOf({ attempts: [attempt(0, moment(0, { bank }))] });
    expect(sentMs(dated)).toBe(begunMs + 7);
    expect(sentMs(submissionOf({ attempts: [attempt(hour, null)] }))).toBe(begunMs + hour);
  });

  test('holds against it what the bank dates from five minutes before', () => {
    expect(heldAgainstFromMs(submissionOf())).toBe(begunMs - 5 * minute);
  });
});

test('what was looked up since it was last sent leaves out a person’s lookup and those of earlier sendings', () => {
  const looks = [
    look(1, 'no'),
    look(2, 'no', { attempt: 2 }),
    look(3, 'no', { attempt: 2, source: 'person' }),
    look(4, 'no', { attempt: 2, source: 'statement' }),
    look(5, 'no', { attempt: null }),
  ];
  const twice = submissionOf({ attempts: [attempt(), attempt()], lookups: looks });
  expect(lookupsSinceAttempt(twice)).toEqual([looks[1], looks[3]]);
});

describe('the desk asks by itself', () => {
  const silent = (count: number, source: SubmissionLookup['source'] = 'bank') =>
    Array.from({ length: count }, (_, index) => look(index, 'unavailable', { source }));

  test('two, five, fifteen and sixty seconds after it was sent', () => {
    expect([0, 1, 2, 3].map((count) => nextLookupAt(sent(silent(count))))).toEqual(
      [2_000, 5_000, 15_000, 60_000].map(at),
    );
  });

  test('then five minutes after the last look, until a day is over', () => {
    const late = (ms: number) => nextLookupAt(sent([...silent(4), look(ms, 'unavailable')]));
    expect(late(9 * minute)).toBe(at(14 * minute));
    expect(late(24 * hour - 5 * minute)).toBe(at(24 * hour));
    expect(late(24 * hour - 5 * minute + 1)).toBeNull();
  });

  test('and counts one round where it looked in two places', () => {
    expect(nextLookupAt(sent([...silent(2), ...silent(2, 'statement')]))).toBe(at(15_000));
    expect(nextLookupAt(sent([...silent(1), ...silent(3, 'statement')]))).toBe(at(60_000));
  });

  test('from its last sending on, and only of what has no answer', () => {
    const again = { attempts: [attempt(), attempt(hour)] };
    expect(nextLookupAt(sent(silent(9), again))).toBe(at(hour + 2_000));
    expect(nextLookupAt(sent([], { attempts: [] }))).toBe(at(2_000));
    for (const state of ['sending', 'accepted', 'not-found'] as const)
      expect(nextLookupAt(sent([], { state }))).toBeNull();
  });

  test('never of what only a person can find out', () => {
    expect(lookupDueAt(sent(), registry)).toBe(at(2_000));
    expect(lookupDueAt(sent([], { operation: 'simulateInflow' }), registry)).toBeNull();
  });
});

describe('the desk may conclude that the bank does not have it', () => {
  const window = limits.settleWindowMs;
  const apart = limits.looksApartMs;
  const negatives = [look(window - apart, 'no'), look(window, 'no')];
  const now = moment(window);

  test('once two looks did not show it, a minute apart, the later one after the settle window', () => {
    expect(mayConclude(sent(negatives), now)).toBe(true);
    expect(mayConclude(sent(negatives.toReversed()), now)).toBe(true);
    expect(mayConclude(sent([look(window, 'no')]), now)).toBe(false);
    expect(mayConclude(sent([look(window - apart, 'no'), look(window - 1, 'no')]), now)).toBe(
      false,
    );
    expect(mayConclude(sent([look(window - apart + 1, 'no'), look(window, 'no')]), now)).toBe(
      false,
    );
    expect(mayConclude(sent([]), now)).toBe(false);
  });

  test('not where a look found nothing out, was not noted by every clock, or was a person’s', () => {
    const [first, second] = negatives as [SubmissionLookup, SubmissionLookup];
    expect(mayConclude(sent([{ ...first, found: 'unavailable' }, second]), now)).toBe(false);
    expect(mayConclude(sent([first, { ...second, clocks: null }]), now)).toBe(false);
    expect(mayConclude(sent([{ ...first, source: 'person' }, second]), now)).toBe(false);
    expect(mayConclude(sent([{ ...first, attempt: 0 }, second]), now)).toBe(false);
  });

  test.each(['yes', 'doubtful'] as const)('never after a look that found %s', (found) => {
    expect(mayConclude(sent([look(1, found), ...negatives]), now)).toBe(false);
  });

  test('never while this machine’s clock and the bank’s disagree', () => {
    const wallMs = now.wallMs;
    const bankAt = (ms: number) => ({ bank: { leastMs: wallMs + ms, mostMs: wallMs + ms } });
    expect(mayConclude(sent(negatives), { ...now, ...bankAt(minute) })).toBe(true);
    expect(mayConclude(sent(negatives), { ...now, ...bankAt(minute + 1) })).toBe(false);
    expect(mayConclude(sent(negatives), { ...now, ...bankAt(-minute - 1) })).toBe(false);
  });

  test('only after time that surely passed: a clock that was set shows none', () => {
    const set = look(window, 'no', { clocks: moment(window, { sinceOpeningMs: minute }) });
    expect(mayConclude(sent([look(0, 'no'), set]), now)).toBe(false);
    expect(isSettled(sent(), moment(window))).toBe(true);
    expect(isSettled(sent(), moment(window - 1))).toBe(false);
  });

  test('after another opening, by what surely passed within that one', () => {
    const other = moment(window, { opening: 'two' });
    expect(isSettled(sent(), other)).toBe(true);
    expect(isSettled(sent(), other, moment(window, { opening: 'three' }))).toBe(false);
  });
});

describe('what a person is shown of a change', () => {
  const clock = { now: () => begunMs, monotonicMs: () => 0, moment: () => moment(0) };
  const later = (ms: number) => ({ ...clock, moment: () => moment(ms) });
  const row: ResemblingRow = {
    source: 'list',
    recordId: 'T-1',
    reference: '',
    amount: null,
    currency: '',
    accountNumber: '',
    counterparty: '',
    at: null,
    narration: '',
    why: '',
  };

  test('is what stands in the journal, and what comes next', () => {
    const view = viewOf(sent([look(1, 'no')], { recordId: 'T-1', confirmed: true }), {
      clock,
      registry,
    });
    expect(view).toMatchObject({
      submissionId: 's-1',
      operation: 'createSingleTransfer',
      subject: 'transfer:R-1',
      reference: 'R-1',
      state: 'unknown',
      createdAt: beginning,
      attempts: 1,
      lastAttemptAt: beginning,
      isLookedUp: true,
      lookups: 1,
      nextLookupAt: at(5_000),
      recordId: 'T-1',
      confirmed: true,
      mayRepeat: false,
      maySettle: false,
    });
  });

  test('is by its operation’s title where it has no description of its own', () => {
    const nothing = { amount: null, accountNumber: null, counterparty: null, counterpartyId: null };
    expect(viewOf(sent(), { clock, registry }).about).toEqual({
      title: 'Create Single Transfer',
      ...nothing,
    });
    const about = { title: 'Transfer to Ada', ...nothing };
    expect(viewOf(sent([], { about }), { clock, registry }).about).toEqual(about);
    expect(titleOf('ofOldTimes')).toBe('ofOldTimes');
  });

  test('may be settled by them once the settle window has passed, while it has no answer', () => {
    const settled = later(limits.settleWindowMs);
    expect(viewOf(sent(), { clock: settled, registry }).maySettle).toBe(true);
    expect(viewOf(sent([], { state: 'accepted' }), { clock: settled, registry }).maySettle).toBe(
      false,
    );
  });

  test('may be sent again where it never left or is not there, and can be', () => {
    const may = (given: Partial<Submission>) =>
      viewOf(sent([], given), { clock, registry }).mayRepeat;
    expect(may({ state: 'not-sent' })).toBe(true);
    expect(may({ state: 'not-found' })).toBe(true);
    expect(may({ state: 'refused' })).toBe(false);
    expect(may({ state: 'not-found', operation: 'lockRate' })).toBe(false);
    expect(may({ state: 'not-found', operation: 'ofOldTimes' })).toBe(false);
  });

  test('has what the last look showed of what resembles it, while it has no answer', () => {
    const other = { ...row, recordId: 'T-2' };
    const looks = [
      look(1, 'doubtful', { resembling: [other] }),
      look(2, 'doubtful', { resembling: [row] }),
      look(3, 'no'),
    ];
    expect(viewOf(sent(looks), { clock, registry }).resembling).toEqual([row]);
    expect(viewOf(sent(looks, { state: 'accepted' }), { clock, registry }).resembling).toEqual([]);
    expect(resemblingOf(sent([look(1, 'no')]))).toEqual([]);
  });

  test('has all that was done about it, oldest first', () => {
    const done = submissionOf({
      attempts: [{ ...attempt(0), outcome: 'unknown' }, attempt(3 * minute)],
      lookups: [
        look(2 * minute, 'no'),
        look(3 * minute, 'unavailable'),
        look(minute, 'yes', { source: 'person' }),
      ],
    });
    expect(detailOf(done, { clock, registry })).toMatchObject({
      reference: 'R-1',
      history: [
        { at: at(0), event: 'attempt', words: 'unknown' },
        { at: at(minute), event: 'person', words: 'yes' },
        { at: at(2 * minute), event: 'lookup', words: 'no' },
        { at: at(3 * minute), event: 'attempt', words: 'on its way' },
        { at: at(3 * minute), event: 'lookup', words: 'unavailable' },
      ],
    });
  });
});

describe('another change shows that ours would be found', () => {
  test.each<[string, string, boolean, string]>([
    ['INV-2026-0002', 'INV-2026-0001', true, 'of the same kind'],
    ['inv-2026-0002', 'INV-2026-0001', false, 'of small letters, where ours are capitals'],
    ['INV-2026-0002', 'inv-2026-0001', false, 'of capitals, where ours are small letters'],
    ['Inv-2026-0002', 'INV-2026-0001', true, 'of both letters'],
    ['Inv-2026-0002', 'inv-2026-0001', true, 'of both letters, where ours are small'],
    ['INV 2026 0002', 'INV-2026-0001', false, 'without a sign of ours'],
    ['INV-2026/0002', 'INV-2026-0001', true, 'with a sign more'],
    ['ABCDEFG', 'BCDEFGH', true, 'without signs, where ours has none'],
    ['A-1', 'INV-2026-0001', false, 'shorter than ours'],
    ['A'.repeat(16), 'B'.repeat(16), true, 'of sixteen characters as ours'],
    ['A'.repeat(16), 'B'.repeat(17), false, 'that is not cut at sixteen, where ours may be'],
    ['A'.repeat(17), 'B'.repeat(29), true, 'that is cut at sixteen too'],
    ['A'.repeat(30), 'B'.repeat(31), false, 'that is not cut at thirty'],
    ['A'.repeat(31), 'B'.repeat(35), true, 'that is cut at thirty too'],
    ['A'.repeat(35), 'B'.repeat(36), false, 'that is not cut at thirty-five'],
  ])('%s for %s: %s, being %s', (probe, ours, isEnough) => {
    expect(isAsDemanding(probe, ours)).toBe(isEnough);
  });

  test('is the one sent nearest to ours, of the same kind, that the bank named', () => {
    const desk = openLoneDesk();
    const { journal } = desk.parts;
    const has = (reference: string) =>
      written(desk, reference, { state: 'accepted', recordId: reference });
    has('PAY-DAYOLD');
    desk.passes(12 * hour);
    has('PAY-BEFORE');
    desk.passes(12 * hour);
    const ours = written(desk, 'PAY-OURS', { state: 'unknown' });
    expect(probeFor(journal, ours)?.reference).toBe('PAY-BEFORE');
    desk.passes(hour);
    has('PAY-AFTER');
    has('pay-small');
    written(desk, 'PAY-UNNAMED', { state: 'accepted' });
    written(desk, 'PAY-REFUSED', { state: 'refused', recordId: 'X' });
    expect(probeFor(journal, ours)?.reference).toBe('PAY-AFTER');
    expect(probeFor(journal, { ...ours, operation: 'lockRate' })).toBeNull();
    desk.passes(12 * hour);
    has('PAY-LATE');
    expect(probeFor(journal, ours)?.reference).toBe('PAY-AFTER');
    const longer = { ...ours, reference: 'PAY-OURS-THAT-IS-LONGER' };
    expect(probeFor(journal, longer)).toBeNull();
  });

  test('is one within a day, to the millisecond', () => {
    const desk = openLoneDesk();
    written(desk, 'PAY-1', { state: 'accepted', recordId: 'T-1' });
    desk.passes(24 * hour);
    const near = written(desk, 'PAY-2');
    desk.passes(1);
    const far = written(desk, 'PAY-3');
    expect(probeFor(desk.parts.journal, near)?.reference).toBe('PAY-1');
    expect(probeFor(desk.parts.journal, far)).toBeNull();
  });
});

test('a statement is searched for the beginning of our reference, as it is and bare', () => {
  expect(searchTexts('INV-2026-0001-ABCDEF')).toEqual(['INV-2026-0001-AB', 'inv20260001abcde']);
  expect(searchTexts('abc')).toEqual(['abc']);
  expect(searchTexts('--')).toEqual(['--']);
});
