import {
  addDays,
  dayNumber,
  type IsoDate,
  type Period,
} from '../../../shared/calendar/calendar.ts';
import type { Compared, Flow, Flows } from '../../../shared/ipc/accounts/flows.ts';
import type {
  ArrivingReceivable,
  ArrivingTrade,
  Outlook,
  OutlookLine,
  OutlookSource,
} from '../../../shared/ipc/accounts/outlook.ts';
import { add, money, moneyOfUnits, negate } from '../../../shared/money/money.ts';
import type { Proposals } from '../../../renderer/features/accounts/proposals/proposal-labels.ts';
import { ok } from '../../../shared/result.ts';
import type { Answers } from '../support/fake-bridge.ts';
import { asOf, today } from '../support/statement-records.ts';

const units = (whole: number) => BigInt(whole) * 10_000n;

/** Money in on every other working day, out on each; the balance follows. */
function flowOf(date: IsoDate, currency: string): Flow {
  const day = dayNumber(date);
  const isWeekend = [2, 3].includes(day % 7);
  const into = isWeekend || day % 2 === 1 ? 0 : ((day * 7_919) % 90) * 1_000 + 120;
  const out = isWeekend ? 0 : ((day * 104_729) % 60) * 1_000 + 45;
  return {
    ...{ from: date, to: date, entries: isWeekend ? 0 : 3 },
    in: moneyOfUnits(units(into), currency),
    out: moneyOfUnits(units(out), currency),
    net: moneyOfUnits(units(into - out), currency),
    closing: moneyOfUnits(units(2_600_000 + ((day * 31) % 400) * 1_000), currency),
  };
}

const together = (rows: readonly Flow[]): Flow | null => {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return null;
  const sum = (of: 'in' | 'out' | 'net') => rows.map((row) => row[of]).reduce((a, b) => add(a, b));
  return {
    ...{ from: first.from, to: last.to, closing: last.closing },
    ...{ in: sum('in'), out: sum('out'), net: sum('net') },
    entries: rows.reduce((all, { entries }) => all + entries, 0),
  };
};

/** The days of a period, without those named. */
export function fakeFlows({ from, to }: Period, holes: readonly IsoDate[] = []): Flows {
  const count = dayNumber(to) - dayNumber(from) + 1;
  const rows = Array.from({ length: count }, (_, at) => flowOf(addDays(from, at), 'USD')).filter(
    ({ from: date }) => !holes.includes(date),
  );
  return { currency: 'USD', rows, total: together(rows) };
}

function fakeCompared(): Compared {
  const period = { from: '2026-11-01', to: '2026-11-20' };
  const { total: flow } = fakeFlows(period);
  const before = { from: '2026-10-01', to: '2026-10-20' };
  const { total: other } = fakeFlows(before);
  if (!flow || !other) throw new Error('there are days');
  const less = (of: 'in' | 'out' | 'net') => add(flow[of], negate(other[of]));
  return {
    ...{ period, flow },
    beside: [
      {
        ...{ period: before, flow: other },
        more: {
          ...{ in: less('in'), out: less('out'), net: less('net') },
          ...{ entries: flow.entries - other.entries, closing: money('-12000.00', 'USD') },
        },
      },
      { period: { from: '2025-11-01', to: '2025-11-20' }, flow: null, more: null },
    ],
  };
}

type GivenLine = readonly [
  days: number,
  name: string,
  reason: string,
  record: string,
  amount: string,
  source: OutlookSource,
];

const givenLines: readonly GivenLine[] = [
  [0, 'In flight', '3 sent, 1 unanswered', '', '-43620.40', { kind: 'in-flight' }],
  [
    3,
    'VAT 2026/10',
    'monthly, 23rd',
    'on time 11 of 12, ±2 %',
    '-214300.00',
    { kind: 'recurring', entryId: 'E-1' },
  ],
  [
    4,
    'Copperline Cables GmbH',
    'due 23 Nov, pays a day late',
    'as 4 before it',
    '182000.00',
    { kind: 'receivable', id: 'R-1' },
  ],
  [
    6,
    'payroll-2026-11-dublin.csv',
    'payment file, 32 payments not sent yet',
    '',
    '-410000.00',
    { kind: 'payment-file', batchId: 'P-1' },
  ],
  [
    10,
    'Bought for 90,000.00 EUR',
    'trade to settle',
    '',
    '96400.00',
    { kind: 'trade', tradeId: 'T-1' },
  ],
  [
    12,
    'Office rent Dublin',
    'monthly, 2nd or after a weekend',
    'on time 12 of 12, same amount',
    '-18900.00',
    { kind: 'recurring', entryId: 'E-2' },
  ],
];

