import type { EntryRow } from '../../../../shared/ipc/accounts/statements.ts';
import { entryName } from '../../../kit/entry/entry-labels.ts';
import { request } from '../../../state/desk.ts';
import type { Notices } from '../../../state/notices.svelte.ts';
import { notifyWithUndo } from '../../../state/undo.ts';
import type { StatementState } from '../rows/statement.svelte.ts';

type Seen = { readonly read: boolean } | { readonly flagged: boolean };

/** Marks an entry of a statement and announces it, with an undo. True once it is marked. */
export async function markWithUndo(
  statement: StatementState,
  notices: Notices,
  row: EntryRow,
  seen: Seen,
): Promise<boolean> {
  if (!(await statement.mark([row.id], seen))) return false;
  const before = 'read' in seen ? { read: !seen.read } : { flagged: !seen.flagged };
  const place = { accountNumber: statement.accountNumber, entryIds: [row.id] };
  notifyWithUndo(
    notices,
    `${labelOf(seen)}: ${entryName(row)}.`,
    () => request('statements.mark', { ...place, ...before }),
    () => statement.refresh(),
  );
  return true;
}

const labelOf = (seen: Seen): string =>
  'read' in seen ? (seen.read ? 'Read' : 'Marked unread') : seen.flagged ? 'Flagged' : 'Unflagged';
