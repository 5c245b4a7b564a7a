import type { BankClient } from '../../../electron/engines/bank/client.ts';
import { fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';

/** An entry of a statement that a test writes; the balances follow from the amounts. Instants as the bank writes them. */
export type PagedEntry = {
  readonly id: string;
  /** In units of 10^-2; below zero it goes out. */
  readonly cents: number;
  readonly at: string;
  readonly narration: string;
  /** Written as it is instead of the amount. */
  readonly amountText?: string;
};

export type PagedBank = {
  /** Oldest first. */
  entries: readonly PagedEntry[];
  newestFirst: boolean;
  message: string;
  /** Pages from this one on are refused; null for none. */
  failsFrom: number | null;
  /** What its file says of its words. */
  values: Record<string, Record<string, string>>;
  /** The zone that its file names. */
  timeZone?: string;
  /** Of the session, said to stand in every answer. */
  secrets: readonly string[];
};

export const pageSize = 5;

/** What its bank file says of its statements. */
export const dialectFile = {
  statement: {
    dates: ['startDate', 'endDate'] as const,
    paging: ['pageNumber', 'limit'] as const,
    pageUnit: 'page' as const,
    firstPage: 1 as const,
    pageSizeMax: pageSize,
  },
};

/** A bank without a network: it answers the statement's pages, and nothing else. */
export function clientOf(bank: PagedBank): BankClient {
  const client: Pick<BankClient, 'callForBytes' | 'responseMapping'> = {
    responseMapping: () => ({
      override: undefined,
      values: bank.values,
      timeZone: bank.timeZone ?? null,
    }),
    async callForBytes(_name, { query }, take, { correlationId }) {
      const { startDate = '', endDate = '', pageNumber = '1' } = query ?? {};
      const pageIndex = Number(pageNumber) - 1;
      if (bank.failsFrom !== null && pageIndex >= bank.failsFrom)
        return fail('network.timeout', correlationId);
      const bytes = new TextEncoder().encode(
        pageText(bank, { from: startDate, to: endDate, pageIndex }),
      );
      const taken = await take(bytes, bank.secrets);
      return taken.ok ? ok(taken.value) : fail('bank.unexpected', correlationId);
    },
  };
  return client as BankClient;
}

type Question = { readonly from: string; readonly to: string; readonly pageIndex: number };

function pageText(bank: PagedBank, { from, to, pageIndex }: Question): string {
  const within = withBalances(bank.entries).filter(({ at }) => {
    const day = at.slice(0, 10);
    return day >= from && day <= to;
  });
  const opening = (within[0]?.balance ?? 0) - (within[0]?.cents ?? 0);
  const closing = within.at(-1)?.balance ?? opening;
  const ordered = bank.newestFirst ? within.toReversed() : within;
  const rows = ordered.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize).map(rowText);
  const pages = Math.max(1, Math.ceil(within.length / pageSize));
  return `{"message":${JSON.stringify(bank.message)},"openingBalance":${text(opening)},"closingBalance":${text(closing)},"startDate":"${from}","endDate":"${to}","statement":{"data":[${rows.join(',')}],"page":${pageIndex + 1},"pageSize":${pageSize},"totalItems":${within.length},"totalPages":${pages}}}`;
}

type Balanced = PagedEntry & { readonly balance: number };

function withBalances(entries: readonly PagedEntry[]): Balanced[] {
  let balance = 1_000_000;
  return entries.map((entry) => ({ ...entry, balance: (balance += entry.cents) }));
}

const rowText = ({ id, cents, at, narration, amountText, balance }: Balanced): string =>
  `{"id":"${id}","amount":${amountText ?? text(Math.abs(cents))},"currency":"USD","direction":"${cents < 0 ? 'debit' : 'credit'}","transactionType":"TRANSFER","transactionDate":"${at}","narration":${JSON.stringify(narration)},"customReference":"r","balance":${text(balance)}}`;

const text = (cents: number): string => (cents / 100).toFixed(2);
