import type { BeneficiaryRecord } from '../../../shared/bank/beneficiaries.ts';
import { clockText } from '../../../shared/calendar/calendar.ts';
import { fullDay } from '../../../shared/calendar/day-labels.ts';
import type { OperationName } from '../../../shared/bank/catalogue.ts';
import type { PaymentOrder } from '../../../shared/bank/transfers.ts';
import { appError, fail, type AppError, type Outcome } from '../../../shared/errors.ts';
import type { BalanceChange } from '../../../shared/ipc/changes/conversions.ts';
import type { PaymentWarning } from '../../../shared/ipc/changes/payments.ts';
import { err, ok, type Err } from '../../../shared/result.ts';
import type { Context } from '../../engines/machine/context.ts';
import type { Journal } from '../../engines/store/database.ts';
import type { NameScreening } from '../../engines/submissions/intent/name-screening.ts';
import { partyOf, payeeName } from './beneficiary.ts';
import { quarantineOf } from '../beneficiaries/quarantine.ts';
import type { DuePayment } from '../due-payments/tables.ts';
import type { Approval } from '../../engines/submissions/approval.ts';
import { isCovered } from '../../engines/submissions/funds/funds.ts';
import type { TwinPeriod } from './listed-transfers.ts';
import type { PaymentParts } from './tables.ts';
import { namedFirst, strangersTo, twinsUnread, twinWarnings, type Twin } from './twins.ts';

/** The warnings about an order, the most important first. A null payee is known by its identifier only. */
export function transferWarnings(
  order: PaymentOrder,
  payee: BeneficiaryRecord | null,
  found: {
    readonly journal: Journal;
    readonly balance: BalanceChange;
    readonly balanceAsOf: string | null;
    readonly twins: readonly Twin[];
    /** The period in which the twins were sent; a day by default. */
    readonly period?: TwinPeriod;
    /** Why the bank's list of payments could not be read, in a few words; null when it was. */
    readonly unlisted: string | null;
    /** Why the payee could not be read from the bank now, with its last payment; null where it was read. */
    readonly unread: string | null;
    /** Ready, or prepared for the payee, before the call. */
    readonly screening: NameScreening | undefined;
  },
): PaymentWarning[] {
  const name = payee ? payeeName(payee) : order.beneficiaryId;
  return [
    ...(payee ? quarantined(found.journal, payee) : []),
    ...(found.screening?.warningsOf(partyOf(payee)) ?? []),
    ...unreadPayee(found.unread),
    ...twinWarnings(found.twins, name, found.period),
    ...(found.unlisted === null ? [] : [twinsUnread(found.unlisted)]),
    ...uncovered(found.balance, found.balanceAsOf),
    ...(payee ? otherCurrency(order, payee) : []),
  ];
}

/** The warnings that prevent sending: those that block, and those without a confirmation, such as an unnamed twin. */
export const blockingWarnings = (
  warnings: readonly PaymentWarning[],
  approval: Approval,
): PaymentWarning[] =>
  warnings.filter(
    (warning) =>
      warning.weight === 'blocks' ||
      (warning.weight === 'confirm' && !isConfirmed(warning, approval)),
  );

function isConfirmed({ kind, twins = [] }: PaymentWarning, approval: Approval): boolean {
  if (approval.by === 'person')
    return (
      approval.acknowledged.includes(kind) &&
      twins.every(({ name }) => approval.twins.includes(name))
    );
  if (kind === 'payee-unread') return approval.payeeChecked;
  if (kind === 'twins-unread') return approval.twinsUnchecked;
  return twins.every(({ id }) => approval.twins.includes(id));
}

/**
 * The references of an order's twins, where all warnings are confirmed. Fails with `confirmation.required` where one is not, and
 * with `input.invalid` where a script names a payment that is no twin.
 */
