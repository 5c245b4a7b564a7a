import type { Context } from '../../../engines/machine/context.ts';
import { accountByNumber } from '../../../nouns/accounts/tables.ts';
import { refreshAccount } from '../../../nouns/accounts/refresh.ts';
import type { DeskParts } from '../../open-bank/changes.ts';

/** Reads accounts that this desk does not know yet, up to the first failure. The check that needs a missing account refuses it. */
export async function learnAccounts(
  parts: DeskParts,
  accountNumbers: readonly string[],
  context: Context,
): Promise<void> {
  for (const accountNumber of accountNumbers) {
    if (accountByNumber(parts.reader, accountNumber)?.currency) continue;
    const read = await refreshAccount(parts, accountNumber, context);
    if (!read.ok) return;
  }
}

/** The account that the body of an input names. */
export function accountsIn(input: object): readonly string[] {
  const { body } = input as { readonly body?: { readonly accountNumber?: unknown } };
  return typeof body?.accountNumber === 'string' ? [body.accountNumber] : [];
}
