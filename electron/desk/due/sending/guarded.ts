import { fail } from '../../../../shared/errors.ts';
import type { Continuity } from '../../../engines/submissions/continuity.ts';

/** The same, but refuses with `code` right before a payment is journalled where `whyNot` has a reason. */
export const guardedContinuity = (
  continuity: Continuity,
  whyNot: () => string | null,
  code: 'cancelled' | 'input.invalid',
): Continuity => ({
  allows: (context) => {
    const why = whyNot();
    return why === null
      ? continuity.allows(context)
      : fail(code, context.correlationId, { message: why });
  },
  status: () => continuity.status(),
  witness: (context) => continuity.witness(context),
  reserve: (sends, context) => continuity.reserve(sends, context),
  settle: (context) => continuity.settle(context),
  adopted: (context) => continuity.adopted(context),
  reopen: (actor, context) => continuity.reopen(actor, context),
});
