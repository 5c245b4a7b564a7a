import { withoutExtras } from '../../../../shared/bank/extras.ts';
import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import { limits } from '../../../../shared/limits.ts';
import { rows, run, type CacheConnection } from '../database.ts';
import type { Topic } from './topics.ts';

type Named = { readonly topic: Topic; readonly entityId: string };

/** Saves the earlier content of a record; `next` is the present content. */
export function saveEarlier(
  database: CacheConnection,
  { topic, entityId }: Named,
  { document, next, until }: { document: string; next: string; until: Timestamp },
): void {
  run(
    database,
    'INSERT INTO earlier_record (topic, entity_id, document, until) VALUES (?, ?, ?, ?)',
    topic,
    entityId,
    document,
    until,
  );
  if (knownOf(document) === knownOf(next)) pruneEarlier(database, { topic, entityId }, next);
}

/**
 * Prunes earlier contents, so that a field that changes at every reading does not fill the disk. Of the contents that differ from
 * the next one only in their extras, the newest ones and the first remain.
 */
function pruneEarlier(database: CacheConnection, { topic, entityId }: Named, newest: string): void {
  const earlier = rows<{ id: number; document: string }>(
    database,
    'SELECT id, document FROM earlier_record WHERE topic = ? AND entity_id = ? ORDER BY id DESC',
    topic,
    entityId,
  );
  if (earlier.length <= limits.extrasVersionsMax) return;
  const known = [newest, ...earlier.map(({ document }) => document)].map(knownOf);
  const alike = earlier.filter((_, at) => known[at] === known[at + 1]);
  const surplus = alike
    .slice(limits.extrasVersionsMax)
    .filter(({ id }) => id !== earlier.at(-1)?.id);
  for (const { id } of surplus) run(database, 'DELETE FROM earlier_record WHERE id = ?', id);
}

/** The known fields of a stored record, without its extras. */
const knownOf = (document: string): string => canonicalJson(withoutExtras(JSON.parse(document)));

/** Canonical JSON: keys are sorted, so equal records compare equal. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** SQL: the time of a record's last change; null for one that never changed. `entityId` is SQL too. */
export const lastChangeSql = (topic: Topic, entityId: string): string =>
  `(SELECT until FROM earlier_record WHERE topic = '${topic}' AND entity_id = ${entityId} ORDER BY id DESC LIMIT 1)`;
