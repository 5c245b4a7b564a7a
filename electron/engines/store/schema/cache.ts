import type { Schema } from '../migrate.ts';
import { derivedTables } from './cache/derived.ts';
import { entryTables } from './cache/entries.ts';
import { labelTables } from './cache/labels.ts';
import { recordTables } from './cache/records.ts';
import { sourceTables } from './cache/sources.ts';

/** cache.db: data of the bank, and data derived from it. All of it can be fetched again. */
export const cacheSchema: Schema = {
  baseline: 25,
  tables: [entryTables, derivedTables, labelTables, recordTables, sourceTables].join(''),
  steps: [],
};