export function confirmedTwins(
  parts: PaymentParts,
  order: PaymentOrder,
  {
    warnings,
    twins,
  }: { readonly warnings: readonly PaymentWarning[]; readonly twins: readonly Twin[] },
  approval: Approval,
  context: Context,
): Outcome<readonly string[]> {
  const open = blockingWarnings(warnings, approval);
  if (open.length > 0) return notConfirmed(open, approval, context);
  const [stranger] = approval.by === 'script' ? strangersTo(parts, order, approval.twins) : [];
  if (stranger === undefined) return ok(twins.map(({ name }) => name));
  return fail('input.invalid', context.correlationId, {
    operation: 'createSingleTransfer',
    message: `${stranger} is no payment of the same amount to the same payee.`,
  });
}

/** The failure for blocking warnings, with the options by which a script can confirm them. */
export function notConfirmed(
  open: readonly PaymentWarning[],
  approval: Approval,
  { correlationId }: Context,
  operation: OperationName = 'createSingleTransfer',
): Err<AppError> {
  const isOnlyUnread = open.every(({ kind }) => kind === 'payee-unread');
  const words = open.map((warning) => sentenceOf(warning, approval)).join(' ');
  const error = appError(isOnlyUnread ? 'payee.unread' : 'confirmation.required', correlationId, {
    operation,
    message: words,
    fields: Object.fromEntries(open.map(({ kind, message }) => [kind, message])),
  });
  const isScript = approval.by === 'script' && !isOnlyUnread;
  return err(isScript ? { ...error, message: `${words} Nothing was sent.` } : error);
}

function sentenceOf({ kind, message, twins = [] }: PaymentWarning, approval: Approval): string {
  if (kind === 'twins-unread' && approval.by === 'script')
    return `${message} To send anyway, add --twins-unchecked.`;
  const unnamed =
    approval.by === 'person' ? [] : twins.filter(({ id }) => !approval.twins.includes(id));
  const options = unnamed.map(({ id }) => `--twin-of ${id}`).join(' ');
  return options === '' ? message : `${message} If it is meant once more, add ${options}.`;
}

/**
 * The notice about scheduled payments that look like an order: on their day they wait until a person has checked what was sent in between
 * (decision 75).
 */
export function scheduledWarnings(alike: readonly DuePayment[]): PaymentWarning[] {
  if (alike.length === 0) return [];
  const named = namedFirst(
    alike.map(({ day, order }) => `${fullDay(day, 'named')}, reference ${order.reference}`),
  );
  const message = `The same amount to the same payee is scheduled: ${named}. Withdraw it under Due if this payment takes its place.`;
  return [{ kind: 'scheduled-twin', weight: 'notice', message }];
}

const unreadPayee = (message: string | null): PaymentWarning[] =>
  message === null ? [] : [{ kind: 'payee-unread', weight: 'confirm', message }];

function quarantined(journal: Journal, payee: BeneficiaryRecord): PaymentWarning[] {
  const quarantine = quarantineOf(journal, payee);
  if (quarantine === null) return [];
  const message = `The bank details of ${quarantine.name} changed since they were last paid (${clockText(quarantine.lastPaidAt)}). Look at them and release them under Payees first.`;
  return [{ kind: 'quarantine', weight: 'blocks', message }];
}

function uncovered(balance: BalanceChange, asOf: string | null): PaymentWarning[] {
  if (isCovered(balance) !== false) return [];
  const known = asOf === null ? '' : ` as of ${clockText(asOf)}`;
  const message = `Balance too low${known}. The bank may refuse it.`;
  return [{ kind: 'insufficient', weight: 'confirm', message }];
}

function otherCurrency({ currency }: PaymentOrder, payee: BeneficiaryRecord): PaymentWarning[] {
  const payeeCurrency = payee.currencyIso3Code;
  if (payeeCurrency === '' || payeeCurrency === currency) return [];
  const message = `${payeeName(payee)} is kept in ${payeeCurrency}, and this is a payment in ${currency}: a bank on the way may convert it at its own rate.`;
  return [{ kind: 'currency', weight: 'confirm', message }];
}

/** The kinds of bank data that could not be read. A team's approvals depend on them: an approver must have seen the same. */
export const unreadKinds = (warnings: readonly PaymentWarning[]): PaymentWarning['kind'][] =>
  warnings.map(({ kind }) => kind).filter((kind) => kind.endsWith('-unread'));
