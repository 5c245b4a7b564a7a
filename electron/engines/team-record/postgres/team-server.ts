import { randomUUID } from 'node:crypto';

import type { Client } from 'pg';

import { fail, type Outcome } from '../../../../shared/errors.ts';
import { err, ok } from '../../../../shared/result.ts';
import type { Head, NumberedAct, SealedAct } from '../../acts/act.ts';
import type { Context } from '../../machine/context.ts';
import { OneByOne } from '../../machine/one-by-one.ts';
import { ignoreErrors } from '../../store/local-faults.ts';
import { endClient } from './client-internals.ts';
import {
  actIn,
  answerIn,
  everyRow,
  headIn,
  numberIn,
  presentIn,
  requestIn,
  type ClaimAnswer,
  type JoinRequest,
  type PresentDesk,
  type Row,
} from './read-rows.ts';
import { whyNotCalled } from './server-errors.ts';

export type { ClaimAnswer, ClaimOutcome, PresentDesk } from './read-rows.ts';

type Writing = (act: SealedAct, context: Context) => Promise<Outcome<number>>;

/**
 * The functions of the record, over one connection; calls go one after another. None throws for an error of the network or server. A call
 * fails with `team.answer-lost` where it was sent and may have been done; with every other code it was not done.
 */
export type TeamServer = {
  /** The login's rights beyond those of a desk, in words. */
  readonly excess: readonly string[];
  /** False once the connection has ended. */
  readonly isOpen: () => boolean;
  /** An id of one database of one running server. It is the same at every address of the server. */
  identity(context: Context): Promise<Outcome<string>>;
  head(context: Context): Promise<Outcome<Head>>;
  /** The acts after number `n`, in their order: at most `limit`, and about 4 MB. */
  actsAfter(n: number, limit: number, context: Context): Promise<Outcome<readonly NumberedAct[]>>;
  /** Each writes an act and returns its number. */
  readonly found: Writing;
  readonly append: Writing;
  readonly settle: Writing;
  readonly takeOver: Writing;
  readonly renew: Writing;
  claim(act: SealedAct, context: Context): Promise<Outcome<readonly ClaimAnswer[]>>;
  enrol(
    act: SealedAct,
    desk: { login: string; key: string },
    context: Context,
  ): Promise<Outcome<number>>;
  revoke(act: SealedAct, key: string, context: Context): Promise<Outcome<number>>;
  repair(act: SealedAct, digest: string, context: Context): Promise<Outcome<number>>;
  /** Makes a login with a SCRAM verifier. */
  invite(login: string, verifier: string, context: Context): Promise<Outcome<null>>;
  /** Writes the request of this login. */
  askToJoin(card: Uint8Array, context: Context): Promise<Outcome<null>>;
  joinRequests(context: Context): Promise<Outcome<readonly JoinRequest[]>>;
  isEnrolled(key: string, context: Context): Promise<Outcome<boolean>>;
  /** Replaces the password of this login; a SCRAM verifier, so that no password is in a log of the server. */
  changePassword(verifier: string, context: Context): Promise<Outcome<null>>;
  /**
   * Publishes that this desk is open, the last act that it has read, and the keyed digest of what its person looks at, empty for nothing;
   * or that it closes. Returns the desks that are open.
   */
  present(
    state: { readonly n: number; readonly subject: string; readonly closes: boolean },
    context: Context,
  ): Promise<Outcome<readonly PresentDesk[]>>;
  /**
   * Calls `onHint` when an act may have been written: a hint may be missing or false. Calls `onPresence` when a desk came, went, or looks
   * at something else. Their errors are ignored.
   */
  listen(onHint: () => void, onPresence: () => void): Promise<Outcome<null>>;
  /** Ends the connection. A call that is under way is lost. */
  close(): Promise<void>;
};

/** Reads all rows of an answer; undefined where they do not have the record's form. */
type ReadRows<T> = (rows: readonly Row[]) => T | undefined;

