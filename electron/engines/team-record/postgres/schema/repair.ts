import { asOwner } from './definer.ts';

/** The function `repair`, for the time after an older copy of the database was restored. */
export const repairFunction = `-- Puts an act back behind the head, as it was before an older copy of the database was restored. The act must follow digest
-- by digest, and has the effects that it had at first. Twins are not looked for again: time has passed since.
-- The signature is not checked here, so the row names the login that put the act back, and every desk checks the act.
CREATE OR REPLACE FUNCTION repair(envelope bytea, signature bytea, body bytea, digest bytea) RETURNS bigint
LANGUAGE plpgsql ${asOwner} AS $$
DECLARE
  h head := lock_head();
  e jsonb := read_envelope(envelope, signature, body);
  kind text := e ->> 'kind';
  act_n bigint;
BEGIN
  PERFORM own_key();
  IF kind = 'found' THEN
    PERFORM fail('NO005', 'The first act is written by found.');
  END IF;
  IF sha256(h.digest || sha256(envelope) || signature) IS DISTINCT FROM digest THEN
    PERFORM fail('NO004', 'This act does not follow the last one.');
  END IF;
  IF NOT EXISTS (SELECT FROM desk d WHERE d.key = e ->> 'key' AND d.open) THEN
    PERFORM fail('NO001', 'The key in the envelope has no open desk.');
  END IF;
  CASE kind
    WHEN 'claim' THEN PERFORM check_claims(e), check_tallies(e);
    WHEN 'settle' THEN PERFORM check_outcomes(e);
    WHEN 'take-over' THEN PERFORM check_take_over(e);
    WHEN 'enrol' THEN PERFORM check_enrol(e);
    WHEN 'revoke', 'renew' THEN PERFORM check_of_key(e);
    ELSE NULL;
  END CASE;
  act_n := add_act(h, e, envelope, signature, body);
  CASE kind
    WHEN 'claim' THEN PERFORM write_claims(e, act_n), move_tallies(e, act_n);
    WHEN 'settle' THEN PERFORM write_outcomes(e, act_n);
    WHEN 'take-over' THEN PERFORM write_take_over(e, act_n, false);
    WHEN 'enrol' THEN PERFORM write_enrol(e);
    WHEN 'revoke' THEN PERFORM write_revoke(e);
    WHEN 'renew' THEN PERFORM write_renew(e);
    ELSE NULL;
  END CASE;
  RETURN act_n;
END
$$;
`;
