import type { ExceptionItem, ExceptionUrgency } from '../../../shared/ipc/exceptions.ts';

/** A line of the list: the heading of a group, or an exception; `isOver` once it needs nobody any more. */
export type InboxRow =
  | { readonly isHeading: true; readonly urgency: ExceptionUrgency; readonly count: number }
  | { readonly isHeading: false; readonly item: ExceptionItem; readonly isOver: boolean };

/** One heading over each group; the exceptions come grouped. `now` gives the same one as it stands now, if it still does. */
export function rowsOf(
  held: readonly ExceptionItem[],
  now: (held: ExceptionItem) => ExceptionItem | null,
): InboxRow[] {
  return [...Map.groupBy(held, ({ urgency }) => urgency)].flatMap(([urgency, items]) => [
    { isHeading: true as const, urgency, count: items.length },
    ...items.map((item) => {
      const standing = now(item);
      return { isHeading: false as const, item: standing ?? item, isOver: standing === null };
    }),
  ]);
}
