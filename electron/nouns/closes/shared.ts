import { closesRoutes, type CloseRequirements } from '../../../shared/ipc/review/closes.ts';
import { sharedKind, type SharedKind } from '../../engines/sharing/shared-kind.ts';
import { requirementsChange, requirementsKind, writeRequirements } from './tables.ts';

/** What a close requires is one record. */
const requirements = sharedKind<CloseRequirements>({
  ...{ kind: requirementsKind, merge: 'last' },
  schema: closesRoutes['closes.saveRequirements'].input,
  keyOf: () => '',
  apply: writeRequirements,
  allOf: (journal) => {
    const standing = requirementsChange(journal);
    return standing === null ? [] : [standing];
  },
});

/** What a team shares of closes. */
export const sharedOfCloses: readonly SharedKind[] = [requirements];
