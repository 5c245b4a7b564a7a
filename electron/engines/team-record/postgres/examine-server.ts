import type { Client } from 'pg';

import { schemaVersion } from './schema.ts';
import { grantedFunctions } from './schema/grants.ts';

/** The versions of a server and its record, and the login's rights beyond those of a desk. */
export type Examined = {
  readonly serverVersion: number;
  /** Null where there is no record, or where the login may not read it. */
  readonly schemaVersion: number | null;
  /** The oldest schema version for which a Nostro that uses the record may be written. */
  readonly oldestVersion: number;
  /** Each completes “the login may”. For a superuser only the attributes of its role, since all else follows. */
  readonly excess: readonly string[];
};

/** Reads from the catalog what the server is and what its login may do. */
export async function examineServer(client: Client): Promise<Examined> {
  const server = await client.query<{ version: number; has_record: boolean }>(
    `SELECT current_setting('server_version_num')::int AS version,
       coalesce(has_table_privilege(to_regclass('nostro.version'), 'SELECT'), false) AS has_record`,
  );
  const { version: serverVersion = 0, has_record: hasRecord = false } = server.rows[0] ?? {};
  if (!hasRecord) return { serverVersion, schemaVersion: null, oldestVersion: 1, excess: [] };
  // The first version of the schema has no column "oldest".
  const schema = await client.query<{ version: number; oldest: number }>(
    `SELECT v.version, coalesce((to_jsonb(v) ->> 'oldest')::int, 1) AS oldest FROM nostro.version v`,
  );
  const excess = await client.query<{ may: string }>(excessSql);
  return {
    serverVersion,
    schemaVersion: schema.rows[0]?.version ?? null,
    oldestVersion: schema.rows[0]?.oldest ?? 1,
    excess: excess.rows.map(({ may }) => may),
  };
}

/** A right on a whole table lets a login lock it, so rights on columns are compared separately. */
const excessSql = `
WITH login AS (SELECT * FROM pg_roles WHERE rolname = session_user),
objects AS (
  SELECT 1 AS place, 'act as the role ' || r.rolname AS may FROM pg_roles r
    WHERE r.rolname NOT IN (session_user, 'nostro_desk') AND pg_has_role(session_user, r.oid, 'MEMBER')
  UNION ALL SELECT 2, 'create temporary tables'
    WHERE has_database_privilege(session_user, current_database(), 'TEMPORARY')
  UNION ALL SELECT 3, 'create schemas' WHERE has_database_privilege(session_user, current_database(), 'CREATE')
  UNION ALL SELECT 4, 'create objects in the schema ' || n.nspname FROM pg_namespace n
    WHERE n.nspname IN ('nostro', 'public') AND has_schema_privilege(session_user, n.oid, 'CREATE')
  UNION ALL SELECT 5, 'change the table ' || c.relname FROM pg_class c
    WHERE c.relnamespace = 'nostro'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND (
      has_table_privilege(session_user, c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')
      OR EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND (
        has_column_privilege(session_user, c.oid, a.attnum, 'REFERENCES')
        OR (has_column_privilege(session_user, c.oid, a.attnum, 'INSERT')
          AND (c.relname, a.attname) NOT IN (('join_request', 'login'), ('join_request', 'card')))
        OR (has_column_privilege(session_user, c.oid, a.attnum, 'UPDATE')
          AND (c.relname, a.attname) <> ('join_request', 'card')))))
  UNION ALL SELECT 6, 'call the function ' || p.proname FROM pg_proc p
    -- A later schema has functions that this Nostro does not know.
    WHERE (SELECT v.version FROM nostro.version v) <= ${schemaVersion}
      AND p.pronamespace = 'nostro'::regnamespace AND has_function_privilege(session_user, p.oid, 'EXECUTE')
      AND format('%s(%s)', p.proname, oidvectortypes(p.proargtypes))
        NOT IN (${grantedFunctions.map((name) => `'${name}'`).join(', ')})
)
SELECT may FROM (
  SELECT 0 AS place, x.may FROM login, LATERAL (VALUES
    (rolsuper, 'act as a superuser'), (rolcreaterole, 'create roles'), (rolcreatedb, 'create databases'),
    (rolbypassrls, 'bypass the security of rows'), (rolreplication, 'replicate the server')) x (has, may) WHERE x.has
  UNION ALL SELECT o.place, o.may FROM objects o, login WHERE NOT rolsuper
) found ORDER BY place, may`;
