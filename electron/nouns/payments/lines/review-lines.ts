import type { BeneficiaryRecord } from '../../../../shared/bank/beneficiaries.ts';
import type { PaymentOrder } from '../../../../shared/bank/transfers.ts';
import { clockText } from '../../../../shared/calendar/calendar.ts';
import { fail, type Outcome } from '../../../../shared/errors.ts';
import type { PaymentWarning } from '../../../../shared/ipc/changes/payments.ts';
import { limits } from '../../../../shared/limits.ts';
import type { Money } from '../../../../shared/money/money.ts';
import { ok } from '../../../../shared/result.ts';
import { inTurns } from '../../../engines/files/turns.ts';
import { timestampNow, type Context } from '../../../engines/machine/context.ts';
import { moneyRecordsByReference } from '../../../engines/store/records/money-lists.ts';
import { transferLikeness } from '../../../engines/submissions/intent/likeness.ts';
import { submissionUnder } from '../../../engines/submissions/journal/submission-table.ts';
import { lookAlikesOf } from '../../beneficiaries/look-alikes.ts';
import { openScheduledAlike } from '../../due-payments/same-order.ts';
import { beneficiaryToReview, type ReviewedBeneficiary } from '../beneficiary.ts';
import { askCost } from '../fee.ts';
import { askTransfers } from '../list-transfers.ts';
import { listedTransfers, type ListedTransfers } from '../listed-transfers.ts';
import { readOrder, type EnteredTransfer } from '../order.ts';
import { transferList, type PaymentParts } from '../tables.ts';
import { twinsOf } from '../twins.ts';
import { scheduledWarnings, transferWarnings } from '../warnings.ts';

/** One of many payments, as this desk read it from the bank. */
export type ReviewedLine = {
  /** Null where the payment cannot be read: `problem` says why. */
  readonly order: PaymentOrder | null;
  /** Null where its payee is not known. */
  readonly payee: BeneficiaryRecord | null;
  /** Null where the bank's fee was not asked for, or is not known. */
  readonly fee: Money | null;
  readonly warnings: readonly PaymentWarning[];
  /** References of payments that look the same: first among the others, then in the journal, the team's record and the bank's list. */
  readonly twins: readonly string[];
  /** Why it cannot be sent at all, in sentences; null where no reason is known. */
  readonly problem: string | null;
};

/** How many requests to the bank are in flight at once. */
const questionsAtOnce = 4;

/**
 * Reviews many payments. Reads each payee from the bank once, the bank's recent payments once for all, and with `withFees` the fee of each
 * payment. Payments that look the same name each other as twins. Changes nothing at the bank. Fails with `session.required`.
 */
export async function reviewLines(
  parts: PaymentParts,
  entered: readonly EnteredTransfer[],
  { withFees }: { readonly withFees: boolean },
  context: Context,
): Promise<Outcome<readonly ReviewedLine[]>> {
  if (!parts.bank.session.isSignedIn()) return fail('session.required', context.correlationId);
  const orders = entered.map((one) => readOrder(parts.reader, one, context));
  const known = orders.flatMap((order) => (order.ok ? [order.value] : []));
  const { unread: unlisted } = await askTransfers(parts, {}, context);
  // A bank that has only a list of payees is asked for it once.
  const listSince = timestampNow(parts.clock);
  const payees = await askEach(
    known.map(({ beneficiaryId }) => beneficiaryId),
    (id) => beneficiaryToReview(parts, id, context, listSince),
  );
  const fees = withFees
    ? await askEach(known.map(costKey), (key) => askCost(parts, orderOfKey(key), context))
    : new Map<string, never>();
  const reading: LineReading = {
    ...{ parts, payees, unlisted, alike: alikeAmong(known), listed: listedTransfers(parts) },
    scheduledAlike: openScheduledAlike(parts.journal),
  };
  await parts.screening?.ready();
  const lines: ReviewedLine[] = [];
  for await (const order of inTurns(orders))
    lines.push(
      order.ok
        ? reviewLine(reading, order.value, fees.get(costKey(order.value))?.fee ?? null)
        : { ...nothing, problem: problemOf(order.error) },
    );
  return ok(lines);
}

const nothing: ReviewedLine = {
  ...{ order: null, payee: null, fee: null, warnings: [], twins: [], problem: null },
};

const problemOf = ({
  message,
  fields = {},
}: {
  readonly message: string;
  readonly fields?: Readonly<Record<string, string>>;
}): string =>
  [message, ...Object.entries(fields).map(([field, why]) => `${field}: ${why}.`)].join(' ');

