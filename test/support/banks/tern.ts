import { commandLineAt } from '../programs/command-line.ts';
import { randomUUID } from 'node:crypto';

import { exactly, serveBank, type RunningBank, type BankAnswer } from './bank-server.ts';
import { decimalOf } from './book.ts';

/** A line of the account, in minor units; a debit is below zero. */
type TernLine = {
  readonly index: number;
  readonly at: string;
  readonly minor: bigint;
  readonly balance: bigint;
};

type Wire = Readonly<Record<string, unknown>>;

export type TernHabits = {
  /** What each line moves, in minor units, oldest first. */
  readonly minors: readonly bigint[];
  /** When each line was booked; the first days of October by default, three lines a day. */
  readonly at: (index: number) => string;
  /** What Tern writes otherwise than by itself. */
  readonly write: (line: TernLine) => Wire;
  readonly account: Wire;
  /** The head of the statement. */
  readonly head: Wire;
  readonly pageSizeMax: number;
  readonly newestFirst: boolean;
  /** Of the bank file. */
  readonly file: Wire;
};

const usual: TernHabits = {
  minors: Array.from({ length: 12 }, (_, at) => (at % 4 === 3 ? -1n : 1n) * BigInt(1_050 + at)),
  at: (index) => `2026-10-0${String(1 + Math.floor(index / 3))}T1${String(index % 3)}:00:00.000Z`,
  write: () => ({}),
  account: {},
  head: {},
  pageSizeMax: 100,
  newestFirst: true,
  file: {},
};

const opening = 100_000n;

/**
 * Tern Bank, made from the specification alone, knows its six operations and a sign-in. An old core stands behind it: it
 * writes DR and CR, numbers for identifiers, texts for amounts, exponents for balances, and currencies in small letters.
 */
async function startTern(
  given: Partial<TernHabits> = {},
): Promise<RunningBank & { readonly bankFile: string }> {
  const habits = { ...usual, ...given };
  const token = randomUUID();
  const lines = linesOf(habits);
  const bank = await serveBank(({ path, query, headers }) => {
    if (path === '/platform/core/token') return { body: { jwt: token } };
    if (headers.authorization !== `Bearer ${token}`) return refused(401, 'Who is there?');
    if (path.endsWith('/accounts/by')) return { body: { account: accountOf(lines, habits) } };
    const number = /clientStatement\/(\d+)$/.exec(path)?.[1];
    return number === '5550001'
      ? { body: statementOf(lines, habits, query) }
      : refused(400, 'No such thing');
  });
  return { ...bank, bankFile: JSON.stringify(fileOf(bank.baseUrl, habits)) };
}

const refused = (status: number, message: string): BankAnswer => ({ status, body: { message } });

function linesOf({ minors, at }: TernHabits): TernLine[] {
  let balance = opening;
  return minors.map((minor, index) => {
    balance += minor;
    return { index, at: at(index), minor, balance };
  });
}

/** Minor units as a number with an exponent: 12345 is 1.2345e2. */
function exponential(minor: bigint): object {
  const [sign, digits] = [minor < 0n ? '-' : '', String(minor < 0n ? -minor : minor)];
  const rest = digits.slice(1);
  return exactly(`${sign}${digits[0] ?? '0'}${rest && `.${rest}`}e${String(rest.length - 2)}`);
}

const accountOf = (lines: readonly TernLine[], { account }: TernHabits): Wire => ({
  accountId: exactly('9007199254740993001'),
  clientId: exactly('77'),
  entityId: exactly('12'),
  currencyIso3Code: 'eur',
  accountName: 'Operating',
  status: true,
  availableBalance: decimalOf(lines.at(-1)?.balance ?? opening),
  fundingDetails: [{ accountNumber: exactly('5550001') }],
  ...account,
});

function statementOf(
  lines: readonly TernLine[],
  { write, head, pageSizeMax, newestFirst }: TernHabits,
  query: URLSearchParams,
): Wire {
  const [from, to] = [query.get('startDate') ?? '', query.get('endDate') ?? ''];
  const size = Math.min(Number(query.get('limit')), pageSizeMax);
  const page = Number(query.get('pageNumber'));
  const ordered = newestFirst ? lines.toReversed() : lines;
  return {
    openingBalance: exponential(opening),
    closingBalance: decimalOf(lines.at(-1)?.balance ?? opening),
    startDate: from,
    endDate: to,
    statement: {
      data: ordered.slice((page - 1) * size, page * size).map((line) => entryOf(line, write(line))),
      page,
      pageSize: size,
      totalItems: String(lines.length),
      totalPages: Math.ceil(lines.length / size),
    },
    ...head,
  };
}

const entryOf = ({ index, at, minor, balance }: TernLine, otherwise: Wire): Wire => ({
  id: exactly(`90071992547409930${String(index).padStart(2, '0')}`),
  amount: decimalOf(minor < 0n ? -minor : minor),
  currency: 'eur',
  direction: minor < 0n ? 'DR' : 'CR',
  transactionType: 'transfer',
  transactionDate: at,
  narration: exactly(String(4_000 + index)),
  customReference: null,
  balance: exponential(balance),
  ...otherwise,
});

const fileOf = (baseUrl: string, { file, pageSizeMax }: TernHabits): Wire => ({
  name: 'Tern Bank UAT',
  environment: 'uat',
  baseUrl,
  auth: { request: { user: '{username}', pass: '{password}' }, token: '/jwt' },
  statement: {
    dates: ['startDate', 'endDate'],
    paging: ['pageNumber', 'limit'],
    pageSizeMax,
  },
  ...file,
  operations: { getToken: { path: '/core/token' }, ...(file['operations'] as object | undefined) },
});

export const ternPeriod = ['--account', '5550001', '--from', '2026-10-01', '--to', '2026-10-31'];

/** The command line at a Tern Bank of these habits. */
export const ternScene = (habits: Partial<TernHabits> = {}) => {
  const credentials = { username: 'treasury', password: 'reed-bunting-77' };
  return commandLineAt(startTern(habits).then((bank) => ({ ...bank, credentials })));
};
