import type { CacheReader } from '../../engines/store/database.ts';
import { currentBeneficiaries, isCurrentBeneficiary } from '../beneficiaries/tables.ts';

/** Returns the identifiers of the known payees that a text of the bank names; none where it names no known payee. */
export type PayeeIds = (name: string) => readonly string[];

const piece = 500;

/**
 * A bank names a payee by its identifier or by its account number. Account numbers are read once, with the first name that is no
 * identifier.
 */
export function payeeIdsIn(reader: CacheReader): PayeeIds {
  let byAccount: ReadonlyMap<string, readonly string[]> | null = null;
  return (name) => {
    if (name === '') return [];
    if (isCurrentBeneficiary(reader, name)) return [name];
    byAccount ??= idsByAccount(reader);
    return byAccount.get(name) ?? [];
  };
}

function idsByAccount(reader: CacheReader): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const payees of currentBeneficiaries(reader, piece))
    for (const { accountNumber, entityId } of payees) {
      if (accountNumber === '') continue;
      found.set(accountNumber, [...(found.get(accountNumber) ?? []), entityId]);
    }
  return found;
}
