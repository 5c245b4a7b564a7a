/**
 * How a function that desks call runs: as the owner, with names looked up in the schema of the record first and in temporary tables last.
 *
 * Its plans use indexes. A session plans a function once, possibly while the tables are empty, and a plan that reads whole tables would
 * get slower with every claim. The compiler of PostgreSQL (jit) would start for plans whose cost only looks high because of that.
 */
export const asOwner =
  'SECURITY DEFINER SET search_path = nostro, pg_temp SET enable_seqscan = off SET jit = off';
