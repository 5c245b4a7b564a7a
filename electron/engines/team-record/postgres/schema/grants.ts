/** The functions that a desk may call, as the catalog writes their types. */
export const grantedFunctions: readonly string[] = [
  'found(bytea, bytea, bytea)',
  'append(bytea, bytea, bytea)',
  'claim(bytea, bytea, bytea)',
  'settle(bytea, bytea, bytea)',
  'take_over(bytea, bytea, bytea)',
  'enrol(bytea, bytea, bytea, name, text)',
  'revoke(bytea, bytea, bytea, text)',
  'renew(bytea, bytea, bytea)',
  'invite(name, text)',
  'repair(bytea, bytea, bytea, bytea)',
  'present(bigint, text, boolean)',
];

/** The rights of a desk's login, and the end of the file. */
export const grants = `-- A login sees and writes its own request; an open desk reads all of them. The policies name no role: a member of the role
-- could drop them by DROP OWNED.
DROP POLICY IF EXISTS own_request ON join_request;
DROP POLICY IF EXISTS requests_for_desks ON join_request;
CREATE POLICY own_request ON join_request
  USING (login = session_user) WITH CHECK (login = session_user);
CREATE POLICY requests_for_desks ON join_request FOR SELECT
  USING (EXISTS (SELECT FROM desk d WHERE d.login = session_user AND d.open));

-- Rights of single columns do not allow a login to lock the table.
REVOKE ALL ON ALL TABLES IN SCHEMA nostro FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA nostro FROM PUBLIC;
GRANT USAGE ON SCHEMA nostro TO nostro_desk;
GRANT SELECT ON version, desk, head, act, claim, tally, join_request TO nostro_desk;
GRANT INSERT (login, card), UPDATE (card) ON join_request TO nostro_desk;
GRANT EXECUTE ON FUNCTION
  ${grantedFunctions.join(',\n  ')}
TO nostro_desk;

-- Whoever runs this file may make logins of the team, and is not a member of nostro_owner afterwards.
GRANT USAGE ON SCHEMA nostro TO SESSION_USER;
GRANT EXECUTE ON FUNCTION make_login(name, text) TO SESSION_USER;
RESET ROLE;
REVOKE nostro_owner FROM CURRENT_USER;
DO $$
BEGIN
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO nostro_desk', current_database());
  IF has_database_privilege('nostro_desk', current_database(), 'TEMPORARY') THEN
    RAISE EXCEPTION 'Only the owner of this database may run this file: logins could still make temporary tables. Nothing was changed.';
  END IF;
  IF NOT (SELECT r.rolcreaterole AND NOT r.rolcanlogin FROM pg_roles r WHERE r.rolname = 'nostro_owner')
      OR (current_setting('server_version_num')::int >= 160000
        AND NOT pg_has_role('nostro_owner', 'nostro_desk', 'MEMBER WITH ADMIN OPTION')) THEN
    RAISE EXCEPTION 'The role nostro_owner existed before and is not the one of a record. Nothing was changed.';
  END IF;
END
$$;
COMMIT;

-- The login of the person who founds the team. That person's Nostro changes the password at its first connection.
-- SELECT nostro.make_login('nostro_founder', 'first password');
`;
