import type { BeneficiaryRecord } from '../../../shared/bank/beneficiaries.ts';
import { clockText } from '../../../shared/calendar/calendar.ts';
import type { OperationName } from '../../../shared/bank/catalogue.ts';
import type { PaymentOrder } from '../../../shared/bank/transfers.ts';
import { appError, type AppError } from '../../../shared/errors.ts';
import type { BalanceChange } from '../../../shared/ipc/changes/conversions.ts';
import type { PaymentWarning, PaymentWarningKind } from '../../../shared/ipc/changes/payments.ts';
import { err, type Err } from '../../../shared/result.ts';
import type { Context } from '../../engines/machine/context.ts';
import type { Journal } from '../../engines/store/database.ts';
import { payeeName } from './beneficiary.ts';
import { quarantineOf } from '../beneficiaries/quarantine.ts';
import { isCovered } from '../../engines/submissions/funds/funds.ts';
import { twinsUnread, twinWarnings, type Twin } from './twins.ts';

/** The warnings about an order, the most important first. A null payee is known by its identifier only. */
export function transferWarnings(
  order: PaymentOrder,
  payee: BeneficiaryRecord | null,
  found: {
    readonly journal: Journal;
    readonly balance: BalanceChange;
    readonly balanceAsOf: string | null;
    readonly twins: readonly Twin[];
    /** Why the bank's list of payments could not be read, in a few words; null when it was. */
    readonly unlisted: string | null;
    /** Why the payee could not be read from the bank now, with its last payment; null where it was read. */
    readonly unread: string | null;
  },
): PaymentWarning[] {
  const name = payee ? payeeName(payee) : order.beneficiaryId;
  return [
    ...(payee ? quarantined(found.journal, payee) : []),
    ...unreadPayee(found.unread),
    ...twinWarnings(found.twins, name),
    ...(found.unlisted === null ? [] : [twinsUnread(found.unlisted)]),
    ...uncovered(found.balance, found.balanceAsOf),
    ...(payee ? otherCurrency(order, payee) : []),
  ];
}

/** The confirmation of a payment by its sender. */
export type Approval =
  /** A person saw these kinds of warnings, and these twins by name. */
  | {
      readonly by: 'person';
      readonly acknowledged: readonly PaymentWarningKind[];
      readonly twins: readonly string[];
    }
  /** A script names twins by identifier, and confirms what could not be read. It cannot confirm a payment dated in the future; all other warnings count as confirmed. */
  | {
      readonly by: 'script';
      readonly twins: readonly string[];
      readonly payeeChecked: boolean;
      /** It sends though the bank's list of payments could not be read. */
      readonly twinsUnchecked: boolean;
    };

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
  if (kind === 'dated') return false;
  if (kind === 'payee-unread') return approval.payeeChecked;
  if (kind === 'twins-unread') return approval.twinsUnchecked;
  return twins.every(({ id }) => approval.twins.includes(id));
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
