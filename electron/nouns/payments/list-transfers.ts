import type { Transfer } from '../../../shared/bank/transfers.ts';
import {
  addDays,
  dayOf,
  earliest,
  type IsoDate,
  type Timestamp,
} from '../../../shared/calendar/calendar.ts';
import { errorCatalogue, type AppError, type Outcome } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import { isSameReference, likenessOf, spellingsOf } from '../../../shared/reference-likeness.ts';
import { ok } from '../../../shared/result.ts';
import { readWholeList } from '../../engines/bank/paged-list.ts';
import { timestampNow, withPatience, type Context } from '../../engines/machine/context.ts';
import { ignoreErrorsAsync } from '../../engines/store/local-faults.ts';
import {
  moneyRecordsByReference,
  type DatedRecord,
} from '../../engines/store/records/money-lists.ts';
import { asOfTopic } from '../../engines/store/records/topics.ts';
import { twinsSince } from './listed-transfers.ts';
import type { PaymentParts } from './tables.ts';
import { transferList } from './tables.ts';

/** The filter of Find Transfers (assumed); without a field, all recent transfers. */
type Question = { readonly beneficiaryId?: string; readonly reference?: string };

/** The transfers that the bank and the local copy list before a payment is sent. */
export type TransferSearchResult = {
  /** Transfers under the requested reference, each once. */
  readonly underReference: readonly Transfer[];
  /** Transfers whose reference resembles it, such as one that the bank cut short; of any age. */
  readonly nearReference: readonly DatedRecord<Transfer>[];
  /** Why the bank's list could not be read as far as needed, in a few words; null where it was, or the bank file names no list. */
  readonly unread: string | null;
};

const noTransfers: TransferSearchResult = { underReference: [], nearReference: [], unread: null };

/**
 * Reads from the bank's list the transfers under a reference and those to a beneficiary since `since`, and saves them in the local copy.
 * Never fails: `unread` gives the reason where the list answers with an error, does not answer within `limits.beforePaymentWaitMs`, or is
 * longer than `limits.twinPagesMax` pages without an order by time.
 */
export async function askTransfers(
  parts: PaymentParts,
  { reference, ...recent }: Question,
  context: Context,
  since: Timestamp = twinsSince(parts),
): Promise<TransferSearchResult> {
  const { bank } = parts;
  if (!bank.isOpen('findTransfers') || !bank.session.isSignedIn()) return noTransfers;
  const requests = [
    ...(reference === undefined ? [] : [readReference(parts, reference, since, context)]),
    ...(reference === undefined || recent.beneficiaryId !== undefined
      ? [readRecent(parts, recent, since, context)]
      : []),
  ];
  const answers = await Promise.all(requests);
  const failed = answers.find((answer) => !answer.ok);
  return {
    underReference: reference === undefined ? [] : listedUnder(parts, reference, answers),
    nearReference: reference === undefined ? [] : listedNear(parts, reference, answers),
    unread: failed ? reasonIn(failed.error) : null,
  };
}

/** The transfers that the bank lists now under a reference; null where its list cannot be read. */
export async function transfersUnder(
  parts: PaymentParts,
  reference: string,
  context: Context,
): Promise<readonly Transfer[] | null> {
  const { underReference, unread } = await askTransfers(parts, { reference }, context);
  return unread === null ? underReference : null;
}

function reasonIn({ code, bank, message }: AppError): string {
  if (code === 'cancelled' || code === 'network.timeout')
    return `no answer within ${String(limits.beforePaymentWaitMs / 1_000)} seconds`;
  if (code === 'bank.unexpected') return firstSentence(message);
  const title = errorCatalogue[code].title.toLowerCase();
  return bank ? `${title}, HTTP ${String(bank.status)}` : title;
}

const firstSentence = (text: string): string => text.replace(/\. .*/s, '');

/** The transfers under the reference in the answers and, from earlier reads of the list, in the local copy. */
function listedUnder(
  { reader }: PaymentParts,
  reference: string,
  answers: readonly Outcome<readonly Transfer[]>[],
): Transfer[] {
  const local = spellingsOf(reference).flatMap((spelling) =>
    moneyRecordsByReference<Transfer>(reader, transferList, spelling),
  );
  const found = new Map(local.map(({ record }) => [record.id, record]));
  for (const answer of answers)
    for (const transfer of answer.ok ? answer.value : [])
      if (isSameReference(reference, transfer.reference)) found.set(transfer.id, transfer);
  return [...found.values()];
}

