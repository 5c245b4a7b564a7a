import type { OrderParts } from '../parts.ts';
import type { ReceivableOrder } from '../../../../shared/bank/receivables.ts';
import { dayNumber, dayOf, isTimestamp } from '../../../../shared/calendar/calendar.ts';
import type { Outcome } from '../../../../shared/errors.ts';
import type { CreditMatch, ReceivableRow } from '../../../../shared/ipc/changes/receivables.ts';
import { toUnits } from '../../../../shared/money/decimal.ts';
import { formatMoney } from '../../../../shared/money/format.ts';
import { ok } from '../../../../shared/result.ts';
import type { Context } from '../../../engines/machine/context.ts';
import { accountByNumber } from '../../accounts/tables.ts';
import type { CacheReader, Journal } from '../../../engines/store/database.ts';
import { entryById } from '../../statements/entries/entry-detail.ts';
import {
  creditsNaming,
  creditsOfAmounts,
  lastDay,
  resting,
  type IncomingCredit,
} from '../../statements/aggregates/incoming-credits.ts';
import { matchesByReceivable, type StoredMatch } from './matches-table.ts';
import type { Registered } from '../tables.ts';
import {
  submissionByReference,
  type Submission,
} from '../../../engines/submissions/journal/submission-table.ts';
import { checkedOrder } from '../../accounts/order-checks.ts';
import { mayAsk } from '../../../engines/bank/may-ask.ts';
import { payerWords, suggestionsFor, windowDays, type Expected } from './receivable-matches.ts';
import { submit } from '../../../engines/submissions/submissions.ts';

type Read = { readonly journal: Journal; readonly reader: CacheReader };
type Listed = Pick<Registered<'receivable'>, 'id' | 'record' | 'addedAt'>;

/** Asks the bank once for the funding details under which a payer is to pay. */
export async function createReceivable(
  parts: OrderParts,
  request: ReceivableOrder,
  context: Context,
): Promise<Outcome<Submission>> {
  const allowed = mayAsk(parts.bank, 'createReceivable', context);
  if (!allowed.ok) return allowed;
  const checked = checkedOrder(parts.reader, request, {}, context);
  if (!checked.ok) return checked;
  const { order } = checked.value;
  const submitted = await submit(
    parts,
    {
      reference: order.reference,
      operation: 'createReceivable',
      subject: `receivable:${order.reference}`,
      payload: { body: order },
      about: {
        title: `Receivable from ${order.payerName}`,
        amount: { amount: order.amount, currency: order.currency },
        accountNumber: order.accountNumber,
        counterparty: order.payerName,
        counterpartyId: null,
      },
    },
    context,
  );
  return submitted.ok ? ok(submitted.value.submission) : submitted;
}

/** How many suggestions a row has at most. */
const suggestionsMax = 8;

/** Receivables with the credit that paid them, or with the first of those that may have. */
export async function receivableRows<R extends Listed>(
  read: Read,
  receivables: readonly R[],
): Promise<(R & Pick<ReceivableRow, 'suggestions' | 'matched'>)[]> {
  const matches = matchesByReceivable(read.journal);
  const suggestions = await suggestionsOf(read, receivables);
  return receivables.map((receivable) => {
    const stored = matches.get(receivable.id);
    return {
      ...receivable,
      suggestions: (suggestions.get(receivable.id) ?? []).slice(0, suggestionsMax),
      matched: stored ? matchedCredit(read.reader, stored) : null,
    };
  });
}

/** All credits that may have paid each receivable, or a part of it, by its id: best first, without those that are matched. */
export async function suggestionsOf(
  read: Read,
  receivables: readonly Listed[],
): Promise<ReadonlyMap<string, readonly CreditMatch[]>> {
  const matches = matchesByReceivable(read.journal);
  const matchedCredits = new Set([...matches.values()].map(keyOf));
  const unmatched = receivables.filter(({ id, record }) => !matches.has(id) && mayBePaid(record));
  const expected = unmatched.map((receivable) => expectedOf(read.reader, receivable));
  const credits = await creditsFor(read.reader, expected);
  const isFree = (credit: IncomingCredit, reference: string): boolean =>
    !matchedCredits.has(keyOf(credit)) && !isOurOwn(read.journal, credit, reference);
  return new Map(
    expected.map((one) => [
      one.id,
      suggestionsFor(one, credits.get(one.id) ?? []).filter((credit) =>
        isFree(credit, one.record.reference),
      ),
    ]),
  );
}

