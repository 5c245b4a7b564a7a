import { asOwner, writing } from './definer.ts';

/** The functions `claim` and `settle`: which desk may send a reference, and the outcome. */
export const claimFunctions = `-- The claims of an envelope, numbered from 1: reference, likeness, digest of the payload, and twins that a person named.
CREATE OR REPLACE FUNCTION claims_in(e jsonb) RETURNS TABLE (place bigint, r text, l text, p text, t jsonb)
LANGUAGE sql IMMUTABLE AS $$
  SELECT x.place, x.item ->> 'r', x.item ->> 'l', x.item ->> 'p', coalesce(x.item -> 't', '[]')
  FROM items_of(e -> 'of' -> 'claims') x
$$;

CREATE OR REPLACE FUNCTION is_claim(c jsonb) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF NOT (is_name(c -> 'r') AND is_name(c -> 'p') AND (is_name(c -> 'l') OR is_text(c -> 'l', '^$'))) THEN
    RETURN false;
  END IF;
  RETURN c -> 't' IS NULL OR (jsonb_typeof(c -> 't') = 'array'
    AND NOT EXISTS (SELECT FROM items_of(c -> 't') x WHERE x.place > 50 OR NOT is_name(x.item)));
END
$$;

CREATE OR REPLACE FUNCTION check_claims(e jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  listed jsonb := e -> 'of' -> 'claims';
BEGIN
  IF (SELECT count(*) NOT BETWEEN 1 AND 50 OR NOT bool_and(is_claim(x.item)) FROM items_of(listed) x) THEN
    PERFORM fail('NO008', 'of.claims is a list of 1 to 50 claims.');
  END IF;
  IF (SELECT count(*) <> count(DISTINCT c.r) FROM claims_in(e) c) THEN
    PERFORM fail('NO008', 'A reference is claimed twice in one act.');
  END IF;
END
$$;

-- A payment that did not leave, or that the bank does not have, may be claimed again.
CREATE OR REPLACE FUNCTION is_free(outcome text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(outcome IN ('not-sent', 'not-found'), false)
$$;

-- A payment is a twin of another while that one may still be booked, and for a day after an accepted one was claimed.
CREATE OR REPLACE FUNCTION holds_back_twins(c claim) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(c.outcome, 'unknown') = 'unknown'
    OR (c.outcome = 'accepted' AND c.at > clock_timestamp() - interval '1 day')
$$;

-- Each wanted claim that cannot be had, once, with the reason:
-- 'yours' the author holds it; 'taken' another key holds it, or it stands for another payment; 'twin' a payment that looks
-- the same was not named. A twin within the same act has no number.
-- OFFSET 0 makes PostgreSQL look up one wanted claim after another, however few rows it expects in the table.
CREATE OR REPLACE FUNCTION obstacles(e jsonb)
RETURNS TABLE (n bigint, reference text, state text, by_key text, other text, outcome text)
LANGUAGE sql STABLE AS $$
  WITH wanted AS (SELECT * FROM claims_in(e)),
  found AS (
    SELECT 1 AS rank, w.place, c.n, w.r,
      CASE WHEN c.key = e ->> 'key' AND c.likeness = w.l AND c.payload = w.p THEN 'yours' ELSE 'taken' END AS state,
      c.key, NULL AS other, c.outcome
    FROM wanted w, LATERAL (SELECT * FROM claim x WHERE x.reference = w.r OFFSET 0) c
    WHERE NOT (is_free(c.outcome) AND c.likeness = w.l AND c.payload = w.p)
    UNION ALL
    SELECT 2, w.place, c.n, w.r, 'twin', c.key, c.reference, c.outcome
    FROM wanted w, LATERAL (
      SELECT * FROM claim x WHERE x.likeness = w.l AND x.likeness <> '' AND holds_back_twins(x) OFFSET 0) c
    WHERE c.reference <> w.r AND NOT w.t ? c.reference
    UNION ALL
    SELECT 3, w.place, NULL, w.r, 'twin', e ->> 'key', earlier.r, NULL
    FROM wanted w JOIN wanted earlier ON earlier.l = w.l AND earlier.place < w.place
    WHERE w.l <> '' AND NOT w.t ? earlier.r
  )
  SELECT DISTINCT ON (f.place) f.n, f.r, f.state, f.key, f.other, f.outcome
  FROM found f ORDER BY f.place, f.rank, f.n, f.other
$$;

-- Writes the claims of an act. Another desk's claim stays as it is, and the act fails.
CREATE OR REPLACE FUNCTION write_claims(e jsonb, act_n bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  written bigint;
BEGIN
  INSERT INTO claim AS c (reference, likeness, payload, n, key)
    SELECT w.r, w.l, w.p, act_n, e ->> 'key' FROM claims_in(e) w
  ON CONFLICT (reference) DO UPDATE
    SET n = excluded.n, key = excluded.key, at = excluded.at, settled = NULL, outcome = NULL
    WHERE is_free(c.outcome) AND c.likeness = excluded.likeness AND c.payload = excluded.payload;
  GET DIAGNOSTICS written = ROW_COUNT;
  IF written <> (SELECT count(*) FROM claims_in(e)) THEN
    PERFORM fail('NO006', 'Another act holds a claim of this act.');
  END IF;
END
$$;

-- A desk that asks for an open claim of its own again is about to send it. No act says so, therefore the row does.
CREATE OR REPLACE FUNCTION note_requests(e jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  item record;
BEGIN
  FOR item IN SELECT w.r FROM claims_in(e) w LOOP
    UPDATE claim c SET at = clock_timestamp()
      WHERE c.reference = item.r AND c.key = e ->> 'key' AND coalesce(c.outcome, 'unknown') = 'unknown';
  END LOOP;
END
$$;

CREATE OR REPLACE FUNCTION check_tallies(e jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  listed jsonb := e -> 'of' -> 'tallies';
BEGIN
  IF listed IS NOT NULL AND (jsonb_typeof(listed) <> 'array'
      OR EXISTS (SELECT FROM items_of(listed) x WHERE x.place > 500 OR NOT is_name(x.item))) THEN
    PERFORM fail('NO008', 'of.tallies is a list of up to 500 names.');
  END IF;
END
$$;

-- Did something change that the author of a claim has not seen: what is approved and by what rules, or a sum that the claim counts on?
-- A team without approval rules has nothing of the kind.
CREATE OR REPLACE FUNCTION is_stale(e jsonb) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
  seen_n bigint := (e -> 'seen' ->> 'n')::bigint;
BEGIN
  IF EXISTS (SELECT FROM act a WHERE a.kind = 'approval-rules') AND EXISTS (
      SELECT FROM act a WHERE a.n > seen_n
        AND a.kind IN ('approval-rules', 'approve', 'refuse', 'withdraw', 'delegate', 'revoke')) THEN
    RETURN true;
  END IF;
  RETURN e -> 'of' -> 'tallies' IS NOT NULL AND EXISTS (
    SELECT FROM items_of(e -> 'of' -> 'tallies') x JOIN tally t ON t.name = x.item #>> '{}' WHERE t.n > seen_n);
END
$$;

CREATE OR REPLACE FUNCTION move_tallies(e jsonb, act_n bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF e -> 'of' -> 'tallies' IS NULL THEN
    RETURN;
  END IF;
  INSERT INTO tally (name, n) SELECT DISTINCT x.item #>> '{}', act_n FROM items_of(e -> 'of' -> 'tallies') x
  ON CONFLICT (name) DO UPDATE SET n = excluded.n;
END
$$;

-- Claims the right to send 1 to 50 references. All of them are claimed; or no act is written, and each obstacle is
-- returned. Safe to ask again after any failure.
-- Where the author has not seen what approvals depend on, no act is written either, and the state of each claim is 'stale'.
-- of.claims: [{ "r": reference, "l": likeness or "", "p": digest of the payload, "t"?: [references of named twins] }]
-- of.tallies: names of the sums that approval rules count, where the team has such rules
CREATE OR REPLACE FUNCTION claim(envelope bytea, signature bytea, body bytea)
RETURNS TABLE (n bigint, reference text, state text, by_key text, other text, outcome text)
LANGUAGE plpgsql ${asOwner} AS $$
DECLARE
  e jsonb := read_envelope(envelope, signature, body);
  h head;
  act_n bigint;
BEGIN
  PERFORM check_kind(e, 'claim');
  PERFORM check_claims(e);
  PERFORM check_tallies(e);
  h := lock_head();
  PERFORM check_author(e);
  RETURN QUERY SELECT * FROM obstacles(e);
  IF FOUND THEN
    PERFORM note_requests(e);
    RETURN;
  END IF;
  IF is_stale(e) THEN
    RETURN QUERY SELECT NULL::bigint, w.r, 'stale', e ->> 'key', NULL::text, NULL::text FROM claims_in(e) w ORDER BY w.place;
    RETURN;
  END IF;
  act_n := add_act(h, e, envelope, signature, body);
  PERFORM write_claims(e, act_n);
  PERFORM move_tallies(e, act_n);
  RETURN QUERY SELECT act_n, w.r, 'claimed', e ->> 'key', NULL::text, NULL::text FROM claims_in(e) w ORDER BY w.place;
END
$$;

CREATE OR REPLACE FUNCTION outcomes_in(e jsonb) RETURNS TABLE (r text, outcome text) LANGUAGE sql IMMUTABLE AS $$
  SELECT x.item ->> 'r', x.item ->> 'is' FROM items_of(e -> 'of' -> 'outcomes') x
$$;

CREATE OR REPLACE FUNCTION check_outcomes(e jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  listed jsonb := e -> 'of' -> 'outcomes';
BEGIN
  IF NOT coalesce((SELECT bool_and(is_name(x.item -> 'r')
      AND is_text(x.item -> 'is', '^(accepted|refused|unknown|not-sent|not-found)$')) FROM items_of(listed) x), false) THEN
    PERFORM fail('NO008', 'of.outcomes is a list of outcomes.');
  END IF;
  IF (SELECT count(*) <> count(DISTINCT o.r) FROM outcomes_in(e) o) THEN
    PERFORM fail('NO008', 'A reference is settled twice in one act.');
  END IF;
END
$$;

-- Writes the outcomes of an act. Only the key that holds a claim settles it. Accepted and refused are final; recording the
-- same again changes nothing, as after a lost answer.
CREATE OR REPLACE FUNCTION write_outcomes(e jsonb, act_n bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  item record;
  c claim;
BEGIN
  FOR item IN SELECT * FROM outcomes_in(e) LOOP
    SELECT * INTO c FROM claim x WHERE x.reference = item.r;
    IF c.key IS DISTINCT FROM e ->> 'key' THEN
      PERFORM fail('NO006', 'The claim belongs to another key, or to none.');
    END IF;
    IF c.outcome IN ('accepted', 'refused') AND c.outcome <> item.outcome THEN
      PERFORM fail('NO007', 'The outcome of this claim is final.');
    END IF;
    UPDATE claim x SET settled = act_n, outcome = item.outcome
      WHERE x.reference = item.r AND x.outcome IS DISTINCT FROM item.outcome;
  END LOOP;
END
$$;

-- Records what came of claims.
-- of.outcomes: [{ "r": reference, "is": accepted, refused, unknown, not-sent or not-found }]
${writing({
  ...{ name: 'settle', kind: 'settle' },
  checks: 'PERFORM check_outcomes(e);',
  effects: 'PERFORM write_outcomes(e, act_n);',
})}`;
