import { inFlightRecord } from './submission-records.ts';
import { ok } from '../../../shared/result.ts';
import { addDays } from '../../../shared/calendar/calendar.ts';
import type { JournalStatus } from '../../../shared/ipc/submissions.ts';
import type {
  AccountInFlight,
  AccountPlan,
  CrossedBound,
  Position,
  PositionAccount,
} from '../../../shared/ipc/accounts/accounts.ts';
import type { ConvertedTotal } from '../../../shared/ipc/accounts/rates.ts';
import { plainAppearance } from '../../../shared/ipc/desk/appearance.ts';
import type { DeskState } from '../../../shared/ipc/desk/desk.ts';
import type {
  EntryRow,
  Proof,
  StatementFilter,
  SyncProgress,
} from '../../../shared/ipc/accounts/statements.ts';
import { isCurrency } from '../../../shared/money/currencies.ts';
import { add, moneyOfUnits, type Money } from '../../../shared/money/money.ts';
import { aheadAnswers } from '../accounts/ahead-records.ts';
import type { Answers } from './fake-bridge.ts';
import {
  asOf,
  fakeCount,
  fakeCoverage,
  fakeDetail,
  fakeEntry,
  fakeProof,
  fakeSummary,
  matching,
  today,
  type FakeAccount,
} from './statement-records.ts';

const wholeJournal: JournalStatus = {
  state: 'whole',
  since: null,
  knownUntil: null,
  lastSentAt: null,
  sends: 3,
  expectedSends: 3,
};

export const sandboxDesk: DeskState = {
  phase: 'open',
  version: '0.1.0',
  bank: {
    profileId: 'sandbox',
    name: 'Example Bank',
    environment: 'sandbox',
    host: '127.0.0.1:4010',
    credentialFields: [
      { name: 'username', secret: false },
      { name: 'password', secret: true },
    ],
    clientCertificate: false,
  },
  signedIn: true,
  signedInAt: '2026-11-20T08:02:00.000Z',
  user: {
    userId: 'U-1',
    name: 'Ada Desk',
    emailAddress: 'desk@example.com',
    clientId: 'C-1',
    clientName: 'Acme Treasury Ltd',
  },
  online: true,
  keychain: 'ready',
  protection: 'keychain',
  problem: null,
  notices: [],
  dataFolder: '/home/ada/.local/share/nostro',
  remembered: true,
  lockedBy: null,
  closedOperations: [],
  currencies: {},
  requiredFields: {},
  journal: wholeJournal,
  singleKeys: true,
  ownKeys: {},
  appearance: plainAppearance,
  hasTeam: false,
  member: null,
  teamTrial: null,
  wasToured: true,
};

export const restingSync: SyncProgress = {
  running: false,
  accounts: [],
  startedAt: asOf,
  finishedAt: asOf,
  error: null,
  inserted: 12,
};

type Line = FakeAccount & {
  readonly opening: bigint;
  readonly available: bigint;
  readonly proof: Proof;
  readonly unread: number;
  readonly plan?: AccountPlan;
};

const line = (
  names: readonly [number: string, name: string, currency: string],
  [opening, available]: readonly [bigint, bigint],
  rest: { proof?: Proof; unread?: number; entries?: number; plan?: AccountPlan } = {},
): Line => ({
  accountNumber: names[0],
  accountName: names[1],
  currency: names[2],
  opening: opening * 100n,
  available: available * 100n,
  proof: rest.proof ?? fakeProof('proven'),
  unread: rest.unread ?? 0,
  entries: rest.entries ?? 1_204,
  ...(rest.plan && { plan: rest.plan }),
});

const floorOf = (amount: string): AccountPlan => ({
  floor: { amount, currency: 'USD' },
  ceiling: null,
  target: null,
  group: '',
});

