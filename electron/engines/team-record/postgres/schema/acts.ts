import { asOwner } from './definer.ts';

/** The functions that add acts after the head: `found`, `append`, and the helpers of every other function. */
export const actFunctions = `-- Locks the head until the end of the transaction.
CREATE OR REPLACE FUNCTION lock_head() RETURNS head LANGUAGE plpgsql AS $$
DECLARE
  h head;
BEGIN
  SELECT * INTO h FROM head FOR UPDATE;
  RETURN h;
END
$$;

-- The key of the login's open desk.
CREATE OR REPLACE FUNCTION own_key() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  own text;
BEGIN
  SELECT d.key INTO own FROM desk d WHERE d.login = session_user AND d.open;
  IF NOT FOUND THEN
    PERFORM fail('NO009', 'This login has no open desk in the team.');
  END IF;
  RETURN own;
END
$$;

-- A login writes under its own key only.
CREATE OR REPLACE FUNCTION check_author(e jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF own_key() <> e ->> 'key' THEN
    PERFORM fail('NO001', 'The key in the envelope is not the key of this login.');
  END IF;
END
$$;

-- Zeros stand for an empty record, which is a part of every record.
CREATE OR REPLACE FUNCTION has_digest(at_n bigint, expected text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF at_n = 0 THEN
    RETURN expected = repeat('0', 64);
  END IF;
  RETURN EXISTS (SELECT FROM act a WHERE a.n = at_n AND encode(a.digest, 'hex') = expected);
END
$$;

-- Adds an act behind the head and returns its number. The caller has locked the head and checked the author.
CREATE OR REPLACE FUNCTION add_act(h head, e jsonb, envelope bytea, signature bytea, body bytea) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
  next_n bigint := h.n + 1;
  next_digest bytea := sha256(h.digest || sha256(envelope) || signature);
  next_seq bigint;
BEGIN
  SELECT coalesce(max(a.seq), 0) + 1 INTO next_seq FROM act a WHERE a.key = e ->> 'key';
  IF (e ->> 'seq')::bigint <> next_seq THEN
    PERFORM fail('NO002', format('The next number of this author is %s.', next_seq));
  END IF;
  IF encode(sha256(body), 'hex') <> e ->> 'cipher' THEN
    PERFORM fail('NO003', 'The body is not the one that the envelope names.');
  END IF;
  IF NOT has_digest((e -> 'seen' ->> 'n')::bigint, e -> 'seen' ->> 'digest') THEN
    PERFORM fail('NO004', 'The author of this act has seen another record.');
  END IF;
  INSERT INTO act (n, digest, key, seq, kind, envelope, signature, body)
    VALUES (next_n, next_digest, e ->> 'key', next_seq, e ->> 'kind', envelope, signature, body);
  UPDATE head SET n = next_n, digest = next_digest;
  PERFORM pg_notify('nostro', next_n::text);
  RETURN next_n;
END
$$;

-- Writes the first act, on an empty record only. Enrols the login of its author.
CREATE OR REPLACE FUNCTION found(envelope bytea, signature bytea, body bytea) RETURNS bigint
LANGUAGE plpgsql ${asOwner} AS $$
DECLARE
  e jsonb := read_envelope(envelope, signature, body);
  h head;
BEGIN
  PERFORM check_kind(e, 'found');
  h := lock_head();
  IF h.n > 0 OR EXISTS (SELECT FROM desk) THEN
    PERFORM fail('NO010', 'This database already has the record of a team.');
  END IF;
  INSERT INTO desk (login, key) VALUES (session_user, e ->> 'key');
  RETURN add_act(h, e, envelope, signature, body);
END
$$;

-- Writes an act of any kind that has no function of its own.
CREATE OR REPLACE FUNCTION append(envelope bytea, signature bytea, body bytea) RETURNS bigint
LANGUAGE plpgsql ${asOwner} AS $$
DECLARE
  e jsonb := read_envelope(envelope, signature, body);
  h head;
BEGIN
  IF e ->> 'kind' IN ('found', 'claim', 'settle', 'take-over', 'enrol', 'revoke', 'renew') THEN
    PERFORM fail('NO005', 'The kind of this act belongs to another function.');
  END IF;
  h := lock_head();
  PERFORM check_author(e);
  RETURN add_act(h, e, envelope, signature, body);
END
$$;
`;
