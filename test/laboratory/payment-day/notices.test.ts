import { beforeEach, expect, test, vi } from 'vitest';

import type * as DueHolds from '../../../electron/desk/due/sending/due-holds.ts';
import type * as DueDays from '../../../electron/nouns/due-payments/due-days.ts';
import type * as MatchPayee from '../../../electron/nouns/invoices/match-payee.ts';
import type * as InvoiceFile from '../../../electron/nouns/invoices/payment-file.ts';
import type * as LinesAlike from '../../../electron/nouns/payments/file/reading/twins.ts';
import type * as FoundListed from '../../../electron/nouns/payments/found-listed.ts';
import type * as Twins from '../../../electron/nouns/payments/twins.ts';
import { lookUpByHand } from '../../support/desks/lookups-by-hand.ts';
import { addDays } from '../../../shared/calendar/calendar.ts';
import { Screening } from '../../../electron/nouns/screening/screening.ts';
import { livePaymentDay } from './history.ts';
import { dayMs, going, holiday, monday, type DayPlan, type LabInvoice } from './plan.ts';

/** What the laboratory is worth: it notices when a defence is taken out. These are taken out where a test says so. */
const out = vi.hoisted(() => ({
  ...{ alike: false, details: false, clocks: false, overdue: false, listed: false },
}));

vi.mock('../../../electron/nouns/payments/twins.ts', async (original) => {
  const real = await original<typeof Twins>();
  const twinsOf: typeof real.twinsOf = (...given) => (out.alike ? [] : real.twinsOf(...given));
  const findTwins: typeof real.findTwins = (...given) =>
    out.alike ? { twins: [], period: given[2] } : real.findTwins(...given);
  return { ...real, twinsOf, findTwins };
});

vi.mock('../../../electron/nouns/payments/file/reading/twins.ts', async (original) => {
  const real = await original<typeof LinesAlike>();
  const withTwins: typeof real.withTwins = function* (lines) {
    yield* out.alike ? lines : real.withTwins(lines);
  };
  return { ...real, withTwins };
});

vi.mock('../../../electron/nouns/invoices/match-payee.ts', async (original) => {
  const real = await original<typeof MatchPayee>();
  const matchPayee: typeof real.matchPayee = (...given) => {
    const match = real.matchPayee(...given);
    return out.details ? { ...match, kind: 'known', message: '' } : match;
  };
  return { ...real, matchPayee };
});

vi.mock('../../../electron/nouns/invoices/payment-file.ts', async (original) => {
  const real = await original<typeof InvoiceFile>();
  // Pays the saved payee, whatever account the invoice names.
  const paymentFileOf: typeof real.paymentFileOf = (...given) => {
    const text = real.paymentFileOf(...given);
    return out.details ? text.replaceAll('DE75512108001245126199', '000103014455') : text;
  };
  return { ...real, paymentFileOf };
});

vi.mock('../../../electron/nouns/due-payments/due-days.ts', async (original) => {
  const real = await original<typeof DueDays>();
  const dueDaysAt: typeof real.dueDaysAt = (clock) => {
    const { first, last } = real.dueDaysAt(clock);
    return out.clocks ? { first: last, last } : { first, last };
  };
  return { ...real, dueDaysAt };
});

vi.mock('../../../electron/desk/due/sending/due-holds.ts', async (original) => {
  const real = await original<typeof DueHolds>();
  const whyHeld: typeof real.whyHeld = (...given) => (out.overdue ? null : real.whyHeld(...given));
  return { ...real, whyHeld };
});

vi.mock('../../../electron/nouns/payments/found-listed.ts', async (original) => {
  const real = await original<typeof FoundListed>();
  const adoptListed: typeof real.adoptListed = (...given) =>
    out.listed ? null : real.adoptListed(...given);
  const duplicateAmong: typeof real.duplicateAmong = (...given) =>
    out.listed ? null : real.duplicateAmong(...given);
  return { ...real, adoptListed, duplicateAmong };
});

lookUpByHand();

beforeEach(() => {
  for (const name of Object.keys(out)) Object.assign(out, { [name]: false });
});

const first: LabInvoice = {
  ...({ number: 'RE-1', fate: 'plain', payee: 0, amount: '100.25' } as const),
  due: monday,
};
const alike: LabInvoice = { ...first, number: 'RE-2', fate: 'twin' };
const tuesday = addDays(monday, 1);

