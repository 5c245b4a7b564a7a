import type { OperationName } from '../../../shared/bank/catalogue.ts';
import { fail, type Outcome } from '../../../shared/errors.ts';
import { err, ok } from '../../../shared/result.ts';
import type { Context } from '../machine/context.ts';
import type { BankClient } from './client.ts';

/** Checks whether the operation is open at the bank and the session is signed in. */
export function mayAsk(
  bank: BankClient,
  operation: OperationName,
  context: Context,
): Outcome<null> {
  const closed = bank.whyClosed(operation, context);
  if (closed) return err(closed);
  if (!bank.session.isSignedIn())
    return fail('session.required', context.correlationId, { operation });
  return ok(null);
}
