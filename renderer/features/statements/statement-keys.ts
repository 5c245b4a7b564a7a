import type { EntryRow } from '../../../shared/ipc/accounts/statements.ts';
import type { EntryActs } from '../../kit/entry/entry-acts.svelte.ts';
import type { KeyBinding } from '../../state/keys.svelte.ts';
import { selectionKeys } from '../../state/records/selection-keys.ts';
import type { StatementState } from './rows/statement.svelte.ts';

type Moves = {
  /** Over the selection, where there is one. */
  readonly acts: Pick<EntryActs, 'read' | 'flag'>;
  readonly move: (by: number) => void;
  readonly note: () => void;
  readonly tag: () => void;
  readonly search: () => void;
  readonly period: () => void;
  readonly export: () => void;
  readonly handOver: () => void;
  readonly sources: () => void;
  readonly subtotals: () => void;
  readonly leave: () => void;
  /** Marks an entry and announces it; true once it is marked. */
  readonly mark: (
    row: EntryRow,
    seen: { read: boolean } | { flagged: boolean },
  ) => Promise<boolean>;
  /** Announces the result of a key. */
  readonly notify: (words: string) => void;
};

/** The keys of a statement: one key an entry. */
export function statementKeys(statement: StatementState, moves: Moves): KeyBinding[] {
  return [
    {
      key: 'j',
      label: 'Next entry',
      run: () => moves.move(1),
    },
    {
      key: 'k',
      label: 'Previous entry',
      run: () => moves.move(-1),
    },
    { key: ' ', label: 'Mark read, next unread', run: () => void read(statement, moves) },
    { key: 'f', label: 'Flag', run: () => void flag(statement, moves) },
    { key: 'n', label: 'Note', run: moves.note },
    { key: 't', label: 'Tag', run: moves.tag },
    { key: '/', label: 'Search', run: moves.search },
    { key: 'p', label: 'Period', run: moves.period },
    { key: 'x', label: 'Export', run: moves.export },
    { key: 'h', label: 'Hand over statements', run: moves.handOver },
    { key: 'd', label: 'Second source', run: moves.sources },
    { key: 'm', label: 'Subtotals by day and month', run: moves.subtotals },
    { key: 'u', label: 'Unread', run: () => void unread(statement, moves) },
    { key: 'a', label: 'Show new entries', run: statement.showArrived },
    ...selectionKeys(() => void statement.selectAll()),
    { key: 'Escape', label: 'Deselect, or close the entry', run: moves.leave },
  ];
}

/** Marks an unread entry as read, and goes to the next unread one; it never marks one as unread. */
async function read(statement: StatementState, moves: Moves): Promise<void> {
  if (statement.selection.size > 0) {
    await moves.acts.read(true);
    return;
  }
  const { selectedRow: row, selected } = statement;
  if (row && !row.read && !(await moves.mark(row, { read: true }))) return;
  if (statement.selected !== selected) return;
  if (!(await statement.toNextUnread())) moves.notify('No more unread entries.');
}

async function unread(statement: StatementState, moves: Moves): Promise<void> {
  if (statement.selection.size > 0) {
    await moves.acts.read(false);
    return;
  }
  const row = statement.selectedRow;
  if (row?.read) await moves.mark(row, { read: false });
}

async function flag(statement: StatementState, moves: Moves): Promise<void> {
  if (statement.selection.size > 0) {
    await moves.acts.flag();
    return;
  }
  const row = statement.selectedRow;
  if (row) await moves.mark(row, { flagged: !row.flagged });
}