type Call<T> = {
  readonly sql: string;
  readonly values?: readonly unknown[];
  readonly read: ReadRows<T>;
  /** The call only reads, so a malformed answer leaves nothing in doubt. */
  readonly isReading?: boolean;
};

type Query = <T>(call: Call<T>, context: Context) => Promise<Outcome<T>>;

/** A page of acts ends before this many bytes of bodies and envelopes. */
const pageBytes = 4 * 1024 * 1024;

const presenceChannel = 'nostro_presence';

/** The functions over a connected client. */
export function teamServer(client: Client, excess: readonly string[]): TeamServer {
  const calls = new OneByOne();
  let isOpen = true;
  const closed = (): void => {
    isOpen = false;
  };
  client.once('end', closed).once('error', closed);
  const query: Query = (call, context) =>
    calls.run(async () => {
      if (!isOpen) return fail('team.unreachable', context.correlationId);
      const answer = await answerOf(client, call, context);
      // A connection with a lost answer is not used again: a late answer would be taken for that of the next call.
      if (!answer.ok && answer.error.code === 'team.answer-lost') {
        isOpen = false;
        void endClient(client);
      }
      return answer;
    });
  return {
    excess,
    isOpen: () => isOpen,
    ...reads(query),
    ...writes(query),
    ...requests(query),
    listen: async (onHint, onPresence) => {
      client.on('notification', ({ channel }) => {
        ignoreErrors(channel === presenceChannel ? onPresence : onHint);
      });
      const context = { correlationId: randomUUID() };
      const listening = await query({ sql: 'LISTEN nostro', read: done }, context);
      return listening.ok
        ? query({ sql: `LISTEN ${presenceChannel}`, read: done }, context)
        : listening;
    },
    close: () => {
      isOpen = false;
      return endClient(client);
    },
  };
}

/** Sends a call and reads its answer. A malformed answer to a writing call counts as lost. */
async function answerOf<T>(
  client: Client,
  { sql, values = [], read, isReading = false }: Call<T>,
  context: Context,
): Promise<Outcome<T>> {
  const answer = await client
    .query<Row>(sql, [...values])
    .then(ok, (cause: unknown) => err(whyNotCalled(cause, context)));
  if (!answer.ok) return answer;
  const value = read(answer.value.rows);
  if (value !== undefined) return ok(value);
  return fail(isReading ? 'team.other-schema' : 'team.answer-lost', context.correlationId, {
    technical: 'malformed rows',
  });
}

const first =
  <T>(read: (row: Row) => T | null): ReadRows<T> =>
  ([row]) =>
    row && (read(row) ?? undefined);

const identitySql = `SELECT pg_postmaster_start_time()::text || ' ' || d.oid::text AS id
  FROM pg_database d WHERE d.datname = current_database()`;

const headSql = "SELECT n, encode(digest, 'hex') AS digest FROM nostro.head";

/** Returns at least one act of any size. */
const actsSql = `
SELECT n, digest, envelope, signature, body, at FROM (
  SELECT a.n, encode(a.digest, 'hex') AS digest, a.envelope, a.signature, a.body,
    to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at,
    sum(octet_length(a.envelope) + octet_length(a.body)) OVER (ORDER BY a.n) - octet_length(a.envelope) - octet_length(a.body) AS before
  FROM nostro.act a WHERE a.n > $1 ORDER BY a.n LIMIT $2
) page WHERE before < $3 ORDER BY n`;

type Reads = Pick<TeamServer, 'identity' | 'head' | 'actsAfter' | 'joinRequests' | 'isEnrolled'>;