type Step = DayPlan['steps'][number];
const drop = (invoices: readonly number[], desk = 0): Step => ({
  ...({ do: 'drop', invoices, desk } as const),
  ...going,
});
const sendDue: Step = { do: 'send due', times: 1, isReleased: false, desk: 0, ...going };
const list: Step = { do: 'list', payee: 0, desk: 0 };
const decide = (as: 'same' | 'other' | 'open'): Step => ({ do: 'decide', as, desk: 0 });
const pass = (days: number): Step => ({ do: 'pass', ms: days * dayMs, desk: 0 });
const setAhead: Step = { do: 'set the clock', ms: 3 * dayMs, desk: 0 };

async function kindsOf(
  invoices: readonly LabInvoice[],
  steps: readonly Step[],
  desks: 1 | 2 = 1,
): Promise<string[]> {
  const { faults } = await livePaymentDay({ seed: 0, invoices, desks, steps });
  return [...new Set(faults.map(({ kind }) => kind))];
}

test.each([
  ['in one file', [drop([0, 1])]],
  ['in a later file', [drop([0]), drop([1])]],
  ['that is scheduled, and one that is not', [drop([2]), drop([3]), pass(0.9), sendDue]],
])('two invoices alike, %s', async (_, steps) => {
  const later = [
    { ...first, due: tuesday },
    { ...alike, due: monday },
  ];
  const invoices = [first, alike, ...later];
  expect(await kindsOf(invoices, steps)).toEqual([]);
  out.alike = true;
  expect(await kindsOf(invoices, steps)).toEqual(['booked twice']);
});

test('the bank details of an invoice', async () => {
  const invoices: LabInvoice[] = [{ ...first, fate: 'other details' }];
  expect(await kindsOf(invoices, [drop([0])])).toEqual([]);
  out.details = true;
  expect(await kindsOf(invoices, [drop([0])])).toEqual(['sent though held']);
});

test.each([
  ['is dropped', [setAhead, drop([0])]],
  ['is due', [drop([0]), setAhead, sendDue]],
])('both clocks, where one is set ahead before an invoice %s', async (_, steps) => {
  const invoices = [{ ...first, due: holiday.day }];
  expect(await kindsOf(invoices, steps)).toEqual([]);
  out.clocks = true;
  out.overdue = true;
  expect(await kindsOf(invoices, steps)).toEqual(['sent early']);
});

test('the name for what is overdue', async () => {
  const invoices = [{ ...first, due: tuesday }];
  const steps = [drop([0]), pass(2), sendDue];
  expect(await kindsOf(invoices, steps)).toEqual([]);
  out.overdue = true;
  expect(await kindsOf(invoices, steps)).toEqual(['sent overdue without a name']);
});

test.each([
  ['now', [drop([0], 0), drop([0], 1)], first],
  ['later', [drop([0], 0), drop([0], 1), pass(1), sendDue, { ...sendDue, desk: 1 }], null],
] as const)('the bank’s list, where two machines pay an invoice %s', async (_, steps, invoice) => {
  const invoices = [invoice ?? { ...first, due: tuesday }];
  expect(await kindsOf(invoices, steps, 2)).toEqual([]);
  out.listed = true;
  out.alike = true;
  expect(await kindsOf(invoices, steps, 2)).toEqual(['booked twice']);
});

test.each([
  ['when its invoice is dropped', [list, drop([0])]],
  ['when its payment is due', [drop([1]), list, pass(0.9), sendDue]],
  ['and a person decided that it is the same', [list, decide('same'), drop([0])]],
  ['and a person took a decision back', [list, decide('other'), decide('open'), drop([0])]],
])('a payee that is on a list of sanctions %s', async (_, steps) => {
  const invoices = [first, { ...first, due: tuesday }];
  expect(await kindsOf(invoices, steps)).toEqual([]);
  const warnings = vi.spyOn(Screening.prototype, 'warningsOf').mockReturnValue([]);
  expect(await kindsOf(invoices, steps)).toEqual(['sent to a listed name']);
  warnings.mockRestore();
});

test('a payee on a list is paid once a person decided that it is somebody else', async () => {
  const steps = [list, decide('other'), drop([0]), list, drop([1]), pass(0.9), sendDue];
  const invoices = [first, { ...first, number: 'RE-2', amount: '101.25', due: tuesday }];
  const { faults, counts } = await livePaymentDay({ seed: 0, invoices, desks: 1, steps });
  expect(faults).toEqual([]);
  expect(counts.booked - counts.recurring - counts.asked).toBe(2);
});
