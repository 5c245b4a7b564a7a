import { z } from 'zod';

const Lock = z.object({
  state: z.enum(['damaged', 'missing', 'older', 'foreign', 'left']),
  since: z.string(),
  knownUntil: z.string().nullable(),
  lastSentAt: z.string().nullable(),
  expectedSends: z.number(),
});

const Witness = z.object({
  version: z.literal(1),
  profileId: z.string(),
  /** A random id of the folder; a copy of the folder has the same. */
  folderId: z.string(),
  /** The real path of the bank's folder. */
  folder: z.string(),
  /** The bytes that identify the journal's file when it cannot be read. */
  journalId: z.string().nullable(),
  /** Grows each time a person enables sending again: older witnesses no longer count. */
  epoch: z.number().int(),
  count: z.number().int(),
  digest: z.string(),
  at: z.string().nullable(),
  /** The number of sends that are claimed: more than `count` while a payment file is being sent. */
  upTo: z.number().int(),
  lock: Lock.nullable(),
  /** Digests of other copies of the folder that were known when sending was enabled again. */
  reconciled: z.array(z.string()),
});

/** The part of a witness that changes while a payment file is sent, with the identity of its journal. */
export const WitnessHead = Witness.pick({
  folderId: true,
  journalId: true,
  epoch: true,
  count: true,
  digest: true,
  at: true,
}).strict();

export type WitnessHead = Readonly<z.output<typeof WitnessHead>>;

/** A record of a journal that is stored outside of it. It contains digests and a path, nothing secret. */
export type Witness = Readonly<z.output<typeof Witness>>;

/** Parses a witness; null for anything that we did not write. */
export function parseWitness(text: string): Witness | null {
  try {
    return Witness.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
