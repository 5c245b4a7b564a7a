import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import { row, rows, run, type Journal } from '../../../engines/store/database.ts';
import { writeJournal } from '../../../engines/store/write-journal.ts';

/** A sub-client that a person entered by the bank's id, with the client under which it is addressed. */
export type NamedSubClient = { readonly entityId: string; readonly clientId: string };

type Stored = { entity_id: string; client_id: string };

const columns = 'SELECT entity_id, client_id FROM named_sub_client';

/** Saves a sub-client that a person entered, durably; the last entry counts. */
export function nameSubClient(
  journal: Journal,
  { entityId, clientId }: NamedSubClient,
  at: Timestamp,
): void {
  writeJournal(journal, 'named_sub_client', () =>
    run(
      journal,
      `INSERT INTO named_sub_client (entity_id, client_id, named_at) VALUES (?, ?, ?)
       ON CONFLICT (entity_id) DO UPDATE SET client_id = excluded.client_id, named_at = excluded.named_at`,
      entityId,
      clientId,
      at,
    ),
  );
}

export function forgetNamed(journal: Journal, entityId: string): void {
  writeJournal(journal, 'named_sub_client', () =>
    run(journal, 'DELETE FROM named_sub_client WHERE entity_id = ?', entityId),
  );
}

/** Sorted by id. */
export const namedSubClients = (journal: Journal): NamedSubClient[] =>
  rows<Stored>(journal, `${columns} ORDER BY entity_id`).map(namedOf);

export function namedSubClient(journal: Journal, entityId: string): NamedSubClient | null {
  const stored = row<Stored>(journal, `${columns} WHERE entity_id = ?`, entityId);
  return stored && namedOf(stored);
}

const namedOf = ({ entity_id, client_id }: Stored): NamedSubClient => ({
  entityId: entity_id,
  clientId: client_id,
});
