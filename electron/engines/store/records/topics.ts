import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import { row, run, type AnyDatabase, type CacheConnection } from '../database.ts';

/** Lists that are fetched as a whole. */
export type Topic = 'beneficiaries' | 'subClients' | 'transfers' | 'trades';

/** When the list was last fetched to its end; null when never. */
export function asOfTopic(database: AnyDatabase, topic: Topic): Timestamp | null {
  return (
    row<{ as_of: string }>(database, 'SELECT as_of FROM topic WHERE name = ?', topic)?.as_of ?? null
  );
}

export function saveTopic(database: CacheConnection, topic: Topic, asOf: Timestamp): void {
  run(
    database,
    'INSERT INTO topic (name, as_of) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET as_of = excluded.as_of',
    topic,
    asOf,
  );
}
