import { asOwner } from './definer.ts';

/** The table `presence` and the function `present`: which desks are open now. Nothing is signed, and no decision depends on it. */
export const presence = `-- A row is a desk that is open now, or was until lately: when it last said so, the last act that it has read, and the keyed
-- digest of what its person looks at, empty for nothing. The database cannot read it, and sees where two are equal. What a
-- crash of the server takes away is written again within half a minute.
CREATE UNLOGGED TABLE IF NOT EXISTS presence (
  login name PRIMARY KEY,
  at timestamptz NOT NULL,
  has_read bigint NOT NULL,
  looks_at text NOT NULL
);

-- Writes the row of this login, or removes it where the desk closes, and returns the desks that were open in the last 75
-- seconds. Waits for no other function of the record.
CREATE OR REPLACE FUNCTION present(through bigint, subject text, closes boolean)
RETURNS TABLE (by_key text, age integer, n bigint, subject_of text) LANGUAGE plpgsql ${asOwner} AS $$
DECLARE
  was text := (SELECT p.looks_at FROM presence p WHERE p.login = session_user);
BEGIN
  PERFORM own_key();
  IF (through >= 0 AND subject ~ '^([A-Za-z0-9_-]{43})?$' AND closes IS NOT NULL) IS NOT TRUE THEN
    PERFORM fail('NO008', 'A desk has read some number of acts, and looks at a keyed digest or at nothing.');
  END IF;
  IF closes THEN
    DELETE FROM presence p WHERE p.login = session_user;
  ELSE
    INSERT INTO presence AS p VALUES (session_user, clock_timestamp(), through, subject)
      ON CONFLICT (login) DO UPDATE SET at = excluded.at, has_read = excluded.has_read, looks_at = excluded.looks_at;
  END IF;
  IF closes OR was IS DISTINCT FROM subject THEN
    PERFORM pg_notify('nostro_presence', '');
  END IF;
  RETURN QUERY SELECT d.key, extract(epoch FROM clock_timestamp() - p.at)::integer, p.has_read, p.looks_at
    FROM presence p JOIN desk d ON d.login = p.login
    WHERE d.open AND p.at > clock_timestamp() - interval '75 seconds' ORDER BY d.key LIMIT 200;
END
$$;
`;
