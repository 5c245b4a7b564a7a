import { z } from 'zod';

import { SeedParameters } from '../seed/parameters.ts';
import type { Snapshots } from '../server/served-bank.ts';
import { seedBank, type Bank } from './bank.ts';
import { orderParts, recordParts } from './nouns.ts';
import { isStep } from './settle.ts';
import { together } from './together.ts';

const Orders = z
  .strictObject(together(orderParts.map((part) => part.kept)))
  .refine(({ agenda }) => agenda.every(({ kind }) => isStep(kind)), 'has an unknown step');

/** The bank's state: what the seed follows from and what has changed since. Amounts are decimal texts. */
export const Snapshot = z.strictObject({
  version: z.literal(1),
  parameters: SeedParameters,
  clock: z.union([
    z.strictObject({ offsetMs: z.number() }),
    z.strictObject({ standsAtMs: z.number() }),
  ]),
  ...together(recordParts.map((part) => part.kept)),
  // Older state files do not have it yet.
  orders: Orders.prefault({}),
});
export type Snapshot = z.output<typeof Snapshot>;

/** The state as it is now. The schema puts the fields in its own order: equal states give equal texts. */
export const takeSnapshot = (bank: Bank): string =>
  JSON.stringify(
    Snapshot.parse({
      version: 1,
      parameters: bank.parameters,
      clock: bank.clock.state(),
      ...together(recordParts.map((part) => part.save(bank))),
      orders: together(orderParts.map((part) => part.save(bank))),
    } satisfies Snapshot),
  );

export const snapshotsOf = (bank: Bank): Snapshots => ({
  take: () => takeSnapshot(bank),
  read(text) {
    const snapshot = parseSnapshot(text);
    return (
      snapshot && {
        parameters: snapshot.parameters,
        restore: () => restoreBank(bank, snapshot),
      }
    );
  },
});

function parseSnapshot(text: string): Snapshot | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Snapshot.safeParse(value).data;
  } catch {
    return undefined;
  }
}

/** Puts the bank back into the state of a snapshot; the seeded history is written anew. */
function restoreBank(bank: Bank, snapshot: Snapshot): void {
  const seeded = seedBank(snapshot.parameters);
  const restored = {
    ...seeded,
    ...together(recordParts.map((part) => part.restore(snapshot, seeded))),
    ...together(orderParts.map((part) => part.restore(snapshot.orders, seeded))),
  };
  bank.clock.set(snapshot.clock);
  Object.assign(bank, restored);
}
