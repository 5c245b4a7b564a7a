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
  /** Random, the folder's own: a copy of the folder has the same. */
  folderId: z.string(),
  /** The real path of the bank's folder. */
  folder: z.string(),
  /** The bytes by which the journal's file is known when it cannot be read. */
  journalId: z.string().nullable(),
  /** Grows whenever a person opens sending again: what was witnessed before is no longer asked. */
  epoch: z.number().int(),
  count: z.number().int(),
  digest: z.string(),
  at: z.string().nullable(),
  /** So many sends are claimed: more than `count` while a payment file is being sent. */
  upTo: z.number().int(),
  lock: Lock.nullable(),
  /** Digests of other copies of the folder that were known when sending was opened again. */
  reconciled: z.array(z.string()),
});

/** What of a witness moves on while a payment file is sent: whose journal it is, and how far that has come. */
export const WitnessHead = Witness.pick({
  folderId: true,
  journalId: true,
  epoch: true,
  count: true,
  digest: true,
  at: true,
}).strict();

export type WitnessHead = Readonly<z.output<typeof WitnessHead>>;

/** What is remembered of a journal outside of it. It holds digests and a path, nothing secret. */
export type Witness = Readonly<z.output<typeof Witness>>;

/** Null for anything that we did not write. */
export function parseWitness(text: string): Witness | null {
  try {
    return Witness.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
