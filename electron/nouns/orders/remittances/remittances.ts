import type { PaymentParts } from '../../payments/tables.ts';
import { moreProblems } from '../../../../shared/bank/required-fields.ts';
import type { RemittanceOrder } from '../../../../shared/bank/remittances.ts';
import type { Outcome } from '../../../../shared/errors.ts';
import type {
  PaymentWarning,
  PaymentWarningKind,
} from '../../../../shared/ipc/changes/payments.ts';
import type { ScreeningNote } from '../../../../shared/ipc/submissions.ts';
import { formatMoney } from '../../../../shared/money/format.ts';
import { money } from '../../../../shared/money/money.ts';
import type { Context } from '../../../engines/machine/context.ts';
import type { Journal } from '../../../engines/store/database.ts';
import type { Approval } from '../../../engines/submissions/approval.ts';
import { submissionByReference } from '../../../engines/submissions/journal/submission-table.ts';
import { checkedOrder } from '../../accounts/order-checks.ts';
import { mayAsk } from '../../../engines/bank/may-ask.ts';
import { balanceAround, fundsOf, isCovered } from '../../../engines/submissions/funds/funds.ts';
import { remittanceLikeness } from '../../../engines/submissions/intent/likeness.ts';
import { submit } from '../../../engines/submissions/submissions.ts';
import type { Submitted } from '../../../engines/submissions/carry-out.ts';
import { ownTwins, twinWarnings } from '../../payments/twins.ts';
import { confirmedTwins } from '../remittance-twins.ts';
import { recipientOf, recipientWarnings } from './recipient-screening.ts';

/** The confirmation of a remittance: a person confirms kinds of warnings, a script the twins that it names. */
export type RemittanceApproval =
  | { readonly by: 'person'; readonly acknowledged: readonly PaymentWarningKind[] }
  | Extract<Approval, { by: 'script' }>;

/**
 * Sends a remittance once. Fails with `confirmation.required` and `fields` (kind of warning -> its sentence) while warnings
 * are unconfirmed; the caller then sends the same order with those acknowledged. A known reference is reported and not sent
 * again.
 */
export async function sendRemittance(
  parts: PaymentParts,
  request: { order: RemittanceOrder; approval: RemittanceApproval },
  context: Context,
): Promise<Outcome<Submitted<'initiateRemittance'>>> {
  const allowed = mayAsk(parts.bank, 'initiateRemittance', context);
  if (!allowed.ok) return allowed;
  const isKnown = isSubmitted(parts.journal, request.order);
  const others = {
    ...countryProblems(request.order),
    ...(isKnown
      ? {}
      : moreProblems(parts.bank.requiredFields('initiateRemittance'), request.order.more)),
  };
  const checked = checkedOrder(parts.reader, request.order, others, context);
  if (!checked.ok) return checked;
  const { order } = checked.value;
  if (isKnown) return submit(parts, { ...intentOf(order), twins: [] }, context);
  const screened = await recipientWarnings(parts, order);
  const cleared = clearance(parts, order, { screened, approval: request.approval }, context);
  if (!cleared.ok) return cleared;
  const intent = intentOf(order, parts.screening?.noteOf(recipientOf(order)) ?? null);
  return submit(parts, { ...intent, twins: cleared.value }, context);
}

/** The references of the order's twins, where all warnings are confirmed; else the failure. */
function clearance(
  parts: PaymentParts,
  order: RemittanceOrder,
  {
    screened,
    approval,
  }: { readonly screened: readonly PaymentWarning[]; readonly approval: RemittanceApproval },
  context: Context,
): Outcome<readonly string[]> {
  const twins = ownTwins(parts, { ...order, likeness: remittanceLikeness(order) });
  const warnings = [
    ...screened.filter(({ weight }) => weight !== 'notice'),
    ...twinWarnings(twins, order.recipientName),
    ...shortfall(parts, order),
  ];
  const confirmed = confirmedApproval(warnings, approval);
  return confirmedTwins(parts, order, { warnings, twins }, confirmed, context);
}

/** A person who acknowledges a warning confirms every twin that it names. */
const confirmedApproval = (
  warnings: readonly PaymentWarning[],
  approval: RemittanceApproval,
): Approval =>
  approval.by === 'script'
    ? approval
    : {
        ...approval,
        twins: warnings.flatMap(({ twins = [] }) => twins.map(({ name }) => name)),
      };

const intentOf = (order: RemittanceOrder, screening: ScreeningNote | null = null) => ({
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
    ...(screening ? { screening } : {}),
  },
  likeness: remittanceLikeness(order),
});

/** Is it submitted already, as by a second click? Then no warnings are checked again. */
const isSubmitted = (journal: Journal, { reference }: RemittanceOrder): boolean =>
  submissionByReference(journal, reference) !== null;

function shortfall(
  parts: PaymentParts,
  { accountNumber, amount, currency }: RemittanceOrder,
): PaymentWarning[] {
  const funds = fundsOf(parts, accountNumber, currency);
  const order = money(amount, currency);
  if (funds.after === null || isCovered(balanceAround(funds, order)) !== false) return [];
  const has = formatMoney(funds.after);
  const behind = funds.inFlight === null ? '' : ' after what is in flight';
  const message = `The account had ${has} available${behind} when last read, less than ${formatMoney(order)} and the bank’s fee.`;
  return [{ kind: 'insufficient', weight: 'confirm', message }];
}

const countryProblems = ({
  senderCountry,
  recipientCountry,
}: RemittanceOrder): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ senderCountry, recipientCountry })
      .filter(([, country]) => !/^[A-Z]{3}$/.test(country))
      .map(([field]) => [field, 'must be a 3-letter country code in capitals']),
  );