type LineReading = {
  readonly parts: PaymentParts;
  readonly payees: ReadonlyMap<string, Outcome<ReviewedBeneficiary>>;
  readonly unlisted: string | null;
  /** Likeness -> references of the payments that have it. */
  readonly alike: ReadonlyMap<string, readonly string[]>;
  readonly listed: ListedTransfers;
  readonly scheduledAlike: ReturnType<typeof openScheduledAlike>;
};

function reviewLine(
  { parts, payees, unlisted, alike, listed, scheduledAlike }: LineReading,
  order: PaymentOrder,
  fee: Money | null,
): ReviewedLine {
  const payee = payees.get(order.beneficiaryId);
  if (!payee?.ok)
    return { ...nothing, order, problem: payee ? problemOf(payee.error) : 'It has no payee.' };
  const { record } = payee.value.payee;
  const found = twinsOf(parts, order, listed);
  const inside = (alike.get(transferLikeness(order)) ?? []).filter(
    (reference) => reference !== order.reference,
  );
  const warnings = [
    ...atBank(parts, order),
    ...(inside.length === 0 ? [] : [twinInside(record.name || record.accountName, inside)]),
    ...transferWarnings(order, record, {
      ...{ journal: parts.journal, balance: { before: null, after: null }, balanceAsOf: null },
      ...{ twins: found, unlisted, unread: payee.value.unread, screening: parts.screening },
    }),
    ...scheduledWarnings(scheduledAlike(order)),
    ...lookAlikesOf(parts.reader, record).map(({ words }): PaymentWarning => ({
      kind: 'look-alike',
      weight: 'notice',
      message: words,
    })),
  ];
  const twins = [...new Set([...inside, ...found.map(({ name }) => name)])];
  return { ...{ order, payee: record, fee, warnings }, ...capped(twins) };
}

/** A record names at most `limits.claimTwinsMax` twins of a payment; a payment with more cannot be approved. */
const capped = (twins: readonly string[]): Pick<ReviewedLine, 'twins' | 'problem'> =>
  twins.length <= limits.claimTwinsMax
    ? { twins, problem: null }
    : {
        twins: twins.slice(0, limits.claimTwinsMax),
        problem: `It looks like ${String(twins.length)} other payments. An approval names ${String(limits.claimTwinsMax)} at most: send it with another file.`,
      };

/** Warns where the bank lists a payment under the reference and this desk has not sent it. */
function atBank({ reader, journal }: PaymentParts, { reference }: PaymentOrder): PaymentWarning[] {
  const [listed] = moneyRecordsByReference(reader, transferList, reference);
  if (!listed || submissionUnder(journal, reference) !== null) return [];
  const { id, createdAt } = listed.record;
  const since = createdAt === null ? '' : `, since ${clockText(createdAt)}`;
  const message = `The bank has a payment under the reference ${reference} already${since}: transfer ${id}. Nothing more is sent.`;
  return [{ kind: 'at-bank', weight: 'blocks', message }];
}

/** How many references a sentence names. */
const namedMax = 3;

function twinInside(payee: string, others: readonly string[]): PaymentWarning {
  const rest = others.length - namedMax;
  const named = others.slice(0, namedMax).join(', ');
  const message = `The same amount to ${payee} stands here more than once: ${named}${rest > 0 ? ` and ${String(rest)} more` : ''}.`;
  const twins = others.map((name) => ({ name, id: '' }));
  return { kind: 'duplicate', weight: 'confirm', message, twins };
}

function alikeAmong(orders: readonly PaymentOrder[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const order of orders) {
    const likeness = transferLikeness(order);
    const group = groups.get(likeness);
    if (group) group.push(order.reference);
    else groups.set(likeness, [order.reference]);
  }
  return groups;
}

/** Asks each distinct question once, a few at a time. */
async function askEach<T>(
  questions: readonly string[],
  ask: (question: string) => Promise<T>,
): Promise<ReadonlyMap<string, T>> {
  const answers = new Map<string, T>();
  const open = [...new Set(questions)].values();
  const askNext = async (): Promise<void> => {
    for (const question of open) answers.set(question, await ask(question));
  };
  await Promise.all(Array.from({ length: questionsAtOnce }, askNext));
  return answers;
}

type CostOrder = Pick<PaymentOrder, 'accountNumber' | 'beneficiaryId' | 'amount' | 'currency'>;

/** Equal for payments with the same fee. */
const costKey = ({ accountNumber, beneficiaryId, amount, currency }: CostOrder): string =>
  JSON.stringify({ accountNumber, beneficiaryId, amount, currency });

const orderOfKey = (key: string): PaymentOrder => ({
  ...(JSON.parse(key) as CostOrder),
  reference: '',
});
