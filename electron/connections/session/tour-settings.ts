import { z } from 'zod';

import { readChoice, writeChoice, type Place } from './bank-choice.ts';

const placeIn = (dataDir: string): Place<{ seen: boolean }> => ({
  dataDir,
  file: 'tour.json',
  schema: z.object({ seen: z.boolean() }),
  otherwise: { seen: false },
});

/** Whether the first tour was started or skipped on this machine. */
export const wasToured = (dataDir: string): boolean => readChoice(placeIn(dataDir)).seen;

/** Throws `store.full` or `store.readonly`. */
export function keepToured(dataDir: string): void {
  writeChoice(placeIn(dataDir), { seen: true });
}
