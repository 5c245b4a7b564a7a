import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

import { expect, onTestFinished, vi } from 'vitest';

import { schemaVersion } from '../../../electron/engines/team-record/postgres/schema.ts';
import { openServer } from '../../../electron/engines/team-record/postgres/connection.ts';
import { test, useCluster } from '../../support/postgres/cluster.ts';
import { cuttingLine } from '../../support/postgres/cutting-line.ts';
import {
  codeOfOpening,
  codeOfOutcome,
  context,
  openedServer,
  optionsFor,
  shortPatience,
} from '../../support/postgres/opened-server.ts';

const cluster = useCluster();

/** A database with a record and a login that may connect. */
async function scene() {
  const database = await cluster.database();
  const login = await database.makeLogin('a');
  const { port } = cluster.address();
  return { database, login, port, options: optionsFor(port, database.name, login) };
}

/** A server of another kind; returns its port and what it received. */
async function otherServer(answer: (socket: Socket, bytes: Buffer | null) => void) {
  let received = '';
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    answer(socket, null);
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1');
      answer(socket, bytes);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, received: () => received };
}

const secret = 'canary-of-a-password';

const at = (port: number, changes = {}) =>
  optionsFor(port, 'team', 'nostro_a', { password: secret, patience: shortPatience, ...changes });

test('a login of the record is opened, and may do no more than a desk', async () => {
  const { options } = await scene();
  const server = await openedServer(options);
  expect(server.excess).toEqual([]);
  expect(server.isOpen()).toBe(true);
  await server.close();
  expect(server.isOpen()).toBe(false);
});

test('nothing listens', async () => {
  const { port } = await otherServer(() => undefined);
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const free = (closed.address() as AddressInfo).port;
  closed.close();
  expect(await codeOfOpening(at(free))).toBe('team.unreachable');
  // It accepts connections and says nothing, or ends them.
  expect(await codeOfOpening(at(port))).toBe('team.unreachable');
  const ending = await otherServer((socket) => socket.destroy());
  expect(await codeOfOpening(at(ending.port))).toBe('team.unreachable');
  expect(await codeOfOpening(at(free, { ca: 'x' }))).toBe('team.unreachable');
});

