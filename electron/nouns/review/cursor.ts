/** The place of a page in the queue, as text that is opaque to a window: the key of its last entry. */
export const cursorOf = (key: number): string => key.toString(36);

export const keyOfCursor = (cursor: string): number => Number.parseInt(cursor, 36);
