import type { Client } from 'pg';

import type { Cluster, Database } from './cluster.ts';
import { actKeys, signedAct, type Act, type ActKeys } from './signed-act.ts';

type Row = Readonly<Record<string, unknown>>;

/** A login of a desk with a key of its own, that writes whatever a test asks for. */
export type TeamDesk = {
  readonly login: string;
  readonly client: Client;
  readonly keys: ActKeys;
  /** An act that follows the record and the author's last act; `changes` replace members of its envelope. */
  readonly act: (kind: string, of?: object, changes?: object) => Promise<Act>;
  /** Calls a function of the record and returns its rows. */
  readonly call: (name: string, act: Act, ...more: readonly unknown[]) => Promise<readonly Row[]>;
  /** Makes an act that follows and writes it. */
  readonly write: (
    name: string,
    kind: string,
    of?: object,
    ...more: readonly unknown[]
  ) => Promise<readonly Row[]>;
};

export const headOf = async (client: Client): Promise<{ n: number; digest: string }> => {
  const { rows } = await client.query<{ n: number; digest: string }>(
    "SELECT n::int, encode(digest, 'hex') AS digest FROM nostro.head",
  );
  return rows[0] ?? { n: 0, digest: '' };
};

/** Connects a login; it is not enrolled. */
export async function openDesk(database: Database, login: string, password = login) {
  const client = await database.connect(login, password);
  return deskOf(login, client, actKeys());
}

export function deskOf(login: string, client: Client, keys: ActKeys): TeamDesk {
  const act: TeamDesk['act'] = async (kind, of, changes) => {
    const { rows } = await client.query<{ seq: number }>(
      'SELECT count(*)::int + 1 AS seq FROM nostro.act WHERE key = $1',
      [keys.key],
    );
    const seen = await headOf(client);
    return signedAct(keys, { kind, of, seen, seq: rows[0]?.seq ?? 0 }, changes);
  };
  const call: TeamDesk['call'] = async (name, { envelope, signature, body }, ...more) => {
    const values = [envelope, signature, body, ...more];
    const places = values.map((_, at) => `$${at + 1}`).join(', ');
    return (await client.query<Row>(`SELECT * FROM nostro.${name}(${places})`, values)).rows;
  };
  return {
    ...{ login, client, keys, act, call },
    write: async (name, kind, of, ...more) => call(name, await act(kind, of), ...more),
  };
}

/** Lets a desk join: it asks, and a desk of the team enrols it. */
export async function enrol(by: TeamDesk, { client, login, keys: { key } }: TeamDesk) {
  await client.query('INSERT INTO nostro.join_request (card) VALUES ($1)', [Buffer.from('card')]);
  return by.write('enrol', 'enrol', { login, key }, login, key);
}

export const revoke = (by: TeamDesk, { keys: { key } }: TeamDesk) =>
  by.write('revoke', 'revoke', { key }, key);

/** A team of two in a database of its own: a founded it, b was enrolled. */
export async function teamOfTwo(cluster: Cluster) {
  const database = await cluster.database();
  const a = await openDesk(database, await database.makeLogin('a'));
  const b = await openDesk(database, await database.makeLogin('b'));
  await a.write('found', 'found');
  await enrol(a, b);
  return { database, a, b };
}

/** PostgreSQL's code of a refusal, or “done”. */
export const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (cause: unknown) => (cause as { code?: string }).code ?? String(cause),
  );
