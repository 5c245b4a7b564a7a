import type { Shareholder } from '../../../../shared/bank/onboarding.ts';
import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { Shareholding } from '../../../../shared/ipc/changes/sub-clients.ts';
import type { Decimal } from '../../../../shared/money/decimal.ts';
import { addShares, shareLeft } from '../../../../shared/money/share.ts';
import {
  inTransaction,
  row,
  rows,
  run,
  type CacheConnection,
  type CacheReader,
} from '../../../engines/store/database.ts';
import type { Completeness } from '../../../engines/store/records/record-lists.ts';
import { canonicalJson } from '../../../engines/store/records/record-versions.ts';
import { noteShareholders } from './owned-record-events.ts';

/** The owners of a sub-client as of the last complete list. */
export type CachedShareholding = Shareholding & { readonly asOf: Timestamp };

/** Saves shareholders. A complete list marks those that it leaves out as gone, and stores when it was read. */
export function saveShareholders(
  database: CacheConnection,
  subClientId: string,
  shareholders: readonly Shareholder[],
  { asOf, complete }: Completeness & { asOf: Timestamp },
): void {
  inTransaction(database, () => {
    noteShareholders(database, subClientId, shareholders, { asOf, complete });
    for (const shareholder of shareholders) saveShareholder(database, subClientId, shareholder);
    if (!complete) return;
    run(
      database,
      `UPDATE shareholder SET gone_at = ? WHERE sub_client_id = ? AND gone_at IS NULL
         AND id NOT IN (SELECT value FROM json_each(?))`,
      asOf,
      subClientId,
      JSON.stringify(shareholders.map(({ id }) => id)),
    );
    run(
      database,
      'UPDATE sub_client SET shareholders_as_of = ? WHERE entity_id = ?',
      asOf,
      subClientId,
    );
  });
}

function saveShareholder(
  database: CacheConnection,
  subClientId: string,
  shareholder: Shareholder,
): void {
  run(
    database,
    `INSERT INTO shareholder (sub_client_id, id, document, gone_at) VALUES (?, ?, ?, NULL)
     ON CONFLICT (sub_client_id, id) DO UPDATE SET document = excluded.document, gone_at = NULL`,
    subClientId,
    shareholder.id,
    canonicalJson(shareholder),
  );
}

/** Null when the list was never read to its end: having no owners differs from never having asked. */
export function shareholdingOf(
  reader: CacheReader,
  subClientId: string,
): CachedShareholding | null {
  const asOf = row<{ asOf: string | null }>(
    reader,
    'SELECT shareholders_as_of AS asOf FROM sub_client WHERE entity_id = ?',
    subClientId,
  )?.asOf;
  if (!asOf) return null;
  return { ...addedUp(knownShareholders(reader, subClientId)), asOf };
}

/** Returns the shareholders that are not gone, in the order in which the bank created them. */
export const knownShareholders = (reader: CacheReader, subClientId: string): Shareholder[] =>
  rows<{ document: string }>(
    reader,
    `SELECT document FROM shareholder WHERE sub_client_id = ? AND gone_at IS NULL
     ORDER BY json_extract(document, '$.createdAt'), id`,
    subClientId,
  ).map(({ document }) => JSON.parse(document) as Shareholder);

/** Returns the shareholders of every sub-client that are not gone. */
export const everyShareholder = (
  reader: CacheReader,
): { subClientId: string; shareholder: Shareholder }[] =>
  rows<{ subClientId: string; document: string }>(
    reader,
    `SELECT sub_client_id AS subClientId, document FROM shareholder WHERE gone_at IS NULL
     ORDER BY sub_client_id, json_extract(document, '$.createdAt'), id`,
  ).map(({ subClientId, document }) => ({
    subClientId,
    shareholder: JSON.parse(document) as Shareholder,
  }));

/** Returns the total share of the owners of every sub-client, by its id; without those whose owners were never read. */
export function everyShareSum(
  reader: CacheReader,
): Map<string, Pick<Shareholding, 'total' | 'remaining'>> {
  const stored = rows<{ subClientId: string; share: Decimal | null }>(
    reader,
    `SELECT c.entity_id AS subClientId, json_extract(h.document, '$.ownershipPercentage') AS share FROM sub_client c
     LEFT JOIN shareholder h ON h.sub_client_id = c.entity_id AND h.gone_at IS NULL
     WHERE c.shareholders_as_of IS NOT NULL`,
  );
  const owners = Map.groupBy(stored, ({ subClientId }) => subClientId);
  return new Map(
    [...owners].map(([subClientId, found]) => [
      subClientId,
      sumOf(found.flatMap(({ share }) => (share === null ? [] : [share]))),
    ]),
  );
}

const addedUp = (shareholders: readonly Shareholder[]): Shareholding => ({
  shareholders,
  ...sumOf(shareholders.map(({ ownershipPercentage }) => ownershipPercentage)),
});

function sumOf(shares: readonly Decimal[]): Pick<Shareholding, 'total' | 'remaining'> {
  const total = addShares(shares);
  return { total, remaining: shareLeft(total) };
}
