import type { EventWrites } from '../../engines/store/records/bank-events.ts';
import type { WritingParts } from '../../engines/submissions/change.ts';

/** What reading and saving an order needs. */
export type OrderParts = WritingParts<EventWrites>;
