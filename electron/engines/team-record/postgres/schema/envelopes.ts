/** Functions that read an envelope. Unexpected JSON fails with `NO008`, never with an error of PostgreSQL itself. */
export const envelopeFunctions = `-- Raises an error with a code of this record.
CREATE OR REPLACE FUNCTION fail(code text, reason text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = code, MESSAGE = reason;
END
$$;

CREATE OR REPLACE FUNCTION is_text(value jsonb, pattern text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_typeof(value) = 'string' AND value #>> '{}' ~ pattern, false)
$$;

-- Keyed digests, such as the one of a reference.
CREATE OR REPLACE FUNCTION is_name(value jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT is_text(value, '^[A-Za-z0-9_-]{1,128}$')
$$;

CREATE OR REPLACE FUNCTION is_key(value jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT is_text(value, '^[A-Za-z0-9_-]{43}$')
$$;

CREATE OR REPLACE FUNCTION is_digest(value jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT is_text(value, '^[0-9a-f]{64}$')
$$;

CREATE OR REPLACE FUNCTION is_count(value jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_typeof(value) = 'number' AND value #>> '{}' ~ '^[0-9]{1,15}$', false)
$$;

-- The items of a JSON list, numbered from 1; none where the value is something other than a list.
CREATE OR REPLACE FUNCTION items_of(value jsonb) RETURNS TABLE (item jsonb, place bigint) LANGUAGE sql IMMUTABLE AS $$
  SELECT x.item, x.place
  FROM jsonb_array_elements(CASE WHEN jsonb_typeof(value) = 'array' THEN value ELSE '[]' END)
    WITH ORDINALITY AS x (item, place)
$$;

CREATE OR REPLACE FUNCTION is_envelope(e jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT is_key(e -> 'key')
    AND is_count(e -> 'seq')
    AND is_text(e -> 'kind', '^[a-z][a-z-]{0,39}$')
    AND is_count(e -> 'seen' -> 'n')
    AND is_digest(e -> 'seen' -> 'digest')
    AND is_digest(e -> 'cipher')
$$;

-- Reads the envelope of an act. An envelope has at most 64 kB, a body at most 1 MB.
CREATE OR REPLACE FUNCTION read_envelope(envelope bytea, signature bytea, body bytea) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  e jsonb;
BEGIN
  IF envelope IS NULL OR signature IS NULL OR body IS NULL OR octet_length(signature) <> 64 THEN
    PERFORM fail('NO008', 'An act has an envelope, a signature of 64 bytes and a body.');
  END IF;
  IF octet_length(envelope) > 65536 OR octet_length(body) > 1048576 THEN
    PERFORM fail('NO008', 'The envelope or the body is too large.');
  END IF;
  BEGIN
    e := convert_from(envelope, 'UTF8')::jsonb;
  EXCEPTION WHEN OTHERS THEN
    PERFORM fail('NO008', 'The envelope is not JSON.');
  END;
  IF NOT is_envelope(e) THEN
    PERFORM fail('NO008', 'The envelope is not that of an act.');
  END IF;
  RETURN e;
END
$$;

CREATE OR REPLACE FUNCTION check_kind(e jsonb, expected text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF e ->> 'kind' <> expected THEN
    PERFORM fail('NO005', 'The kind of this act belongs to another function.');
  END IF;
END
$$;
`;