const fakeLines: readonly Line[] = [
  line(['30027781', 'Treasury EUR', 'EUR'], [264_011_807n, 264_011_807n], {
    proof: fakeProof('broken'),
  }),
  line(['30022210', 'Tokyo', 'JPY'], [18_422_050_000n, 18_422_050_000n]),
  line(['30025501', 'Gulf', 'KWD'], [8_841_028n, 8_841_028n]),
  line(['30024410', 'Payroll Lagos', 'NGN'], [295_000_000_000n, 276_975_000_000n], {
    proof: fakeProof('partial', 1),
    unread: 5,
  }),
  line(['30024411', 'Vendor', 'NGN'], [134_847_000_715n, 134_847_000_715n]),
  line(['30026712', 'Operating', 'USD'], [821_402_218n, 842_011_890n], {
    unread: 9,
    plan: floorOf('8500000.00'),
  }),
  line(['30020932', 'Collections', 'USD'], [399_840_000n, 406_007_452n], {
    entries: 1_204_311,
    plan: floorOf('1500000.00'),
  }),
];

function fakeAccount(account: Line, seed: number): PositionAccount {
  const { currency, accountNumber, accountName, proof, unread } = account;
  let balance = 5_000;
  return {
    accountNumber,
    accountId: `A-${accountNumber}`,
    accountName,
    accountType: 'WALLET',
    status: 'ACTIVE',
    currency,
    available: moneyOfUnits(account.available, currency),
    availableAsOf: asOf,
    booked: moneyOfUnits(account.available, currency),
    day: {
      date: today,
      in: moneyOfUnits(
        account.available > account.opening ? account.available - account.opening : 0n,
        currency,
      ),
      out: moneyOfUnits(
        account.opening > account.available ? account.opening - account.available : 0n,
        currency,
      ),
      net: moneyOfUnits(account.available - account.opening, currency),
      entries: 3,
    },
    statementAsOf: asOf,
    proof,
    line: Array.from({ length: 60 }, (_, day) => {
      balance += Math.sin(day * 0.9 + seed * 2.1) * 260 + Math.cos(day * day + seed) * 220;
      return { date: addDays(today, day - 59), balance: balance.toFixed(2) };
    }),
    unread,
    plan: account.plan ?? { floor: null, ceiling: null, target: null, group: '' },
  };
}

export function fakePosition(lines: readonly Line[] = fakeLines): Position {
  const accounts = lines.map(fakeAccount);
  const currencies = [...new Set(accounts.map(({ currency }) => currency))].sort();
  return {
    currencies: currencies.map((currency) => {
      const own = accounts.filter((account) => account.currency === currency);
      const sumOf = (column: 'available' | 'booked') =>
        own.flatMap<Money>((account) => account[column] ?? []).reduce((a, b) => add(a, b));
      const flowOf = (flow: 'in' | 'out' | 'net') =>
        own.flatMap<Money>(({ day }) => day?.[flow] ?? []).reduce((a, b) => add(a, b));
      const sums = {
        total: sumOf('available'),
        booked: sumOf('booked'),
        day: {
          date: today,
          in: flowOf('in'),
          out: flowOf('out'),
          net: flowOf('net'),
          entries: 3 * own.length,
        },
      };
      return { currency, isKnown: isCurrency(currency), ...sums, accounts: own };
    }),
    day: accounts.length === 0 ? null : today,
    accountCount: accounts.length,
    asOf: accounts.length === 0 ? null : asOf,
  };
}

/** Two payments from the first account in dollars, one of them without an answer. */
const fakeInFlight: AccountInFlight = {
  accountNumber: '30026712',
  inFlight: inFlightRecord,
  after: moneyOfUnits(84_201_189_000n - 12_000_000n, 'USD'),
};

const fakeDollarsInFlight = {
  amount: inFlightRecord.amount,
  after: moneyOfUnits(124_801_934_200n - 12_000_000n, 'USD'),
};

/** Rates of a file, one by hand, and one account without any. */
export const fakeTotal: ConvertedTotal = {
  fileProblem: null,
  reporting: 'USD',
  total: { amount: '16074030.30', currency: 'USD' },
  change: { amount: '21158.97', currency: 'USD' },
  rates: [
    { currency: 'EUR', rate: '1.085', source: 'file', name: 'eurofxref.csv', at: '2026-11-19' },
    { currency: 'JPY', rate: '0.0065', source: 'file', name: 'eurofxref.csv', at: '2026-11-19' },
    {
      currency: 'NGN',
      rate: '0.00061',
      source: 'hand',
      name: 'Ada Desk',
      at: '2026-11-16T08:00:00.000Z',
    },
  ],
  leftOut: [{ accountNumber: '30025501', accountName: 'Gulf', currency: 'KWD', why: 'no-rate' }],
  currencies: ['EUR', 'JPY', 'KWD', 'NGN'],
};

