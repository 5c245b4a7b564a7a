import { z } from 'zod';

import { parseCanonical } from '../../engines/acts/canonical.ts';
import { History } from './history.ts';

const Card = z.strictObject({
  version: z.literal(1),
  team: z.string(),
  name: z.string(),
  login: z.string(),
  key: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  sealingKey: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  /** What the desk sent before. Nothing else counts as sent before, once the desk is admitted. */
  history: History,
});

/** What a desk asks to join with. Its words are read aloud, so that no other key and no other history can be put in its place. */
export type Card = z.infer<typeof Card>;

export function cardIn(bytes: Uint8Array): Card | null {
  return Card.safeParse(parseCanonical(bytes)).data ?? null;
}
