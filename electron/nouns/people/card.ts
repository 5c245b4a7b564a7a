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
  /** The payments that the desk sent before. Once it is admitted, no others count as sent before. */
  history: History,
});

/** The request of a desk to join. Its words are read aloud, so that its key and history cannot be replaced. */
export type Card = z.infer<typeof Card>;

export function cardIn(bytes: Uint8Array): Card | null {
  return Card.safeParse(parseCanonical(bytes)).data ?? null;
}
