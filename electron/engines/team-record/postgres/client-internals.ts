import type { Socket } from 'node:net';

import type { Client } from 'pg';

import { ignoreErrorsAsync } from '../../store/local-faults.ts';

/** The part of a client that has the socket and the messages of the server; it has no types. */
type Connection = {
  readonly stream: Socket;
  on(
    event:
      | 'authenticationCleartextPassword'
      | 'authenticationMD5Password'
      | 'authenticationSASLFinal',
    listen: () => void,
  ): void;
  on(
    event: 'authenticationSASL',
    listen: (message: { readonly mechanisms: readonly string[] }) => void,
  ): void;
};

export const connectionOf = (client: Client): Connection =>
  (client as unknown as { connection: Connection }).connection;

/** How long a server may take to end a connection that this desk ends. */
const endMs = 2_000;

/** Ends a connection, also where the server does not answer any more. Never fails. */
export async function endClient(client: Client): Promise<void> {
  const timer = setTimeout(() => connectionOf(client).stream.destroy(), endMs);
  await ignoreErrorsAsync(() => client.end());
  clearTimeout(timer);
}
