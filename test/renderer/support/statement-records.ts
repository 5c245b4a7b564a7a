import { addDays, dayNumber, dayOf, daysOf } from '../../../shared/calendar/calendar.ts';
import type {
  CountedDays,
  CoverageDay,
  EntryDetail,
  EntryRow,
  Proof,
  StatementFilter,
  StatementSummary,
  OwnTransferLeg,
} from '../../../shared/ipc/accounts/statements.ts';
import { moneyOfUnits } from '../../../shared/money/money.ts';

export const today = '2026-11-20';
export const asOf = '2026-11-20T09:41:07.000Z';

export type FakeAccount = {
  readonly accountNumber: string;
  readonly accountName: string;
  readonly currency: string;
  readonly entries: number;
};

const narrations = [
  'Kestrel Logistics Ltd · invoice 88213',
  'FX trade T-20411 · sold EUR 400,000.00',
  'Oduya Foods · settlement week 46',
  'Payroll batch 2026-11 · Lagos',
  'Marula GmbH · Rechnung 5510-B',
  'Simulated inflow · Acme Corp',
  'Bank charge · SWIFT OUR',
  'Acme Corp · PO 771 part 2 of 3',
  'Refund · Sable Trading, duplicate of 14 Nov',
];
/** Who stands on the other side of the entries with these narrations; null where no one is named. */
const payees = [
  'Kestrel Logistics Ltd',
  null,
  'Oduya Foods',
  null,
  'Marula GmbH',
  'Acme Corp',
  null,
  'Acme Corp',
  'Sable Trading',
];
const fakeTypes = ['TRANSFER', 'TRADE', 'FEE'];

/** A number between 0 and 1 that is always the same for the same index. */
function noise(index: number): number {
  const hashed = Math.imul(index ^ (index >>> 15), 0x2c1b3c6d);
  return (((hashed ^ (hashed >>> 12)) >>> 0) % 1_000_003) / 1_000_003;
}

/** Balances are invented, amounts follow from them: the chain always holds. */
const balanceUnits = (index: number): bigint =>
  84_201_189_000n -
  BigInt(Math.round(noise(index) * 4_000_000)) * 10_000n +
  BigInt(index % 97) * 100n;

/** Entry `index` of an account, newest first, spread evenly over a year. */
export function fakeEntry(account: FakeAccount, index: number): EntryRow {
  const units = balanceUnits(index) - balanceUnits(index + 1);
  const minutesBack = Math.floor((index * 525_600) / Math.max(account.entries, 1_200));
  const at = new Date(Date.parse('2026-11-20T08:49:31.000Z') - minutesBack * 60_000).toISOString();
  return {
    id: `TX-9F20-${String(account.entries - index).padStart(6, '0')}`,
    amount: moneyOfUnits(units < 0n ? -units : units, account.currency),
    direction: units < 0n ? 'debit' : 'credit',
    transactionType: fakeTypes[index % 4 === 1 ? 1 : index % 9 === 6 ? 2 : 0] ?? '',
    transactionDate: at,
    day: dayOf(at),
    narration: narrations[index % narrations.length] ?? '',
    counterparty: payees[index % narrations.length] ?? null,
    customReference: index % 3 === 0 ? '' : `REF-${String(70_211 - index)}`,
    balance: moneyOfUnits(balanceUnits(index), account.currency),
    version: index === 4 ? 2 : 1,
    rewritten: index === 4,
    withdrawnAt: index === 8 ? asOf : null,
    read: index > 5,
    flagged: index === 3,
    hasNote: index === 10,
    files: index === 10 ? 2 : 0,
  };
}

/** The extra fields of an entry from a bank that sends many. */
const talkative = JSON.stringify({
  counterparty: { iban: 'DE02 1203 0000 0000 2020 51', name: 'Marula Handels GmbH' },
  exchange: { rate: '1.0842' },
  remittanceLines: ['Rechnung 5510-B', 'abzüglich Gutschrift 118'],
  valueDate: '2026-11-20',
});

/** The other leg of a transfer to an account of savings. */
export const savingsLeg: OwnTransferLeg = {
  ...{ accountNumber: '30026729', accountName: 'Reserve', entryId: 'E-30026729-7' },
  ...{ direction: 'credit', day: '2026-11-20' },
  amount: { amount: '125000.00', currency: 'USD' },
};

