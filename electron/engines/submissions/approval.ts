import type { PaymentWarningKind } from '../../../shared/ipc/changes/payments.ts';

/** The sender's confirmation of a change that moves money. */
export type Approval =
  /** A person acknowledged these kinds of warnings, and these twins by reference. */
  | {
      readonly by: 'person';
      readonly acknowledged: readonly PaymentWarningKind[];
      readonly twins: readonly string[];
    }
  /** A script names twins by identifier and confirms what could not be read. All other warnings count as confirmed. */
  | {
      readonly by: 'script';
      readonly twins: readonly string[];
      readonly payeeChecked: boolean;
      /** Send although the bank's list of payments could not be read. */
      readonly twinsUnchecked: boolean;
    };

/** The approval of a person who confirms nothing. */
export const nothingConfirmed: Approval = { by: 'person', acknowledged: [], twins: [] };

/** Does the sender confirm the payee's bank details where the bank does not send them now? */
export const confirmsPayee = (approval: Approval): boolean =>
  approval.by === 'script' ? approval.payeeChecked : approval.acknowledged.includes('payee-unread');
