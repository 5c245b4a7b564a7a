import { parseArgs } from 'node:util';
import { z } from 'zod';

import { TimestampText } from '../shared/calendar.ts';

const WholeNumber = z.coerce.number('must be a number').int('must be a whole number').min(0);

/** What the sandbox is told when it runs as a program or as a worker. */
export const ProgramOptions = z.strictObject({
  port: WholeNumber.max(65_535).optional(),
  seed: WholeNumber.max(4_294_967_295).optional(),
  entries: WholeNumber.min(100).max(10_000_000).optional(),
  latencyMs: WholeNumber.max(600_000).optional(),
  statePath: z.string().min(1).optional(),
  /** The clock starts and stands here; without it the clock is the machine's. */
  startAt: TimestampText.optional(),
});
export type ProgramOptions = z.output<typeof ProgramOptions>;

/** Reads `--port P --seed N --entries N --latency MS --state FILE --start-at INSTANT`. Throws for anything else. */
export function optionsOf(args: readonly string[]): ProgramOptions {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: text,
      seed: text,
      entries: text,
      latency: text,
      state: text,
      'start-at': text,
    },
  });
  const { latency, state, 'start-at': startAt, ...rest } = values;
  return ProgramOptions.parse({ ...rest, latencyMs: latency, statePath: state, startAt });
}