function reads(query: Query): Reads {
  const isReading = true;
  return {
    identity: (context) =>
      query(
        {
          sql: identitySql,
          read: first(({ id }) => (typeof id === 'string' ? id : null)),
          isReading,
        },
        context,
      ),
    head: (context) => query({ sql: headSql, read: first(headIn), isReading }, context),
    actsAfter: (n, limit, context) =>
      query(
        {
          ...{ sql: actsSql, values: [n, limit, pageBytes], isReading },
          read: (rows) => everyRow(rows, actIn),
        },
        context,
      ),
    joinRequests: (context) =>
      query(
        {
          sql: 'SELECT login, card FROM nostro.join_request ORDER BY login LIMIT 1000',
          read: (rows) => everyRow(rows, requestIn),
          isReading,
        },
        context,
      ),
    isEnrolled: (key, context) =>
      query(
        {
          sql: 'SELECT EXISTS (SELECT FROM nostro.desk WHERE key = $1 AND open) AS found',
          values: [key],
          read: first(({ found }) => (typeof found === 'boolean' ? found : null)),
          isReading,
        },
        context,
      ),
  };
}

type Writes = Pick<
  TeamServer,
  'found' | 'append' | 'settle' | 'takeOver' | 'renew' | 'claim' | 'enrol' | 'revoke' | 'repair'
>;

function writes(query: Query): Writes {
  const call = <T>(
    name: string,
    { envelope, signature, body }: SealedAct,
    more: readonly unknown[],
    read: ReadRows<T>,
  ): Call<T> => {
    const values = [envelope, signature, body, ...more];
    const places = values.map((_, at) => `$${at + 1}`).join(', ');
    return { sql: `SELECT * FROM nostro.${name}(${places})`, values, read };
  };
  const numbered = (
    name: string,
    act: SealedAct,
    context: Context,
    ...more: readonly unknown[]
  ): Promise<Outcome<number>> =>
    query(
      call(
        name,
        act,
        more,
        first((row) => numberIn(row[name])),
      ),
      context,
    );
  return {
    found: (act, context) => numbered('found', act, context),
    append: (act, context) => numbered('append', act, context),
    settle: (act, context) => numbered('settle', act, context),
    takeOver: (act, context) => numbered('take_over', act, context),
    renew: (act, context) => numbered('renew', act, context),
    claim: (act, context) =>
      query(
        // Each function of the record returns rows. An answer without rows would look like a claim without obstacles.
        call('claim', act, [], (rows) =>
          rows.length === 0 ? undefined : everyRow(rows, answerIn),
        ),
        context,
      ),
    enrol: (act, { login, key }, context) => numbered('enrol', act, context, login, key),
    revoke: (act, key, context) => numbered('revoke', act, context, key),
    repair: (act, digest, context) => numbered('repair', act, context, Buffer.from(digest, 'hex')),
  };
}

const done: ReadRows<null> = () => null;

/** PostgreSQL would take any other text for the password itself, and write it to its log. */
const scramForm =
  /^SCRAM-SHA-256\$[1-9]\d{3,6}:[A-Za-z0-9+/]{8,200}={0,2}\$[A-Za-z0-9+/]{43}=:[A-Za-z0-9+/]{43}=$/;

type Requests = Pick<TeamServer, 'invite' | 'askToJoin' | 'changePassword' | 'present'>;

function requests(query: Query): Requests {
  return {
    invite: (login, verifier, context) =>
      query(
        { sql: 'SELECT nostro.invite($1, $2)', values: [login, verifier], read: done },
        context,
      ),
    present: ({ n, subject, closes }, context) =>
      query(
        {
          sql: 'SELECT * FROM nostro.present($1, $2, $3)',
          values: [n, subject, closes],
          read: (rows) => everyRow(rows, presentIn),
          // A second call changes nothing.
          isReading: true,
        },
        context,
      ),
    askToJoin: (card, context) =>
      query(
        {
          sql: `INSERT INTO nostro.join_request (card) VALUES ($1)
            ON CONFLICT (login) DO UPDATE SET card = excluded.card`,
          values: [card],
          read: done,
        },
        context,
      ),
    changePassword: async (verifier, context) => {
      if (!scramForm.test(verifier)) throw new TypeError('the text is no SCRAM verifier');
      return query({ sql: `ALTER ROLE CURRENT_USER PASSWORD '${verifier}'`, read: done }, context);
    },
  };
}
