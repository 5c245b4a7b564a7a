/** Checks the database, makes the roles and the schema, and takes rights from PUBLIC. `version` is that of the schema. */
export const preparation = (
  version: number,
): string => `-- The record of a team of Nostro: one schema for one team, in a database of its own.
-- Run this file as a superuser, or as the owner of this database if that role has CREATEROLE. The file of a newer Nostro is run
-- again over a record, by the same role, and leaves its acts as they are:
--   psql --set ON_ERROR_STOP=1 --file FILE DATABASE
-- It is one transaction. The last lines show how to make the login of the person who founds the team.
BEGIN;

DO $$
BEGIN
  IF current_setting('server_version_num')::int < 150000 THEN
    RAISE EXCEPTION 'The record of a team needs PostgreSQL 15 or newer. Nothing was changed.';
  END IF;
  IF getdatabaseencoding() <> 'UTF8' THEN
    RAISE EXCEPTION 'The record of a team needs a database in UTF8. Nothing was changed.';
  END IF;
  IF to_regnamespace('nostro') IS NOT NULL AND (SELECT n.nspowner FROM pg_namespace n WHERE n.nspname = 'nostro')
      IS DISTINCT FROM to_regrole('nostro_owner') THEN
    RAISE EXCEPTION 'This database has a schema nostro that is no record of a team. Nothing was changed.';
  END IF;
END
$$;

-- nostro_owner owns the record and cannot log in. It may create roles, because a desk invites others by a function that
-- makes their logins.
DO $$
BEGIN
  IF to_regrole('nostro_owner') IS NULL THEN
    CREATE ROLE nostro_owner NOLOGIN CREATEROLE;
  END IF;
END
$$;
GRANT nostro_owner TO CURRENT_USER;

-- A temporary table of a desk could run its triggers as nostro_owner, so no login may make one.
DO $$
BEGIN
  EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
  IF to_regnamespace('public') IS NOT NULL THEN
    REVOKE ALL ON SCHEMA public FROM PUBLIC;
  END IF;
END
$$;

CREATE SCHEMA IF NOT EXISTS nostro AUTHORIZATION nostro_owner;
SET LOCAL ROLE nostro_owner;
SET LOCAL search_path = nostro, pg_temp;

-- Every login of a desk is a member of nostro_desk. nostro_owner creates it and so may grant it.
DO $$
BEGIN
  IF to_regrole('nostro_desk') IS NULL THEN
    CREATE ROLE nostro_desk NOLOGIN;
  END IF;
END
$$;

DO $$
DECLARE
  found integer;
BEGIN
  IF to_regclass('nostro.version') IS NOT NULL THEN
    EXECUTE 'SELECT version FROM nostro.version' INTO found;
  END IF;
  IF found > ${version} THEN
    RAISE EXCEPTION 'The record has the schema %, and this file is for %. Nothing was changed.', found, ${version};
  END IF;
END
$$;
`;