export function fakeOutlook(accountNumber = '30026712'): Outlook {
  const balance = money('2913484.93', 'USD');
  let after = balance;
  const lines = givenLines.map(([days, name, reason, record, amount, source]): OutlookLine => {
    after = add(after, money(amount, 'USD'));
    const day = addDays(today, days);
    return { day, name, reason, record, source, amount: money(amount, 'USD'), balance: after };
  });
  return {
    ...{ accountNumber, currency: 'USD', lines, balance, balanceAsOf: asOf, isShort: false },
    unpriced: [],
    period: { from: today, to: addDays(today, 14) },
    history: { from: addDays(today, -400), to: today },
  };
}

/** Dollars sold for euros on the day. */
const arrivingTrade = (given: Partial<ArrivingTrade> = {}): ArrivingTrade => ({
  ...{ kind: 'trade', accountNumber: '30027781', tradeId: 'T-7', sent: null },
  ...{ amount: money('21848.37', 'EUR'), sold: money('25000.00', 'USD') },
  ...{ dealtAt: '2026-11-20T09:38:00.000Z', status: 'to-settle' },
  ...given,
});

const dueReceivable = (given: Partial<ArrivingReceivable> = {}): ArrivingReceivable => ({
  ...{ kind: 'receivable', id: 'RC-4', accountNumber: '30027781', due: addDays(today, -2) },
  ...{ payerName: 'Copperline Cables GmbH', amount: money('90.00', 'EUR'), mayBePaid: null },
  paid: { part: money('10.00', 'EUR'), whole: money('100.00', 'EUR') },
  ...given,
});

const arriving = {
  accountNumber: '30027781',
  amount: money('21938.37', 'EUR'),
  lines: [dueReceivable(), arrivingTrade()],
};

/** The same with both ways on one account, and one that comes to none. */
export const fakeArriving = {
  rows: [
    arriving,
    {
      accountNumber: '30026712',
      amount: money('96400.00', 'USD'),
      lines: [
        arrivingTrade({
          ...{ accountNumber: '30026712', tradeId: null, status: 'unanswered' },
          ...{ amount: money('96400.00', 'USD'), sold: money('90000.00', 'EUR') },
          sent: {
            ...{ submissionId: 's-9', operation: 'lockRate', reference: 'R-9', recordId: null },
          },
        }),
      ],
    },
  ],
  elsewhere: [
    dueReceivable({ id: 'RC-5', amount: money('1000.00', 'CHF'), paid: null }),
    dueReceivable({ id: 'RC-6', amount: null, paid: null, payerName: '' }),
  ],
};

export const aheadAnswers = (): Answers => ({
  'outlook.arriving': () => ok({ rows: [arriving], elsewhere: [] }),
  'flows.read': ({ from = '2026-01-01', to = today }) => ok(fakeFlows({ from, to })),
  'flows.compared': () => ok(fakeCompared()),
  'outlook.ahead': ({ accountNumber }) => ok(fakeOutlook(accountNumber)),
});

/** With a payment that was begun, and one without an amount. */
export function draftedOutlook(accountNumber?: string): Outlook {
  const outlook = fakeOutlook(accountNumber);
  const amount = money('-12500.00', 'USD');
  const [first] = outlook.lines;
  const draft: OutlookLine = {
    ...{ day: today, name: 'Müller Präzisionsteile', reason: 'a draft, not sent', record: '' },
    ...{ amount, balance: first?.balance ? add(first.balance, amount) : null },
    source: { kind: 'draft', key: 'to B-7' },
  };
  const rest = outlook.lines.slice(1).map((line) => ({
    ...line,
    balance: line.balance && add(line.balance, amount),
  }));
  return {
    ...outlook,
    lines: [...outlook.lines.slice(0, 1), draft, ...rest],
    unpriced: [{ key: 'to B-8', name: 'Oduya Foods' }],
  };
}

/** A transfer, a conversion with an old balance, and a bound that nothing restores. */
export const fakeProposals: Proposals = {
  rows: [
    {
      ...{ kind: 'transfer', from: '30020932', to: '30026712', side: 'sell', other: null },
      amount: money('120000.00', 'USD'),
      beneficiaryId: 'B-7',
      because: {
        ...{ accountNumber: '30026712', side: 'floor', day: addDays(today, 3) },
        by: money('81081.10', 'USD'),
      },
      ...{ asOf, isStale: false },
    },
    {
      ...{ kind: 'conversion', from: '30027781', to: '30026712', side: 'sell' },
      amount: money('90000.00', 'EUR'),
      other: {
        amount: money('104150.20', 'USD'),
        ...{ source: 'file', name: 'eurofxref.csv', at: today },
      },
      beneficiaryId: null,
      because: {
        ...{ accountNumber: '30027781', side: 'ceiling', day: today },
        by: money('12500.00', 'EUR'),
      },
      ...{ asOf: '2026-11-17T08:00:00.000Z', isStale: true },
    },
  ],
  unmet: [
    {
      ...{ accountNumber: '30026712', why: 'no-rate', missing: money('5000.00', 'USD') },
      because: null,
    },
  ],
};
