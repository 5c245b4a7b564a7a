import { actFunctions } from './schema/acts.ts';
import { claimFunctions } from './schema/claims.ts';
import { envelopeFunctions } from './schema/envelopes.ts';
import { deskFunctions } from './schema/desks.ts';
import { grants } from './schema/grants.ts';
import { preparation } from './schema/preparation.ts';
import { repairFunction } from './schema/repair.ts';
import { takeOverFunction } from './schema/take-over.ts';
import { teamTables } from './schema/tables.ts';

/** The version of the schema that this Nostro needs; the one row of `nostro.version` has it. */
export const schemaVersion = 1;

/**
 * The SQL of a team's record, for PostgreSQL 15 and newer. Whoever administers the database runs it once. It is one transaction, and
 * fails with one sentence where the database has a record already. A desk's login may read, and may call the functions named in
 * `schema/grants.ts`.
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
  preparation,
  teamTables,
  `INSERT INTO version (version) VALUES (${schemaVersion});\n`,
  envelopeFunctions,
  actFunctions,
  claimFunctions,
  deskFunctions,
  takeOverFunction,
  repairFunction,
  grants,
].join('\n');
