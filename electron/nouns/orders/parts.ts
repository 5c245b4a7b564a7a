import type { EventWrites } from '../../engines/store/records/bank-events.ts';
import type { WritingParts } from '../../engines/submissions/change.ts';

/** What an order is read with and kept. */
export type OrderParts = WritingParts<EventWrites>;
