import type { OperationRow, OperationState } from '../../../../shared/ipc/desk/settings.ts';

type Words = { readonly label: string; readonly tone: 'good' | 'warn' | 'plain' };

/** A short label of the state of an operation at the open bank. */
export const operationStateWords: Record<OperationState, Words> = {
  specified: { label: 'Specified', tone: 'good' },
  confirmed: { label: 'Confirmed', tone: 'good' },
  sandbox: { label: 'Sandbox', tone: 'plain' },
  closed: { label: 'Closed', tone: 'warn' },
};

export type OperationGroup = { readonly title: string; readonly rows: readonly OperationRow[] };

/** The operations under their groups, in the catalogue's order. */
export function grouped(rows: readonly OperationRow[]): readonly OperationGroup[] {
  return [...new Set(rows.map(({ group }) => group))].map((title) => ({
    title,
    rows: rows.filter(({ group }) => group === title),
  }));
}

/** The number of operations by state, in one line: `46 operations: 6 specified, 12 confirmed, 28 closed.` */
export function countWords(rows: readonly OperationRow[]): string {
  const parts = Object.entries(operationStateWords)
    .map(([state, { label }]) => [rows.filter((row) => row.state === state).length, label] as const)
    .filter(([count]) => count > 0)
    .map(([count, label]) => `${String(count)} ${label.toLowerCase()}`);
  return `${String(rows.length)} operations: ${parts.join(', ')}.`;
}
