import type { Transfer } from '../../../shared/bank/transfers.ts';
import type { PaymentRow, TransferRow } from '../../../shared/ipc/changes/payments.ts';
import { money, type Money } from '../../../shared/money/money.ts';
import { endingOf, type StatusWords } from '../../engines/bank/mapping/status-terms.ts';
import type { CacheReader, Journal } from '../../engines/store/database.ts';
import {
  findMoneyRecords,
  moneyRecordById,
  moneyRecordsByReference,
  type DatedRecord,
} from '../../engines/store/records/money-lists.ts';
import { transferList } from './tables.ts';
import { foldText, foldedWords, hasTerm } from '../../engines/store/search/search-text.ts';
import {
  listSubmissions,
  openSubmissions,
  submissionByReference,
  type Submission,
} from '../../engines/submissions/journal/submission-table.ts';
import { viewOf, type ViewParts } from '../../engines/submissions/submission-views.ts';

type Parts = ViewParts & {
  readonly journal: Journal;
  readonly reader: CacheReader;
  /** The meaning of the bank's status terms. */
  readonly bank: { readonly statusWords: StatusWords };
};

const operation = 'createSingleTransfer';

/** A search looks through this many of the newest submissions. */
const searchedMax = 1_000;

/** `search`: words that all have to match. */
type ListQuestion = { readonly search: string; readonly limit: number };

/**
 * Our submissions and the bank's transfers, merged by reference: those without an answer first, then newest first. `transfers`: the
 * transfers of the bank, where the caller has searched them already.
 */
export function listPayments(
  parts: Parts,
  { search, limit }: ListQuestion,
  transfers: readonly DatedRecord<Transfer>[] = findMoneyRecords(parts.reader, transferList, {
    search,
    limit,
  }),
): PaymentRow[] {
  const own = foundSubmissions(parts.journal, search, limit);
  const references = new Set([
    ...own.map(({ reference }) => reference),
    ...transfers.map(({ record }) => record.reference || record.id),
  ]);
  return [...references]
    .flatMap((reference) => paymentByReference(parts, reference) ?? [])
    .toSorted(openThenNewest)
    .slice(0, limit);
}

/** The payment with our reference, or with the bank's identifier of a transfer; null when neither is known. */
export function paymentByReference(parts: Parts, reference: string): PaymentRow | null {
  const found = submissionByReference(parts.journal, reference);
  const submission = found?.operation === operation ? found : null;
  const transfers = transfersOf(parts.reader, reference);
  const [first, ...others] = transfers.map((one) => transferRow(one, parts.bank.statusWords));
  if (!submission && !first) return null;
  const times = [submission?.createdAt, first?.createdAt, first?.asOf];
  return {
    reference,
    submission: submission && viewOf(submission, parts),
    transfer: first ?? null,
    others,
    at: times.find((time) => typeof time === 'string') ?? '',
  };
}

function transfersOf(reader: CacheReader, reference: string): DatedRecord<Transfer>[] {
  const found = moneyRecordsByReference<Transfer>(reader, transferList, reference);
  if (found.length > 0) return found;
  const byId = moneyRecordById<Transfer>(reader, transferList, reference);
  return byId ? [byId] : [];
}

function foundSubmissions(journal: Journal, search: string, limit: number): Submission[] {
  const words = foldedWords(search);
  const open = openSubmissions(journal).filter((submission) => submission.operation === operation);
  const newest = listSubmissions(journal, {
    operation,
    limit: words.length === 0 ? limit : searchedMax,
  });
  return [...open, ...newest].filter((submission) => {
    const text = foldText(textOf(submission));
    return words.every((word) => hasTerm(text, word));
  });
}

const textOf = ({ reference, about, recordId, payload }: Submission): string =>
  [reference, about?.counterparty, about?.counterpartyId, recordId, payload].join(' ');

const openThenNewest = (a: PaymentRow, b: PaymentRow): number =>
  Number(isOpen(b)) - Number(isOpen(a)) || b.at.localeCompare(a.at);

const isOpen = ({ submission }: PaymentRow): boolean => submission?.state === 'unknown';

function transferRow({ record, asOf }: DatedRecord<Transfer>, words: StatusWords): TransferRow {
  const { amount, currency, fee, ...rest } = record;
  return {
    ...rest,
    amount: moneyOf(amount, currency),
    fee: moneyOf(fee, currency),
    ending: endingOf(record.status, words),
    asOf,
  };
}

/** Null where the bank states no amount or no currency. */
const moneyOf = (amount: string | null | undefined, currency: string): Money | null =>
  typeof amount === 'string' && currency !== '' ? money(amount, currency) : null;
