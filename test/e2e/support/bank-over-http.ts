import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { LoggedCall } from '../../../sandbox/server/calls.ts';
import type { NewEntry } from '../../../sandbox/statements/admin.ts';
import type { FaultRule } from '../../../sandbox/server/faults/faults.ts';
import type { IdempotencyMode } from '../../../sandbox/server/idempotency.ts';
import type { LedgerChange } from '../../../sandbox/ledger/ledger.ts';
import type { TradeRecord } from '../../../sandbox/conversions/state.ts';
import type { TransferRecord } from '../../../sandbox/payments/state.ts';
import type { ReceivableRecord } from '../../../sandbox/receivables/state.ts';
import type { RemittanceRecord } from '../../../sandbox/remittances/state.ts';
import type { Snapshot } from '../../../sandbox/bank/snapshot.ts';
import type { z } from 'zod';

import { addDays, todayAt } from '../../../shared/calendar/calendar.ts';
import { sandboxSignIn } from '../../../shared/sandbox-sign-in.ts';

/** An entry as the bank's own JSON has it; amount and balance are the texts of its numbers, digit by digit. */
export type BankEntry = {
  readonly id: string;
  readonly amount: string;
  readonly currency: string;
  readonly direction: string;
  readonly transactionType: string;
  readonly transactionDate: string;
  readonly narration: string;
  readonly customReference: string;
  readonly balance: string;
};

type Orders = {
  readonly transfers: TransferRecord;
  readonly trades: TradeRecord;
  readonly remittances: RemittanceRecord;
  readonly receivables: ReceivableRecord;
};

/** An entry that the bank has booked since its history was seeded. */
export type Booking = Extract<LedgerChange, { kind: 'post' }>;

/** The sandbox as a third party sees it over HTTP: its admin paths, and a session of one's own. */
export type BankOverHttp = {
  readonly baseUrl: string;
  /** Calls of an operation, or of all (`*`), that the bank has seen since it started. */
  calls(operation: string): Promise<LoggedCall[]>;
  setFaults(...rules: FaultRule[]): Promise<void>;
  /** What the bank makes of a request that comes again. */
  setIdempotency(mode: IdempotencyMode): Promise<void>;
  /** Books an entry now; answers its id. */
  post(entry: z.input<typeof NewEntry>): Promise<string>;
  /** What a first sync reads of an account: the entries of a year and today, oldest first. */
  statement(accountNumber: string): Promise<BankEntry[]>;
  /** All that the bank holds. */
  snapshot(): Promise<Snapshot>;
  /** Every order of a kind that the bank has taken, or those of one reference. */
  orders<K extends keyof Orders>(kind: K, reference?: string): Promise<Orders[K][]>;
  /** What is booked under a reference. */
  booked(reference: string): Promise<Booking[]>;
  /** Moves the bank's clock on. */
  advance(ms: number): Promise<void>;
  /** Calls an operation in a session of one's own; the path is what follows the client service's version. */
  ask(method: string, path: string, body?: unknown): Promise<unknown>;
};

/** Talks to the bank that plays for this data folder. */
export function bankOverHttp(dataDir: string): BankOverHttp {
  const file = join(dataDir, 'sandbox/address.json');
  const { baseUrl } = JSON.parse(readFileSync(file, 'utf8')) as { baseUrl: string };
  const admin = (method: string, path: string, body?: unknown) =>
    answered(`${baseUrl}/sandbox${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const get = async (path: string) =>
    exactly(await answered(`${baseUrl}/platform${path}`, { headers: await signedIn(baseUrl) }));
  const snapshot = async () => JSON.parse(await admin('GET', '/snapshot')) as Snapshot;
  return {
    baseUrl,
    snapshot,
    booked: async (reference) =>
      (await snapshot()).entries.filter(
        (change): change is Booking =>
          change.kind === 'post' && change.customReference === reference,
      ),
    orders: async <K extends keyof Orders>(kind: K, reference?: string) => {
      const query = reference === undefined ? '' : `?reference=${reference}`;
      return (JSON.parse(await admin('GET', `/${kind}${query}`)) as Record<K, Orders[K][]>)[kind];
    },
    advance: async (ms) => {
      await admin('POST', '/clock/advance', { ms });
    },
    ask: async (method, path, body) =>
      JSON.parse(
        await answered(`${baseUrl}/platform/client-service/api/v1${path}`, {
          method,
          headers: { ...(await signedIn(baseUrl)), 'content-type': 'application/json' },
          ...(body ? { body: JSON.stringify(body) } : {}),
        }),
      ) as unknown,
    calls: async (operation) => {
      const { calls } = JSON.parse(await admin('GET', '/calls')) as { calls: LoggedCall[] };
      return calls.filter((call) => operation === '*' || call.operation === operation);
    },
    setFaults: async (...rules) => {
      await admin('PUT', '/faults', { rules });
    },
    setIdempotency: async (mode) => {
      await admin('PUT', '/idempotency', { mode });
    },
    post: async (entry) => {
      const { entry: booked } = JSON.parse(await admin('POST', '/entries', entry)) as {
        entry: { id: string };
      };
      return booked.id;
    },
    statement: async (accountNumber) => {
      const today = todayAt(Date.now());
      const days = `startDate=${addDays(today, -365)}&endDate=${today}`;
      const path = `/client-service/api/v1/statement/clientStatement/${accountNumber}?${days}`;
      return entriesOf((page) => get(`${path}&pageNumber=${page}&limit=500`));
    },
  };
}

type StatementAnswer = { statement: { data: BankEntry[]; totalPages: string } };

/** The bank sends the newest first; all pages, turned round. */
async function entriesOf(askPage: (number: number) => Promise<unknown>): Promise<BankEntry[]> {
  const entries: BankEntry[] = [];
  let pages = 1;
  for (let number = 1; number <= pages; number += 1) {
    const { statement } = (await askPage(number)) as StatementAnswer;
    entries.push(...statement.data);
    pages = Number(statement.totalPages);
  }
  return entries.reverse();
}

async function signedIn(baseUrl: string): Promise<Record<string, string>> {
  const text = await answered(`${baseUrl}/platform/auth-service/api/v1/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(sandboxSignIn),
  });
  const { data } = JSON.parse(text) as { data: { accessToken: string } };
  return { authorization: `Bearer ${data.accessToken}` };
}

async function answered(url: string, init: RequestInit): Promise<string> {
  const response = await fetch(url, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${init.method ?? 'GET'} ${url}: ${response.status} ${text}`);
  return text;
}

type ExactReviver = (key: string, value: unknown, context: { source: string }) => unknown;
/** The library's types do not know the third argument of the reviver yet. */
const parseExactly = JSON.parse as (text: string, reviver: ExactReviver) => unknown;

/** JSON with every number as its own text: no float comes between the bank's digits and the comparison. */
const exactly = (text: string): unknown =>
  parseExactly(text, (_key, value, { source }) => (typeof value === 'number' ? source : value));
