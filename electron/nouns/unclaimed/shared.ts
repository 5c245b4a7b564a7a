import { z } from 'zod';

import { limits } from '../../../shared/limits.ts';
import {
  inQuotes,
  keyOfParts,
  sharedKind,
  type SharedKind,
} from '../../engines/sharing/shared-kind.ts';
import { knownKind, writeKnown, type KnownOrder } from './known.ts';
import { orderLists } from './listed-order.ts';

const Known: z.ZodType<KnownOrder> = z.strictObject({
  list: z.enum(orderLists),
  id: z.string().min(1).max(1_000),
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  text: z.string().max(limits.noteTextMax),
});

/** Shares marks. Each person's mark is independent, and is stored under the key that signed it, even if the item names somebody else. */
const known = sharedKind<KnownOrder>({
  ...{ kind: knownKind, topic: 'team', merge: 'all', schema: Known },
  label: 'marked an order outside the record as known',
  aboutOf: ({ list, id, text }) => `${id} in the bank’s list of ${list}: ${inQuotes(text)}`,
  keyOf: ({ list, id }) => keyOfParts(list, id),
  apply: (journal, item, { actor, at }) => {
    writeKnown(journal, item, { key: actor.desk, at });
  },
  // Without a team there is no such order.
  allOf: () => [],
});

/** The shared records about orders outside the claims. */
export const sharedOfUnclaimed: readonly SharedKind[] = [known];