/** An entry that a person chose and the desk did not suggest; null where it is no credit or was withdrawn. */
export function chosenCredit(
  reader: CacheReader,
  accountNumber: string,
  entryId: string,
): CreditMatch | null {
  const entry = entryById(reader, accountNumber, entryId);
  if (entry?.direction !== 'credit' || entry.withdrawnAt !== null) return null;
  const { day, amount, narration, customReference } = entry;
  const reason = 'Chosen by a person, not suggested by the desk.';
  return {
    ...{ accountNumber, entryId, day, amount, narration, customReference },
    ...{ strength: 'possible', reason },
  };
}

const keyOf = ({ accountNumber, entryId }: IncomingCredit | StoredMatch): string =>
  JSON.stringify([accountNumber, entryId]);

/** May a payment still come in, even late? */
const mayBePaid = ({ status }: { status: string }): boolean =>
  !['cancelled', 'rejected', 'failed'].includes(status.toLowerCase());

function expectedOf(reader: CacheReader, { id, record, addedAt }: Listed): Expected {
  const made = record.createdAt && isTimestamp(record.createdAt) ? record.createdAt : addedAt;
  const currency =
    record.currency || (accountByNumber(reader, record.accountNumber)?.currency ?? '');
  return { id, record, currency, since: dayOf(made) };
}

/** Credits that could be the payment of each, by receivable. */
async function creditsFor(
  reader: CacheReader,
  expected: readonly Expected[],
): Promise<Map<string, IncomingCredit[]>> {
  const found = new Map<string, IncomingCredit[]>();
  const rest = resting();
  for (const one of expected) {
    found.set(one.id, namingCredits(reader, one));
    await rest();
  }
  const byAccount = Map.groupBy(expected, ({ record }) => record.accountNumber);
  for (const [accountNumber, ones] of byAccount) {
    const wanted = ones.filter(({ record }) => typeof record.amount === 'string');
    const credits = await creditsOfAmounts(reader, accountNumber, {
      amountsE4: [...new Set(wanted.map(amountOf))],
      days: daysOfAll(wanted),
    });
    for (const { id } of wanted) found.get(id)?.push(...credits);
  }
  return found;
}

/** The credits with the reference, of any amount, and those with the payer's name where the amount agrees. */
function namingCredits(reader: CacheReader, expected: Expected): IncomingCredit[] {
  const { record, currency, since } = expected;
  const within = { currency, days: { from: dayNumber(since), to: lastDay } };
  const words = payerWords(record.payerName);
  return [
    ...creditsNaming(reader, [record.reference], within),
    ...(typeof record.amount !== 'string'
      ? []
      : creditsNaming(reader, words, { ...within, amountE4: amountOf(expected) })),
  ];
}

const amountOf = ({ record }: Expected): bigint => toUnits(record.amount ?? '0');

/** Every day on which a payment of one of them may have come, each once. */
const daysOfAll = (expected: readonly Expected[]): Set<number> =>
  new Set(expected.flatMap(({ since }) => windowDays(since)));

/** Is it money of ours that came back, or the other leg of a trade? Such a credit carries the reference of an order of ours. */
const isOurOwn = (
  journal: Journal,
  { customReference }: IncomingCredit,
  reference: string,
): boolean =>
  customReference !== '' &&
  customReference !== reference &&
  submissionByReference(journal, customReference) !== null;

function matchedCredit(
  reader: CacheReader,
  match: StoredMatch,
): NonNullable<ReceivableRow['matched']> {
  const entry = entryById(reader, match.accountNumber, match.entryId);
  const now =
    typeof entry?.withdrawnAt === 'string'
      ? ' The bank no longer sends this entry.'
      : entry && toUnits(entry.amount.amount) !== toUnits(match.amount.amount)
        ? ` The bank has since rewritten it to ${formatMoney(entry.amount)}.`
        : '';
  const { actor, at, ...credit } = match;
  return {
    ...credit,
    matchedAt: at,
    matchedBy: actor.name,
    reason: `${match.reason}${now}`,
  };
}
