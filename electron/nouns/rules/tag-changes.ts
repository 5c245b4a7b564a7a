import { actorIn } from '../../../shared/actor.ts';
import { entryChangesMax, type EntryChange } from '../../../shared/ipc/accounts/entry-changes.ts';
import { changesOf, changesUnder } from '../../engines/sharing/change-table.ts';
import { keyOfParts } from '../../engines/sharing/shared-kind.ts';
import type { Journal } from '../../engines/store/database.ts';
import { own, sharedChange } from '../statements/annotations/mark-changes.ts';
import { tagsOfEntry } from './manual-tags.ts';
import { ruleKinds } from './tables.ts';

/** Returns who changed tags and counterparty of an entry, in no order. A desk without a team stores only the last of each. */
export function tagChanges(
  journal: Journal,
  accountNumber: string,
  entryId: string,
): EntryChange[] {
  const parts = [accountNumber, entryId];
  const limit = entryChangesMax + 1;
  // Only parsed changes are stored under their kind.
  const tags = changesUnder(journal, ruleKinds.tag, parts, limit).map((change) => {
    const { tag, is } = change.item as { tag: string; is: boolean | null };
    return sharedChange(change, kindOf(is), tag);
  });
  const names = changesOf(journal, ruleKinds.counterparty, keyOfParts(...parts), limit).map(
    (change) => {
      const { name } = change.item as { name: string | null };
      return sharedChange(change, name === null ? 'left-to-rules' : 'named', name ?? '');
    },
  );
  const stored = tagsOfEntry(journal, accountNumber, entryId, limit).map(
    ({ tag, is, counterparty, at, actor }) => {
      const isName = tag === '' && is !== null;
      return own(isName ? 'named' : kindOf(is), isName ? counterparty : tag, {
        ...{ at, by: actorIn(actor).name },
      });
    },
  );
  return [...tags, ...names, ...stored];
}

const kindOf = (is: boolean | null): EntryChange['kind'] =>
  is === null ? 'left-to-rules' : is ? 'tagged' : 'untagged';
