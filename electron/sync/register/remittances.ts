import type { RemittanceOrder } from '../../../shared/bank/remittances.ts';
import { fail, type Outcome } from '../../../shared/errors.ts';
import type { PaymentWarningKind } from '../../../shared/ipc/payment-records.ts';
import { limits } from '../../../shared/limits.ts';
import { toUnits } from '../../../shared/money/decimal.ts';
import { formatMoney } from '../../../shared/money/format.ts';
import { ok } from '../../../shared/result.ts';
import type { Clock, Context } from '../../context.ts';
import type { CachedAccount } from '../../store/accounts.ts';
import type { Journal } from '../../store/database.ts';
import { alikeSince, submissionByReference, type Submission } from '../../store/submissions.ts';
import type { ChangeParts } from '../submissions/changes/change.ts';
import { checkedOrder, mayAsk } from './order-checks.ts';
import { submit } from '../submissions/submissions.ts';

type Warnings = Partial<Record<PaymentWarningKind, string>>;

/**
 * Sends a remittance once. Whatever must be seen first and is not acknowledged is answered as `confirmation.required`
 * with `fields`: kind of warning -> its sentence; the same order is then sent again with those kinds acknowledged.
 */
export async function sendRemittance(
  parts: ChangeParts,
  asked: { order: RemittanceOrder; acknowledged: readonly PaymentWarningKind[] },
  context: Context,
): Promise<Outcome<Submission>> {
  const allowed = mayAsk(parts.bank, 'initiateRemittance', context);
  if (!allowed.ok) return allowed;
  const checked = checkedOrder(parts.reader, asked.order, countryProblems(asked.order), context);
  if (!checked.ok) return checked;
  const { order, account } = checked.value;
  const unseen = isSubmitted(parts.journal, order)
    ? {}
    : without(warningsOf(parts, order, account), asked.acknowledged);
  if (Object.keys(unseen).length > 0)
    return fail('confirmation.required', context.correlationId, {
      message: Object.values(unseen).join(' '),
      fields: unseen,
      operation: 'initiateRemittance',
    });
  const submitted = await submit(parts, intentOf(order), context);
  return submitted.ok ? ok(submitted.value.submission) : submitted;
}

const intentOf = (order: RemittanceOrder) => ({
  reference: order.reference,
  operation: 'initiateRemittance' as const,
  subject: `remittance:${order.reference}`,
  payload: { body: order },
  about: {
    title: `Remittance to ${order.recipientName}`,
    amount: { amount: order.amount, currency: order.currency },
    accountNumber: order.accountNumber,
    counterparty: order.recipientName,
    counterpartyId: null,
  },
  likeness: likenessOf(order),
});

/** Equal for what looks like the same remittance sent twice. */
const likenessOf = ({ recipientAccountNumber, amount, currency }: RemittanceOrder): string =>
  `remittance|${recipientAccountNumber}|${amount}|${currency}`;

/** A second click: it reports the first, and there is nothing more to be seen. */
const isSubmitted = (journal: Journal, { reference }: RemittanceOrder): boolean =>
  submissionByReference(journal, reference) !== null;

function warningsOf(
  { journal, clock }: { journal: Journal; clock: Clock },
  order: RemittanceOrder,
  account: CachedAccount,
): Warnings {
  const since = new Date(clock.now() - limits.duplicateWindowMs).toISOString();
  const alike = alikeSince(journal, likenessOf(order), '');
  const open = alike.find(({ state }) => state === 'sending' || state === 'unknown');
  const sent = alike.find(({ state, createdAt }) => state === 'accepted' && createdAt >= since);
  const what = `${formatMoney(order)} to ${order.recipientAccountNumber}`;
  return {
    ...(open && { 'open-twin': `${what} was sent ${atTime(open)} and has no answer yet.` }),
    ...(sent && { duplicate: `${what} was sent ${atTime(sent)} already.` }),
    ...shortfall(order, account),
  };
}

function shortfall({ amount, currency }: RemittanceOrder, { available }: CachedAccount): Warnings {
  if (!available || toUnits(available.amount) >= toUnits(amount)) return {};
  const [has, needs] = [formatMoney(available), formatMoney({ amount, currency })];
  return {
    insufficient: `The account had ${has} available when last read, less than ${needs} and the bank’s fee.`,
  };
}

const atTime = ({ createdAt }: Submission): string =>
  `on ${createdAt.slice(0, 10)} at ${createdAt.slice(11, 16)} UTC`;

const without = (warnings: Warnings, acknowledged: readonly PaymentWarningKind[]): Warnings =>
  Object.fromEntries(
    Object.entries(warnings).filter(([kind]) => !acknowledged.some((seen) => seen === kind)),
  );

const countryProblems = ({
  senderCountry,
  recipientCountry,
}: RemittanceOrder): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ senderCountry, recipientCountry })
      .filter(([, country]) => !/^[A-Z]{3}$/.test(country))
      .map(([field]) => [field, 'must be a 3-letter country code in capitals']),
  );
