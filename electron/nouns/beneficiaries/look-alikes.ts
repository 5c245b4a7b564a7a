import type { LookAlike } from '../../../shared/ipc/changes/beneficiaries.ts';
import { resemblanceOf, type Recognisable } from '../../../shared/beneficiaries/resemblance.ts';
import { listBeneficiaries } from './tables.ts';
import type { CacheReader } from '../../engines/store/database.ts';

const gravestFirst: readonly LookAlike['reason'][] = [
  'same-number',
  'same-looking',
  'similar-name',
];

/** How many are shown at most, the gravest first. */
const shownMax = 6;

/**
 * The payees of the local copy that this one is easily mistaken for. A payee that is already saved has an `entityId`, so that it is not
 * compared with itself.
 */
export function lookAlikesOf(
  reader: CacheReader,
  payee: Recognisable & { readonly entityId?: string | undefined },
): LookAlike[] {
  const found = listBeneficiaries(reader, '').rows.flatMap((other) => {
    if (other.entityId === payee.entityId) return [];
    const resemblance = resemblanceOf(payee, other);
    if (resemblance === null) return [];
    const { entityId, name, accountName, accountNumber, bankName } = other;
    return [{ entityId, name: name || accountName, accountNumber, bankName, ...resemblance }];
  });
  return found
    .toSorted((a, b) => gravestFirst.indexOf(a.reason) - gravestFirst.indexOf(b.reason))
    .slice(0, shownMax);
}
