import type { Migration } from '../../migrate.ts';
import { statements } from './0001-statements.ts';
import { records } from './0002-records.ts';

/** Position is the version. Append only. */
export const cacheMigrations: readonly Migration[] = [statements, records];
