import type { Approval } from '../../../electron/engines/submissions/approval.ts';
import type { PaymentWarning } from '../../../shared/ipc/changes/payments.ts';

/** A person who has seen these warnings and confirms them all. */
export const everythingSeen = (warnings: readonly PaymentWarning[]): Approval => ({
  by: 'person',
  acknowledged: [...new Set(warnings.map(({ kind }) => kind))],
  twins: warnings.flatMap(({ twins = [] }) => twins.map(({ name }) => name)),
});

/** A script that names these twins, and confirms nothing else unless it is given. */
export const script = (
  twins: readonly string[] = [],
  given: { readonly payeeChecked?: boolean; readonly twinsUnchecked?: boolean } = {},
): Approval => ({ by: 'script', twins, payeeChecked: false, twinsUnchecked: false, ...given });
