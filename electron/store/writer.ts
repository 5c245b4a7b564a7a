import type { CacheConnection } from './database.ts';
import type { RangeState } from './ranges.ts';

/** The writing side inside the worker: the connection, and what is remembered of the ranges under way. */
export type Writer = {
  readonly database: CacheConnection;
  readonly ranges: Map<number, RangeState>;
};
