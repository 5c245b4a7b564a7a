import { dateOfDayNumber } from '../../shared/calendar.ts';
import type { FoundEntry } from '../../shared/ipc/find.ts';
import { rows, type AnyDatabase } from '../store/database.ts';
import { dayOfKey } from './entry-keys.ts';
import {
  directionOf,
  figuresOf,
  shownColumns,
  timestampOf,
  type ShownEntry,
} from './entry-rows.ts';

type FoundRow = ShownEntry & { readonly number: string; readonly also: string | null };

/** The entries with these keys as they are told, newest first. */
export const foundEntries = (database: AnyDatabase, keys: readonly number[]): FoundEntry[] =>
  rows<FoundRow>(
    database,
    `SELECT ${shownColumns}, e.also, (SELECT a.number FROM account a WHERE a.ordinal = e.account) AS number
     FROM json_each(?) j CROSS JOIN entry e ON e.key = j.value ORDER BY j.key`,
    JSON.stringify(keys),
  ).map((stored) => ({
    accountNumber: stored.number,
    id: stored.id,
    ...figuresOf(stored),
    direction: directionOf(stored.direction),
    transactionType: stored.type,
    transactionDate: stored.at,
    day: dateOfDayNumber(dayOfKey(stored.key)),
    narration: stored.narration,
    customReference: stored.reference,
    read: stored.arrived === 0,
    withdrawnAt: stored.withdrawn_at === null ? null : timestampOf(stored.withdrawn_at),
    also: stored.also,
  }));
