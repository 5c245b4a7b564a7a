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

/** Everything about an order that a person must have seen, the weightiest first. Null payee: one known by its identifier only. */
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
    /** Why the payee could not be read from the bank now, and what is known of it; null when it was read. */
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

/** The word of whoever sends. */
export type Approval =
  /** A person saw these kinds of warnings, and these twins by name. */
  | {
      readonly by: 'person';
      readonly acknowledged: readonly PaymentWarningKind[];
      readonly twins: readonly string[];
    }
  /** A script names the twins that it means by identifier, and accepts what could not be read. It cannot confirm a payment dated in the future; what else it sends it has confirmed. */
  | {
      readonly by: 'script';
      readonly twins: readonly string[];
      readonly payeeChecked: boolean;
      /** It sends though the bank's list of payments could not be read. */
      readonly twinsUnchecked: boolean;
    };

/** What stands in the way of sending: what blocks, and what was not confirmed, such as a twin that nobody named. */
export const inTheWay = (
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

/** The failure that tells what stands in the way, with the option that a script needs to mean it. */
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
    return `${message} To send it all the same, add --twins-unchecked.`;
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
  const message = `The bank details of ${quarantine.name} changed since they were last paid (${clockText(quarantine.lastPaidAt)}). Look at them and release them under Beneficiaries first.`;
  return [{ kind: 'quarantine', weight: 'blocks', message }];
}

function uncovered(balance: BalanceChange, asOf: string | null): PaymentWarning[] {
  if (isCovered(balance) !== false) return [];
  const known = asOf === null ? '' : ` as of ${clockText(asOf)}`;
  const message = `The account does not cover it by its balance${known}. The bank decides: it may refuse.`;
  return [{ kind: 'insufficient', weight: 'confirm', message }];
}

function otherCurrency({ currency }: PaymentOrder, payee: BeneficiaryRecord): PaymentWarning[] {
  const kept = payee.currencyIso3Code;
  if (kept === '' || kept === currency) return [];
  const message = `${payeeName(payee)} is kept in ${kept}, and this is a payment in ${currency}: a bank on the way may convert it at its own rate.`;
  return [{ kind: 'currency', weight: 'confirm', message }];
}