function listedNear(
  { clock }: PaymentParts,
  reference: string,
  answers: readonly Outcome<readonly Transfer[]>[],
): DatedRecord<Transfer>[] {
  const asOf = timestampNow(clock);
  const rows = answers.flatMap((answer) => (answer.ok ? answer.value : []));
  const near = rows.filter((row) => likenessOf(reference, row.reference, row.narration) === 'near');
  const byId = new Map(near.map((record) => [record.id, record]));
  return [...byId.values()].map((record) => ({ record, asOf, since: record.createdAt ?? asOf }));
}

/** Reads the transfers to one beneficiary or to all, from the newest to the first that is too old to be a twin. */
function readRecent(
  parts: PaymentParts,
  question: Question,
  since: Timestamp,
  context: Context,
): Promise<Outcome<readonly Transfer[]>> {
  const isEnough = (rows: readonly Transfer[]): boolean => reachesBack(rows, since);
  return readFrom(parts, { ...question, from: dayBefore(since) }, isEnough, context);
}

/** The day before, because a bank counts its days in its own zone. */
const dayBefore = (at: Timestamp): IsoDate => addDays(dayOf(at), -1);

/** Reads again without a first day where the bank refuses the filter. */
async function readFrom(
  parts: PaymentParts,
  { from, ...question }: Question & { readonly from: IsoDate },
  isEnough: (rows: readonly Transfer[]) => boolean,
  context: Context,
): Promise<Outcome<readonly Transfer[]>> {
  const listed = await read(parts, { ...question, from }, isEnough, context);
  const isRefused = !listed.ok && listed.error.bank?.status === 400;
  return isRefused ? read(parts, question, isEnough, context) : listed;
}

/**
 * Reads the transfers under one reference, to the list's end. A bank that does not filter by reference lists everything: then
 * the transfers since the last complete read into the local copy are enough.
 */
function readReference(
  parts: PaymentParts,
  reference: string,
  since: Timestamp,
  context: Context,
): Promise<Outcome<readonly Transfer[]>> {
  // Empty where the local copy never had the whole list: no row is older.
  const known = earliest(since, asOfTopic(parts.reader, 'transfers') ?? '');
  const isEnough = (rows: readonly Transfer[]): boolean =>
    rows.some((row) => !isSameReference(reference, row.reference)) && reachesBack(rows, known);
  return read(parts, { reference }, isEnough, context);
}

async function read(
  { bank, cache, clock }: PaymentParts,
  question: Question & { readonly from?: IsoDate },
  isEnough: (rows: readonly Transfer[]) => boolean,
  context: Context,
): Promise<Outcome<readonly Transfer[]>> {
  const patient = withPatience(context, limits.beforePaymentWaitMs);
  const list = await readWholeList<Transfer>(
    async (page) => {
      const answer = await bank.call('findTransfers', { query: { ...page, ...question } }, patient);
      return answer.ok ? ok(answer.value.transfers) : answer;
    },
    'findTransfers',
    patient,
    { pagesMax: limits.twinPagesMax, isEnough },
  );
  if (!list.ok) return list;
  const asOf = timestampNow(clock);
  // A failed write to the local copy does not prevent a payment.
  await ignoreErrorsAsync(() => cache.saveTransfers(list.value, asOf, { complete: false }));
  return list;
}

/** Are the rows ordered newest first, and is the last one older than `since`? Rows without a time show no order. */
function reachesBack(rows: readonly Transfer[], since: Timestamp): boolean {
  const times = rows.map(({ createdAt }) => Date.parse(createdAt ?? ''));
  const [first = Number.NaN] = times;
  const last = times.at(-1) ?? Number.NaN;
  const isNewestFirst = times.every(
    (time, index) => index === 0 || time <= (times[index - 1] ?? 0),
  );
  return isNewestFirst && last < first && last < Date.parse(since);
}
