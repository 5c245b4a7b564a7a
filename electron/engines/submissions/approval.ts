import type { PaymentWarningKind } from '../../../shared/ipc/changes/payments.ts';

/** The confirmation of what moves money by its sender. */
export type Approval =
  /** A person saw these kinds of warnings, and these twins by name. */
  | {
      readonly by: 'person';
      readonly acknowledged: readonly PaymentWarningKind[];
      readonly twins: readonly string[];
    }
  /** A script names twins by identifier, and confirms what could not be read. All other warnings count as confirmed. */
  | {
      readonly by: 'script';
      readonly twins: readonly string[];
      readonly payeeChecked: boolean;
      /** It sends though the bank's list of payments could not be read. */
      readonly twinsUnchecked: boolean;
    };

/** A person who confirms nothing. */
export const nothingConfirmed: Approval = { by: 'person', acknowledged: [], twins: [] };

/** Does the sender confirm the payee's bank details where the bank does not send them now? */
export const confirmsPayee = (approval: Approval): boolean =>
  approval.by === 'script' ? approval.payeeChecked : approval.acknowledged.includes('payee-unread');
