import { z } from 'zod';

import { TimestampText } from '../../shared/calendar/calendar-schemas.ts';

/** The parameters of the seeded bank: the same parameters give the same bank. */
export const SeedParameters = z.strictObject({
  seed: z.int().min(0).max(4_294_967_295),
  /** Entries of the ordinary accounts together. */
  entries: z.int().min(100).max(10_000_000),
  /** Where the seeded year ends. */
  endsAt: TimestampText,
});
export type SeedParameters = z.output<typeof SeedParameters>;

export const seedDefaults = { seed: 1, entries: 6_000 } as const;
