/** The names of a record's members that are not read. The desk shows them instead of dropping them silently. */
const unread = Symbol('unread');

type Noted = { [unread]?: readonly string[] };

export const unreadNames = (record: object): readonly string[] => (record as Noted)[unread] ?? [];

/** Attaches the names to the record under a symbol: spread copies carry them, JSON text does not. */
export function noteUnread(record: object, names: readonly string[]): void {
  if (names.length > 0) (record as Noted)[unread] = [...unreadNames(record), ...names];
}
