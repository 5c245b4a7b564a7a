import { asOwner, writing } from './definer.ts';

/** The functions `enrol`, `revoke`, `renew` and `invite`: which logins may write, and under which keys. */
export const deskFunctions = `-- Logins of desks have names of their own, so that no function here changes a role of another program.
CREATE OR REPLACE FUNCTION is_login(value text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(value ~ '^nostro_[a-z0-9_]{1,40}$' AND value NOT IN ('nostro_owner', 'nostro_desk'), false)
$$;

CREATE OR REPLACE FUNCTION check_enrol(e jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT (is_key(e -> 'of' -> 'key') AND is_text(e -> 'of' -> 'login', '.') AND is_login(e -> 'of' ->> 'login')) THEN
    PERFORM fail('NO008', 'of.login and of.key are the login and the key to enrol.');
  END IF;
END
$$;

-- A key that was renewed has no desk any more, and has its acts.
CREATE OR REPLACE FUNCTION check_new_key(new_key text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM desk d WHERE d.key = new_key) OR EXISTS (SELECT FROM act a WHERE a.key = new_key) THEN
    PERFORM fail('NO009', 'This key was enrolled before.');
  END IF;
END
$$;

-- Writes the desk that an act enrols. A request that its own login is changing at this moment is left where it is: the
-- team must not wait for it.
CREATE OR REPLACE FUNCTION write_enrol(e jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  new_login name := e -> 'of' ->> 'login';
  new_key text := e -> 'of' ->> 'key';
BEGIN
  IF EXISTS (SELECT FROM desk d WHERE d.login = new_login) THEN
    PERFORM fail('NO009', 'This login was enrolled before.');
  END IF;
  PERFORM check_new_key(new_key);
  INSERT INTO desk (login, key) VALUES (new_login, new_key);
  DELETE FROM join_request j WHERE j.login IN (
    SELECT x.login FROM join_request x WHERE x.login = new_login FOR UPDATE SKIP LOCKED);
END
$$;

-- Lets a login that asked to join write under a key. Whether the author may decide so, every desk checks.
-- of: { "login", "key" }, equal to the arguments, so that the signed act says what is done.
${writing({
  ...{ name: 'enrol', kind: 'enrol', more: ', login name, key text' },
  checks: `PERFORM check_enrol(e);
  IF (e -> 'of' ->> 'login' = login AND e -> 'of' ->> 'key' = key) IS NOT TRUE THEN
    PERFORM fail('NO008', 'of.login and of.key are not the arguments.');
  END IF;
  IF NOT EXISTS (SELECT FROM join_request j WHERE j.login = e -> 'of' ->> 'login') THEN
    PERFORM fail('NO009', 'This login did not ask to join.');
  END IF;`,
  effects: 'PERFORM write_enrol(e);',
})}
-- Keeps a login from connecting again. The desk is closed already, so a failure here only warns: the role may be
-- somebody else's, dropped, or in use by an open transaction.
CREATE OR REPLACE FUNCTION close_login(closed name) RETURNS void LANGUAGE plpgsql SET lock_timeout = '500ms' AS $$
BEGIN
  IF is_login(closed) AND EXISTS (SELECT FROM pg_auth_members m
      WHERE m.roleid = to_regrole('nostro_desk') AND m.member = to_regrole(quote_ident(closed))) THEN
    EXECUTE format('ALTER ROLE %I NOLOGIN', closed);
  ELSE
    RAISE WARNING 'The login % is not one that this record may close.', closed;
  END IF;
EXCEPTION WHEN insufficient_privilege OR undefined_object OR lock_not_available OR internal_error THEN
  RAISE WARNING 'The login % can still connect. Run: ALTER ROLE % NOLOGIN', closed, quote_ident(closed);
END
$$;

CREATE OR REPLACE FUNCTION check_of_key(e jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT is_key(e -> 'of' -> 'key') THEN
    PERFORM fail('NO008', 'of.key is a key.');
  END IF;
END
$$;

-- Closes the desk of a key and its login.
CREATE OR REPLACE FUNCTION write_revoke(e jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  closed name;
BEGIN
  FOR closed IN UPDATE desk d SET open = false WHERE d.key = e -> 'of' ->> 'key' AND d.open RETURNING d.login LOOP
    PERFORM close_login(closed);
  END LOOP;
END
$$;

-- Ends the right of a key to write. Whether the author may decide so, every desk checks.
-- of: { "key" }, equal to the argument.
${writing({
  ...{ name: 'revoke', kind: 'revoke', more: ', key text' },
  checks: `PERFORM check_of_key(e);
  IF e -> 'of' ->> 'key' IS DISTINCT FROM key THEN
    PERFORM fail('NO008', 'of.key is not the argument.');
  END IF;
  IF NOT EXISTS (SELECT FROM desk d WHERE d.key = e -> 'of' ->> 'key' AND d.open) THEN
    PERFORM fail('NO009', 'No open desk has this key.');
  END IF;`,
  effects: 'PERFORM write_revoke(e);',
})}
-- Puts a new key in the place of the author's, with its claims. Whether both keys belong to one desk, every desk checks.
CREATE OR REPLACE FUNCTION write_renew(e jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  new_key text := e -> 'of' ->> 'key';
BEGIN
  PERFORM check_new_key(new_key);
  UPDATE desk d SET key = new_key, since = clock_timestamp() WHERE d.key = e ->> 'key';
  UPDATE claim c SET key = new_key WHERE c.key = e ->> 'key';
END
$$;

-- Renews the author's key. of: { "key" }
${writing({
  ...{ name: 'renew', kind: 'renew' },
  checks: 'PERFORM check_of_key(e);',
  effects: 'PERFORM write_renew(e);',
})}
-- Makes a login of the team that may connect and ask to join. For whoever administers the database: no desk may call it.
-- The password is text, or a SCRAM verifier.
CREATE OR REPLACE FUNCTION make_login(login name, password text) RETURNS void
LANGUAGE plpgsql ${asOwner} AS $$
BEGIN
  IF NOT is_login(login) THEN
    PERFORM fail('NO008', 'The name of a login is nostro_ and up to 40 lower-case letters, digits and underscores.');
  END IF;
  IF coalesce(password, '') = '' THEN
    PERFORM fail('NO008', 'A login has a password.');
  END IF;
  EXECUTE format('CREATE ROLE %I LOGIN CONNECTION LIMIT 20 PASSWORD %L IN ROLE nostro_desk', login, password);
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  PERFORM fail('NO008', 'This login exists already.');
END
$$;

-- Makes the login of somebody who is invited. It takes a SCRAM verifier only, so that no password is in a statement or a
-- log of the server. PostgreSQL would take any other text for the password itself.
CREATE OR REPLACE FUNCTION invite(login name, verifier text) RETURNS void
LANGUAGE plpgsql ${asOwner} AS $$
BEGIN
  PERFORM lock_head();
  PERFORM own_key();
  IF (verifier ~ '^SCRAM-SHA-256[$][1-9][0-9]{3,6}:[A-Za-z0-9+/]{8,200}={0,2}[$][A-Za-z0-9+/]{43}=:[A-Za-z0-9+/]{43}=$')
      IS NOT TRUE THEN
    PERFORM fail('NO008', 'The verifier is not a SCRAM-SHA-256 verifier.');
  END IF;
  PERFORM make_login(login, verifier);
END
$$;
`;
