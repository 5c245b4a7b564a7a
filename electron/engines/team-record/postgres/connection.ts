import { isIP } from 'node:net';

import type { Client } from 'pg';

import { appError, fail, type AppError, type Outcome } from '../../../../shared/errors.ts';
import { err, ok } from '../../../../shared/result.ts';
import type { Context } from '../../machine/context.ts';
import type { RecordAddress } from '../membership-row.ts';
import { connectionOf, endClient } from './client-internals.ts';
import { examineServer } from './examine-server.ts';
import { schemaVersion } from './schema.ts';
import { whyNotOpened } from './server-errors.ts';
import { teamServer, type TeamServer } from './team-server.ts';

export type ServerOptions = {
  readonly address: RecordAddress;
  readonly password: string;
  /** The certificate (PEM) that signs the server's; null for those that Node knows. */
  readonly ca: string | null;
  /** Milliseconds: for the connection, for a statement by the server's clock, and for its answer to arrive after that. */
  readonly patience?: {
    readonly connectMs: number;
    readonly statementMs: number;
    readonly answerMs: number;
  };
};

const usualPatience = { connectMs: 5_000, statementMs: 15_000, answerMs: 5_000 };

/** The idle time before the first keep-alive probe. */
const keepAliveMs = 10_000;

/** A server and desk of one machine need no TLS between them. */
const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/**
 * Connects a login to the record: by TLS with the certificate and the name checked, or without it to this machine only. The password is
 * used by SCRAM and never sent: the server proves that it knows the login too, and SCRAM is bound to the TLS connection. Fails with a
 * code `team.*` where the server, its record or its login is not as it must be. Rights of the login beyond those of a desk are listed
 * in `excess`, and are no failure.
 */
export async function openServer(
  options: ServerOptions,
  context: Context,
): Promise<Outcome<TeamServer>> {
  // With an empty password, the client would look for one in the environment and in the home folder.
  if (options.password === '') return fail('team.login-refused', context.correlationId);
  const usesTls = options.ca !== null || !isLoopback(options.address.host);
  const greeting: Greeting = { isForeign: false, isOtherMethod: false, isProven: false };
  const client = await clientFor(options, usesTls);
  watchGreeting(client, usesTls, greeting);
  const opened = await client.connect().then(
    () =>
      greeting.isProven && !greeting.isOtherMethod
        ? examined(client, context)
        : err(noScram(usesTls, context)),
    (cause: unknown) => err(whyNotConnected(cause, greeting, usesTls, context)),
  );
  if (!opened.ok) await endClient(client);
  return opened;
}

/** What the server showed while it was connected. */
type Greeting = {
  /** It speaks another protocol. */
  isForeign: boolean;
  /** It asks for the password other than once by SCRAM, which must be bound to TLS where there is TLS. */
  isOtherMethod: boolean;
  /** It has proved that it knows the login. */
  isProven: boolean;
};

/** Sets each option that the client would otherwise take from the environment. */
async function clientFor(
  { address, password, ca, patience }: ServerOptions,
  usesTls: boolean,
): Promise<Client> {
  const { Client } = await import('pg');
  const { connectMs, statementMs, answerMs } = patience ?? usualPatience;
  const { host, port, database, login } = address;
  const client = new Client({
    ...{ host, port, database, user: login, password },
    ssl: usesTls && { ...(ca !== null && { ca }), rejectUnauthorized: true },
    sslnegotiation: 'postgres',
    enableChannelBinding: usesTls,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    lock_timeout: statementMs,
    query_timeout: statementMs + answerMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    application_name: 'nostro',
    // Names without a schema resolve to PostgreSQL's own.
    options: '-c search_path=pg_catalog',
  });
  client.on('error', () => undefined);
  return client;
}

/**
 * Notes what the server shows, and ends the connection before the client sends a password. The client would answer a server that asks
 * for the password itself, also after SCRAM. Listens before the client does.
 */
function watchGreeting(client: Client, usesTls: boolean, greeting: Greeting): void {
  const connection = connectionOf(client);
  const { stream } = connection;
  stream.once('data', (bytes: Buffer) => {
    greeting.isForeign = !(usesTls ? isAnswerToTls(bytes) : isFirstMessage(bytes));
    if (greeting.isForeign) stream.destroy();
  });
  const refuse = (): void => {
    greeting.isOtherMethod = true;
    connection.stream.destroy();
  };
  connection.on('authenticationCleartextPassword', refuse);
  connection.on('authenticationMD5Password', refuse);
  let questions = 0;
  connection.on('authenticationSASL', ({ mechanisms }) => {
    questions += 1;
    const isScram = mechanisms.includes(usesTls ? 'SCRAM-SHA-256-PLUS' : 'SCRAM-SHA-256');
    if (questions > 1 || !isScram) refuse();
  });
  // The client checks the proof, and ends the connection where it is wrong.
  connection.on('authenticationSASLFinal', () => {
    greeting.isProven = true;
  });
}

/** PostgreSQL answers a request for TLS with one letter, or with an error message. */
const isAnswerToTls = (bytes: Buffer): boolean =>
  bytes[0] === 0x45 || (bytes.length === 1 && 'SN'.includes(bytes.toString('latin1')));

/** Letter and length of a request for the password, an error, a notice, or an offer of another version. */
const isFirstMessage = (bytes: Buffer): boolean =>
  'RENv'.includes(bytes.toString('latin1', 0, 1)) &&
  (bytes.length < 5 || bytes.readUInt32BE(1) < 65_536);

function whyNotConnected(
  cause: unknown,
  { isForeign, isOtherMethod }: Greeting,
  usesTls: boolean,
  context: Context,
): AppError {
  if (isForeign) return appError('team.not-a-server', context.correlationId);
  return isOtherMethod ? noScram(usesTls, context) : whyNotOpened(cause, context);
}

const noScram = (usesTls: boolean, { correlationId }: Context): AppError =>
  appError('team.not-a-server', correlationId, {
    message: usesTls
      ? 'The server does not check the password by SCRAM that is bound to its TLS connection, as where a proxy stands in between.'
      : 'The server does not check the password by SCRAM.',
  });

async function examined(client: Client, context: Context): Promise<Outcome<TeamServer>> {
  const found = await examineServer(client).then(ok, (cause: unknown) =>
    err(whyNotOpened(cause, context)),
  );
  if (!found.ok) return found;
  const { serverVersion, schemaVersion: version, oldestVersion, excess } = found.value;
  const { correlationId } = context;
  if (serverVersion < 150_000)
    return fail('team.not-a-server', correlationId, {
      message: 'The server’s PostgreSQL is older than 15.',
    });
  if (version === null) return fail('team.other-schema', correlationId);
  const message = `The record has the schema ${version}, and this Nostro needs ${schemaVersion}.`;
  if (version < schemaVersion) return fail('team.other-schema', correlationId, { message });
  return oldestVersion > schemaVersion
    ? fail('team.outdated', correlationId, { message })
    : ok(teamServer(client, excess));
}