export function fakeDetail(row: EntryRow, follows = true): EntryDetail {
  const units = balanceUnits(1);
  return {
    ...row,
    extras: row.version === 2 ? talkative : null,
    meanings:
      row.version === 2 ? { valueDate: '2026-11-20', counterparty: 'Marula Handels GmbH' } : {},
    firstSeenAt: asOf,
    earlierVersions:
      row.version === 1
        ? []
        : [
            {
              version: 1,
              seenAt: '2026-11-19T17:04:00.000Z',
              amount: row.amount.amount,
              currency: row.amount.currency,
              direction: row.direction,
              transactionType: row.transactionType,
              transactionDate: row.transactionDate,
              narration: 'Marula GmbH · Rechnung 5510',
              customReference: '',
              balance: row.balance.amount,
              extras: null,
            },
          ],
    follows,
    expectedBalance: follows ? null : moneyOfUnits(units, row.balance.currency).amount,
    ownTransfer: null,
    note: row.hasNote ? 'Requested Marula for the credit note on Tuesday.' : '',
    otherNotes: [],
    wordings: row.hasNote
      ? [
          { words: 'Requested Marula for the credit note on Tuesday.', at: asOf, by: 'Ada Merlin' },
          { words: 'Requested Marula.', at: '2026-11-20T09:20:00.000Z', by: 'Ben Osei' },
        ]
      : [],
    markedAt: row.hasNote ? asOf : null,
    markedBy: row.hasNote ? 'desk@example.com' : null,
  };
}

/** Entries that match; small accounts are filtered for real, a huge one by nothing. */
export function matching(
  account: FakeAccount,
  filter: StatementFilter,
): readonly EntryRow[] | null {
  if (account.entries > 5_000) return null;
  const search = filter.search?.toLowerCase() ?? '';
  return Array.from({ length: account.entries }, (_, index) => fakeEntry(account, index)).filter(
    (row) =>
      (filter.from === undefined || row.day >= filter.from) &&
      (filter.to === undefined || row.day <= filter.to) &&
      (filter.direction === undefined || row.direction === filter.direction) &&
      (filter.transactionType === undefined || row.transactionType === filter.transactionType) &&
      `${row.narration} ${row.customReference}`.toLowerCase().includes(search),
  );
}

/** As many as match, all of them spread evenly over a year as the entries are. */
export function fakeCount(account: FakeAccount, filter: StatementFilter): CountedDays {
  const rows = matching(account, filter);
  const perDay = Math.ceil(account.entries / 365);
  const spread = Array.from({ length: 365 }, (_, back): readonly [number, number] => [
    dayNumber(today) - back,
    Math.max(0, Math.min(perDay, account.entries - back * perDay)),
  ]);
  const counts = rows ? countedByDay(rows) : new Map(spread);
  return {
    total: rows?.length ?? account.entries,
    days: [...counts.keys()],
    counts: [...counts.values()],
  };
}

function countedByDay(rows: readonly EntryRow[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { day } of rows) counts.set(dayNumber(day), (counts.get(dayNumber(day)) ?? 0) + 1);
  return counts;
}

export function fakeSummary(account: FakeAccount, filter: StatementFilter): StatementSummary {
  const sum = (units: bigint) => moneyOfUnits(units, account.currency);
  const total = matching(account, filter)?.length ?? account.entries;
  return {
    accountNumber: account.accountNumber,
    accountName: account.accountName,
    currency: account.currency,
    filter,
    total,
    accountTotal: account.entries,
    opening: sum(69_021_180_000n),
    closing: sum(balanceUnits(0)),
    credits: sum(412_205_181_200n),
    debits: sum(397_025_172_200n),
    transactionTypes: fakeTypes,
    covered: { from: addDays(today, -111), to: today },
    asOf,
    unread: 6,
    setAside: [],
    exportFormats: [
      { name: 'csv', words: 'CSV, for a spreadsheet' },
      { name: 'json', words: 'JSON, for a program' },
    ],
  };
}

/** Proven but for a break, a hole of four days, and days before anything was fetched. */
export const fakeCoverage = (from: string, to: string): CoverageDay[] =>
  daysOf({ from, to }).map((date) => {
    const back = dayNumber(today) - dayNumber(date);
    const isMissing = (back > 32 && back < 37) || back > 105;
    const state =
      back === 50 ? 'broken' : isMissing ? 'missing' : back === 0 ? 'unproven' : 'proven';
    return { date, state, entries: isMissing ? 0 : 3, asOf: isMissing ? null : asOf };
  });

export const fakeProof = (state: Proof['state'], missingDays = 0): Proof => ({
  state,
  ok: state === 'proven',
  openingBalance: '6902118.00',
  closingBalance: '8420118.90',
  entries: 371,
  provenTo: state === 'none' ? null : today,
  brokenAt:
    state === 'broken'
      ? { entryId: 'TX-9F20-000900', date: '2026-11-14', expected: '100.00', found: '90.00' }
      : null,
  missingDays,
  reason: state === 'proven' ? null : 'The running balance does not follow from the entry before.',
});