const fakeCrossing: CrossedBound = {
  accountNumber: '30026712',
  side: 'floor',
  by: moneyOfUnits(85_000_000_000n - 84_189_189_000n, 'USD'),
};

const accountOf = (accountNumber: string): FakeAccount => {
  const found = fakeLines.find((account) => account.accountNumber === accountNumber);
  if (!found) throw new Error(`no account ${accountNumber}`);
  return found;
};

function rowsOf(
  accountNumber: string,
  filter: StatementFilter,
  [index, limit]: readonly [number, number],
): readonly EntryRow[] {
  const account = accountOf(accountNumber);
  const rows = matching(account, filter);
  if (rows) return rows.slice(index, index + limit);
  const count = Math.max(0, Math.min(limit, account.entries - index));
  return Array.from({ length: count }, (_, k) => fakeEntry(account, index + k));
}

const indexOf = (accountNumber: string, entryId: string): number =>
  accountOf(accountNumber).entries - Number(entryId.split('-')[2]);

/** A desk at work: signed in, seven accounts in five currencies, one day that breaks, one that is missing. */
export const workingDesk = (): Answers => ({
  'desk.state': () => ok(sandboxDesk),
  'desk.copyText': () => ok({ copied: true }),
  'session.signOut': () => ok({ ...sandboxDesk, signedIn: false }),
  'accounts.position': () => ok(fakePosition()),
  'rates.total': () => ok(fakeTotal),
  'rates.folder': () => ok({ folder: null, problem: null, file: null }),
  'outlook.proposals': () => ok({ rows: [], unmet: [] }),
  'accounts.inFlight': () =>
    ok({ rows: [fakeInFlight], currencies: [fakeDollarsInFlight], crossed: [fakeCrossing] }),
  ...aheadAnswers(),
  'sync.progress': () => ok(restingSync),
  'sync.start': () => ok({ ...restingSync, running: true, finishedAt: null }),
  'sync.cancel': () => ok(restingSync),
  'statements.count': ({ accountNumber, filter }) =>
    ok(fakeCount(accountOf(accountNumber), filter)),
  'statements.summary': ({ accountNumber, filter }) =>
    ok(fakeSummary(accountOf(accountNumber), filter)),
  'statements.page': ({ accountNumber, filter, index, limit }) =>
    ok({ index, rows: rowsOf(accountNumber, filter, [index, limit]) }),
  'statements.entry': ({ accountNumber, entryId }) =>
    ok(fakeDetail(fakeEntry(accountOf(accountNumber), indexOf(accountNumber, entryId)))),
  'statements.locate': ({ accountNumber, filter, entryId }) => {
    const rows = matching(accountOf(accountNumber), filter);
    const index = rows?.findIndex(({ id }) => id === entryId) ?? indexOf(accountNumber, entryId);
    return ok({ index: index < 0 ? null : index });
  },
  'statements.underReference': () => ok({ rows: [], hasMore: false, asOf }),
  'submissions.underReference': () => ok({ submission: null }),
  'attachments.list': () => ok({ files: [] }),
  'statements.nextUnread': () => ok({ index: null }),
  'statements.coverage': ({ from, to }) => ok({ days: fakeCoverage(from, to) }),
  'statements.proof': ({ accountNumber }) =>
    ok(
      fakeLines.find((account) => account.accountNumber === accountNumber)?.proof ??
        fakeProof('none'),
    ),
  'statements.mark': ({ entryIds }) => ok({ marked: entryIds.length }),
  'statements.export': () => ok({ saved: true, fileName: 'operating.csv', entries: 1_204 }),
  'handOver.choices': () =>
    ok({
      formats: [
        { name: 'camt053', words: 'camt.053.001.08, for an ERP' },
        { name: 'pdf', words: 'PDF, for an auditor' },
      ],
      accounts: fakeLines.map(({ accountNumber, accountName, currency }) => ({
        ...{ accountNumber, accountName, currency },
      })),
      folders: [{ profile: '', name: 'Inbox of the ERP' }],
    }),
});
