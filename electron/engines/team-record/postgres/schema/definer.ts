/**
 * How a function that desks call runs: as the owner, with names looked up in the schema of the record first and in temporary tables last.
 *
 * Its plans use indexes. A session plans a function once, possibly while the tables are empty, and a plan that reads whole tables would
 * get slower with every claim. The compiler of PostgreSQL (jit) would start for plans whose cost only looks high because of that.
 *
 * A function that is called while the head is locked, and that PostgreSQL cannot put into the calling query, is in PL/pgSQL: one in SQL is
 * planned anew at each call.
 */
export const asOwner =
  'SECURITY DEFINER SET search_path = nostro, pg_temp SET enable_seqscan = off SET jit = off';

/** A function that writes one act. */
type Writing = {
  readonly name: string;
  readonly kind: string;
  /** Arguments after those of the act. */
  readonly more?: string;
  /** Statements before the act is written; `e` is its envelope. */
  readonly checks: string;
  /** Statements after the act is written; `act_n` is its number. */
  readonly effects: string;
};

/** The SQL of a function that writes an act of one kind, and returns the act's number. */
export const writing = ({ name, kind, more = '', checks, effects }: Writing): string =>
  `CREATE OR REPLACE FUNCTION ${name}(envelope bytea, signature bytea, body bytea${more}) RETURNS bigint
LANGUAGE plpgsql ${asOwner} AS $$
DECLARE
  e jsonb := read_envelope(envelope, signature, body);
  h head;
  act_n bigint;
BEGIN
  PERFORM check_kind(e, '${kind}');
  h := lock_head();
  PERFORM check_author(e);
  ${checks}
  act_n := add_act(h, e, envelope, signature, body);
  ${effects}
  RETURN act_n;
END
$$;
`;
