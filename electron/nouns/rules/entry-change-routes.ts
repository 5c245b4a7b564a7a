import { ok } from '../../../shared/result.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import type { Journal } from '../../engines/store/database.ts';
import { markChanges, newestChanges } from '../statements/annotations/mark-changes.ts';
import { tagChanges } from './tag-changes.ts';

export const entryChangeHandlers = (
  desk: () => { readonly copy: { readonly journal: Journal } },
): Pick<Handlers, 'entryChanges.list'> => ({
  'entryChanges.list': ({ accountNumber, entryId }) => {
    const { journal } = desk().copy;
    const marks = markChanges(journal, accountNumber, entryId);
    return ok(newestChanges([...marks, ...tagChanges(journal, accountNumber, entryId)]));
  },
});
