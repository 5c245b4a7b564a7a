/** Checks the database, makes the roles and the schema, and takes rights from PUBLIC. */
export const preparation = `-- The record of a team of Nostro: one schema for one team, in a database of its own.
-- Run this file once, as a superuser, or as the owner of this database if that role has CREATEROLE:
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
  IF to_regnamespace('nostro') IS NOT NULL THEN
    RAISE EXCEPTION 'This database already has the record of a team. Nothing was changed.';
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

CREATE SCHEMA nostro AUTHORIZATION nostro_owner;
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
`;
