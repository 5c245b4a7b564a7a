import type { ClientConfiguration } from '../../../shared/bank/webhooks.ts';
import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import { noteEvents } from '../../engines/store/records/bank-events.ts';
import {
  inTransaction,
  row,
  run,
  type AnyDatabase,
  type CacheConnection,
} from '../../engines/store/database.ts';
import { notesOf, type Watched } from '../../engines/store/records/event-notes.ts';
import { canonicalJson } from '../../engines/store/records/record-versions.ts';
import type { Remote } from '../../engines/store/threads/remote-methods.ts';

const watchedConfiguration: Watched<ClientConfiguration> = {
  kind: 'webhook',
  about: ({ clientId }) => ({ subjectId: clientId, title: 'Webhook configuration' }),
  fields: ({ currentMode, endpoints }) => ({
    currentMode,
    ...Object.fromEntries(
      endpoints.map(({ mode, callbackUrl }) => [`callbackUrl.${mode}`, callbackUrl]),
    ),
  }),
};

/** Returns the bank's last reported webhook configuration of a client; null when it was never asked. */
export function clientConfiguration(
  database: AnyDatabase,
  clientId: string,
): { configuration: ClientConfiguration; asOf: Timestamp } | null {
  const stored = row<{ document: string; as_of: string }>(
    database,
    'SELECT document, as_of FROM client_configuration WHERE client_id = ?',
    clientId,
  );
  return (
    stored && {
      configuration: JSON.parse(stored.document) as ClientConfiguration,
      asOf: stored.as_of,
    }
  );
}

/** Replaces the known configuration, and notes what changed as events. */
function saveClientConfiguration(
  database: CacheConnection,
  clientId: string,
  reported: ClientConfiguration,
  asOf: Timestamp,
): void {
  inTransaction(database, () => {
    const known = clientConfiguration(database, clientId);
    const configuration = { ...reported, clientId };
    if (known)
      noteEvents(database, notesOf(watchedConfiguration, known.configuration, configuration), asOf);
    run(
      database,
      `INSERT INTO client_configuration (client_id, document, as_of) VALUES (?, ?, ?)
       ON CONFLICT (client_id) DO UPDATE SET document = excluded.document, as_of = excluded.as_of`,
      clientId,
      canonicalJson(configuration),
      asOf,
    );
  });
}

/** The writes of the configuration on the thread of the local copy. */
export const configurationWrites = (database: CacheConnection) => ({
  saveClientConfiguration: (
    clientId: string,
    configuration: ClientConfiguration,
    asOf: Timestamp,
  ): void => {
    saveClientConfiguration(database, clientId, configuration, asOf);
  },
});

export type ConfigurationWrites = Remote<ReturnType<typeof configurationWrites>>;