test.each([
  ['HTTP', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
  ['SSH, whose first letter looks like an offer of TLS', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ['a mail server', '220 mail.example ESMTP\r\n'],
  ['bytes that claim to be a very long message', 'R\xff\xff\xff\xff'],
])('a port that speaks another protocol: %s', async (_name, banner) => {
  const { port } = await otherServer((socket, bytes) => {
    if (bytes !== null) socket.write(banner, 'latin1');
  });
  const since = performance.now();
  expect(await codeOfOpening(at(port))).toBe('team.not-a-server');
  // By TLS too, as far as it reaches.
  if (!banner.startsWith('R'))
    expect(await codeOfOpening(at(port, { ca: 'x' }))).toBe('team.not-a-server');
  expect(performance.now() - since).toBeLessThan(shortPatience.connectMs);
});

/** A message of PostgreSQL: a letter, the length and the content. */
function message(letter: string, ...content: readonly (number | string)[]): Buffer {
  const parts = content.map((part) =>
    typeof part === 'number'
      ? Buffer.from(Uint32Array.of(part).buffer).swap32()
      : Buffer.from(part, 'latin1'),
  );
  const body = Buffer.concat(parts);
  const length = Buffer.from(Uint32Array.of(body.length + 4).buffer).swap32();
  return Buffer.concat([Buffer.from(letter), length, body]);
}

const welcome = Buffer.concat([message('R', 0), message('Z', 'I')]);
const askBySasl = message('R', 10, 'SCRAM-SHA-256\0\0');
const askItself = message('R', 3);
const askByMd5 = message('R', 5, 'salt');

/** The client's nonce in its first message of SCRAM. */
const nonceIn = (bytes: Buffer): string => /r=([^,]+)$/.exec(bytes.toString('latin1'))?.[1] ?? '';

test.each([
  ['asks for no password', () => welcome],
  ['asks for the password itself', () => askItself],
  ['asks for it by MD5', () => askByMd5],
  // The client remembers the password from the first question.
  ['asks by SCRAM and then for the password itself', (n: number) => [askBySasl][n] ?? askItself],
  ['asks by SCRAM and then by MD5', (n: number) => [askBySasl][n] ?? askByMd5],
  ['asks by SCRAM twice', () => askBySasl],
  ['asks for all at once', () => Buffer.concat([askBySasl, askItself, askByMd5, welcome])],
  ['asks by SCRAM and then for nothing', (n: number) => (n === 0 ? askBySasl : welcome)],
  [
    'leaves out its own proof',
    (n: number, bytes: Buffer) =>
      [askBySasl, message('R', 11, `r=${nonceIn(bytes)}x,s=c2FsdA==,i=4096`)][n] ?? welcome,
  ],
  [
    'proves that it does not know the login',
    (n: number, bytes: Buffer) =>
      [
        askBySasl,
        message('R', 11, `r=${nonceIn(bytes)}x,s=c2FsdA==,i=4096`),
        Buffer.concat([message('R', 12, `v=${'A'.repeat(43)}=`), welcome]),
      ][n] ?? welcome,
  ],
])('a server that %s is refused, and does not see the password', async (_name, answer) => {
  let count = 0;
  const { port, received } = await otherServer((socket, bytes) => {
    if (bytes === null) return;
    socket.write(answer(count, bytes));
    count += 1;
  });
  const outcome = await openServer(at(port), context);
  const { code = '', message = '' } = outcome.ok ? {} : outcome.error;
  expect(code).toBe('team.not-a-server');
  // It is refused for that, and not because it is no PostgreSQL behind the welcome.
  expect(message).toContain('SCRAM');
  expect(JSON.stringify(outcome)).not.toContain(secret);
  expect(count).toBeGreaterThan(0);
  expect(received()).not.toContain(secret);
  expect(received()).not.toContain('md5');
});

test('the environment of the program changes nothing', async () => {
  const { options } = await scene();
  vi.stubEnv('PGOPTIONS', '-c no_such_setting=1');
  vi.stubEnv('PGSSLNEGOTIATION', 'direct');
  vi.stubEnv('PGSSLMODE', 'require');
  vi.stubEnv('PGPASSWORD', options.password);
  const codes = [
    await codeOfOpening(options),
    await codeOfOpening({ ...options, password: secret }),
    await codeOfOutcome(openServer({ ...options, password: '' }, context)),
  ];
  vi.unstubAllEnvs();
  expect(codes).toEqual(['done', 'team.login-refused', 'team.login-refused']);
});

test('a wrong password, a closed login and a login that does not exist', async () => {
  const { database, login, options } = await scene();
  const refused = 'team.login-refused';
  expect(await codeOfOpening({ ...options, password: secret })).toBe(refused);
  const unknown = { ...options.address, login: 'nostro_unknown' };
  expect(await codeOfOpening({ ...options, password: secret, address: unknown })).toBe(refused);
  const root = await database.asSuperuser();
  await root.query(`ALTER ROLE ${login} NOLOGIN`);
  expect(await codeOfOpening(options)).toBe(refused);
  await root.query(`ALTER ROLE ${login} LOGIN CONNECTION LIMIT 0`);
  expect(await codeOfOpening(options)).toBe('team.unreachable');
});

test('a database that does not exist, has no record, or may not be read', async () => {
  const { database, login, options, port } = await scene();
  expect(await codeOfOpening(optionsFor(port, 'nowhere', login))).toBe('team.other-schema');
  const root = await database.asSuperuser();
  await root.query('CREATE DATABASE without_record');
  expect(await codeOfOpening(optionsFor(port, 'without_record', login))).toBe('team.other-schema');
  // From PostgreSQL 16 on, whoever granted a role takes it back.
  await root.query(`SET ROLE nostro_owner; REVOKE nostro_desk FROM ${login}; RESET ROLE`);
  expect(await codeOfOpening(options)).toBe('team.other-schema');
});

test('a record of another version, with both numbers in the message', async () => {
  const { database, options } = await scene();
  const root = await database.asSuperuser();
  const refusal = async () => {
    const outcome = await openServer(options, context);
    return outcome.ok ? 'done' : `${outcome.error.code}: ${outcome.error.message}`;
  };
  const numbers = (version: number) =>
    `The record has the schema ${version}, and this Nostro needs ${schemaVersion}.`;
  await root.query('UPDATE nostro.version SET version = version - 1');
  expect(await refusal()).toContain(`team.other-schema: ${numbers(schemaVersion - 1)}`);
  // A later one that only adds lets this Nostro in; what it added counts for no right of the login.
  await root.query(`UPDATE nostro.version SET version = ${schemaVersion + 1}`);
  await root.query("CREATE FUNCTION nostro.later() RETURNS int LANGUAGE sql AS 'SELECT 1'");
  const server = await openedServer(options);
  expect(server.excess).toEqual([]);
  await root.query(`UPDATE nostro.version SET oldest = ${schemaVersion + 1}`);
  expect(await refusal()).toContain(`team.outdated: ${numbers(schemaVersion + 1)}`);
  await root.query('DELETE FROM nostro.version');
  expect(await codeOfOpening(options)).toBe('team.other-schema');
  await root.query('ALTER TABLE nostro.version RENAME version TO other');
  expect(await codeOfOpening(options)).toBe('team.other-schema');
});

test('a PostgreSQL that is too old', async () => {
  const { options, port } = await scene();
  const line = await cuttingLine(port);
  const { address } = options;
  const through = { ...options, address: { ...address, port: line.port } };
  expect(await codeOfOpening(through)).toBe('done');
  // The number of the version is an integer of six digits in the first row.
  line.rewrite((bytes) =>
    Buffer.from(
      bytes.toString('latin1').replace(/1[5-9]0(\d{3})(?=\0\0\0\x01[tf])/, '140$1'),
      'latin1',
    ),
  );
  expect(await codeOfOpening(through)).toBe('team.not-a-server');
});

test('a line that goes dead while the server is examined', async () => {
  const { options, port } = await scene();
  const line = await cuttingLine(port);
  line.rewrite((bytes) => {
    // The answer after the proof is the last that arrives.
    if (bytes.includes('server_version')) line.become('held');
    return bytes;
  });
  const through = { ...options, address: { ...options.address, port: line.port } };
  expect(await codeOfOpening({ ...through, patience: shortPatience })).toBe('team.unreachable');
});
