import type { EventWrites } from '../store/bank-events.ts';
import type { WritingParts } from '../submissions/change.ts';

/** What an order is read with and kept. */
export type OrderParts = WritingParts<EventWrites>;
