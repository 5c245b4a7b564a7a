import { actFunctions } from './schema/acts.ts';
import { claimFunctions } from './schema/claims.ts';
import { envelopeFunctions } from './schema/envelopes.ts';
import { deskFunctions } from './schema/desks.ts';
import { grants } from './schema/grants.ts';
import { preparation } from './schema/preparation.ts';
import { presence } from './schema/presence.ts';
import { repairFunction } from './schema/repair.ts';
import { takeOverFunction } from './schema/take-over.ts';
import { teamTables } from './schema/tables.ts';

/** The schema version that this Nostro needs. The one row of `nostro.version` has it, or a later version that admits this Nostro. */
export const schemaVersion = 4;

/** A Nostro that needs this version, or a later one up to `schemaVersion`, can use the record. Steps only add to the schema. */
const oldestVersion = 1;

/**
 * The SQL of a team's record, for PostgreSQL 15 and newer. The administrator of the database runs it, and runs the SQL of a newer Nostro
 * over it: each statement leaves what exists. It is one transaction, and fails with one sentence where it may not change the database.
 * A desk's login may read, and may call the functions named in `schema/grants.ts`.
 *
 * The functions refuse with these codes:
 *
 * - `NO001` the key in the envelope is not the key of the login
 * - `NO002` `seq` is not the author's next number
 * - `NO003` the body is not the one that the envelope names
 * - `NO004` the author has seen another record, or an act that is put back does not follow
 * - `NO005` the kind of the act belongs to another function
 * - `NO006` the claim belongs to another key
 * - `NO007` the outcome of the claim is final
 * - `NO008` too large or malformed
 * - `NO009` the login has no open desk, or the login to be enrolled did not ask to join
 * - `NO010` the record is not empty
 * - `NO011` the desk that holds a claim may still be sending
 */
export const teamSchema = [
  preparation(schemaVersion),
  teamTables,
  `INSERT INTO version (version, oldest) VALUES (${schemaVersion}, ${oldestVersion})
  ON CONFLICT (one) DO UPDATE SET version = excluded.version, oldest = excluded.oldest;\n`,
  envelopeFunctions,
  actFunctions,
  claimFunctions,
  deskFunctions,
  takeOverFunction,
  repairFunction,
  presence,
  grants,
].join('\n');
