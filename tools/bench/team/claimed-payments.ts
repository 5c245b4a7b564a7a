import type { Client } from 'pg';

import type { WantedClaim } from '../../../electron/engines/team-record/wanted-claim.ts';
import { newReference } from '../../../shared/reference.ts';

/** As large as the parts of an act that claims one payment. */
const body = Buffer.alloc(900, 1);

export const plainTable = 'CREATE TABLE plain (id text PRIMARY KEY, body bytea NOT NULL)';

/** A plain transaction: one prepared INSERT. */
export async function insertPlain(client: Client | undefined): Promise<void> {
  if (client === undefined) throw new RangeError('there is no such connection');
  const text = 'INSERT INTO plain VALUES ($1, $2)';
  await client.query({ name: 'plain', text, values: [newReference(), body] });
}

/** A payment that looks like no other. */
export function newPayment(): WantedClaim {
  const reference = newReference();
  return { reference, likeness: reference, payloadHash: 'a'.repeat(64), twins: [] };
}
