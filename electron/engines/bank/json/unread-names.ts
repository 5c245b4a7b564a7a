/** The names of a record's members that are not read. The desk shows these names instead of dropping them silently. */
const unread = Symbol('unread');

type Noted = { [unread]?: readonly string[] };

export const unreadNames = (record: object): readonly string[] => (record as Noted)[unread] ?? [];

/** Notes them at the record. They go with every copy of it, and into no text. */
export function noteUnread(record: object, names: readonly string[]): void {
  if (names.length > 0) (record as Noted)[unread] = [...unreadNames(record), ...names];
}
