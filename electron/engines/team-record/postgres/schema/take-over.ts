import { writing } from './definer.ts';

/** The function `take_over`, for the claims of a desk that is lost. */
export const takeOverFunction = `CREATE OR REPLACE FUNCTION check_take_over(e jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  listed jsonb := e -> 'of' -> 'claims';
BEGIN
  IF (SELECT count(*) NOT BETWEEN 1 AND 50 OR NOT bool_and(is_name(x.item -> 'r')) FROM items_of(listed) x) THEN
    PERFORM fail('NO008', 'of.claims is a list of 1 to 50 references.');
  END IF;
END
$$;

-- A desk sends within a minute of its last act, or of the last time that it asked for the claim. The bank may book that up to
-- ten minutes later, also where the desk was revoked meanwhile: until then a look at the bank proves nothing. A desk whose key
-- was renewed has no act under it yet, and may have written a moment before.
CREATE OR REPLACE FUNCTION is_silent(c claim) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT greatest(c.at, coalesce(
      (SELECT a.at FROM act a WHERE a.key = c.key ORDER BY a.seq DESC LIMIT 1),
      (SELECT d.since FROM desk d WHERE d.key = c.key)))
    < clock_timestamp() - interval '15 minutes'
$$;

-- Gives open claims of other keys to the author. Their outcome is unknown until the author settles them.
CREATE OR REPLACE FUNCTION write_take_over(e jsonb, act_n bigint, asks_silence boolean) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  item record;
  c claim;
BEGIN
  FOR item IN SELECT x.item ->> 'r' AS r FROM items_of(e -> 'of' -> 'claims') x LOOP
    SELECT * INTO c FROM claim x WHERE x.reference = item.r;
    IF c.key IS NULL OR c.key = e ->> 'key' OR coalesce(c.outcome, 'unknown') <> 'unknown' THEN
      PERFORM fail('NO006', 'No other key has an open claim of this reference.');
    END IF;
    IF asks_silence AND NOT is_silent(c) THEN
      PERFORM fail('NO011', 'The desk that holds this claim may still be sending.');
    END IF;
    UPDATE claim x SET key = e ->> 'key', settled = act_n, outcome = 'unknown' WHERE x.reference = item.r;
  END LOOP;
END
$$;

-- Takes over claims. Whether the author may decide so, every desk checks.
-- of.claims: [{ "r": reference }]
${writing({
  ...{ name: 'take_over', kind: 'take-over' },
  checks: 'PERFORM check_take_over(e);',
  effects: 'PERFORM write_take_over(e, act_n, true);',
})}`;
