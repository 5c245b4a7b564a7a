import { expect, vi } from 'vitest';

import {
  openServer,
  type ServerOptions,
} from '../../../electron/engines/team-record/postgres/connection.ts';
import { makeAuthority } from '../../support/postgres/authority.ts';
import { test, useCluster } from '../../support/postgres/cluster.ts';
import { cuttingLine } from '../../support/postgres/cutting-line.ts';
import { tlsProxy } from '../../support/postgres/tls-proxy.ts';
import {
  codeOfOpening,
  codeOfOutcome,
  context,
  openedServer,
  optionsFor,
  shortPatience,
} from '../../support/postgres/opened-server.ts';

const authority = makeAuthority('Authority of the team');
const stranger = makeAuthority('Authority of a stranger');

/** The names are those of the certificate. */
const cluster = useCluster(() => ({ tls: authority.sign('DNS:localhost,IP:127.0.0.1') }));
const otherName = useCluster(() => ({ tls: authority.sign('DNS:db.example,IP:10.0.0.1') }));
const expired = useCluster(() => ({ tls: authority.sign('DNS:localhost,IP:127.0.0.1', -1) }));
const withoutTls = useCluster();

/** A name of this machine that does not look like one. */
const otherHost = '127.1';

async function scene(of = cluster) {
  const database = await of.database();
  const login = await database.makeLogin('a');
  const { port } = of.address();
  const options = optionsFor(port, database.name, login, { ca: authority.ca });
  const on = (host: string) => ({ ...options, address: { ...options.address, host } });
  return { database, login, port, options, on };
}

test('with the authority of the team the connection is encrypted and bound, also by an address', async () => {
  const { database, login, on } = await scene();
  for (const host of ['localhost', '127.0.0.1']) {
    const server = await openedServer(on(host));
    const root = await database.asSuperuser();
    const { rows } = await root.query(
      'SELECT s.ssl FROM pg_stat_ssl s JOIN pg_stat_activity a USING (pid) WHERE a.usename = $1',
      [login],
    );
    expect(rows).toEqual([{ ssl: true }]);
    await server.close();
  }
});

/** The code of a failure with Node's code. */
async function whyOf(options: ServerOptions): Promise<string> {
  const outcome = await openServer(options, context);
  return outcome.ok ? 'done' : `${outcome.error.code} ${outcome.error.technical ?? ''}`;
}

test('a certificate of another authority, and that of no authority', async () => {
  const { options, on } = await scene();
  const unknown = 'team.wrong-certificate UNABLE_TO_VERIFY_LEAF_SIGNATURE';
  expect(await whyOf({ ...options, ca: stranger.ca })).toBe(unknown);
  // Not on loopback, the authorities that Node knows are asked.
  expect(await whyOf({ ...on(otherHost), ca: null })).toBe(unknown);
  expect(await codeOfOpening({ ...options, ca: 'no certificate' })).toBe('team.wrong-certificate');
  expect(await codeOfOpening({ ...options, ca: '' })).toBe('team.wrong-certificate');
});

test('a certificate of another name, and one that has expired', async () => {
  const other = await scene(otherName);
  const wrongName = 'team.wrong-certificate ERR_TLS_CERT_ALTNAME_INVALID';
  expect(await whyOf(other.on('localhost'))).toBe(wrongName);
  expect(await whyOf(other.on('127.0.0.1'))).toBe(wrongName);
  // Another spelling of this machine.
  expect(await whyOf((await scene()).on(otherHost))).toBe(wrongName);
  expect(await whyOf((await scene(expired)).on('localhost'))).toBe(
    'team.wrong-certificate CERT_HAS_EXPIRED',
  );
});

test('a certificate is checked whatever the environment says', async () => {
  const { options } = await scene();
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  vi.stubEnv('PGSSLMODE', 'disable');
  const code = await codeOfOpening({ ...options, ca: stranger.ca });
  vi.unstubAllEnvs();
  expect(code).toBe('team.wrong-certificate');
});

test('a server without TLS is used on loopback only, and only where no authority is named', async () => {
  const { options, on } = await scene(withoutTls);
  expect(await codeOfOpening({ ...options, ca: null })).toBe('done');
  expect(await codeOfOpening({ ...on('localhost'), ca: null })).toBe('done');
  expect(await codeOfOpening(options)).toBe('team.no-tls');
  expect(await codeOfOpening({ ...on(otherHost), ca: null })).toBe('team.no-tls');
});

test.each([
  ['a pooler that reaches the server without TLS', false, 'team.not-a-server'],
  ['another desk’s machine that reaches it with TLS', true, 'team.login-refused'],
])('%s is refused, with a good certificate too', async (_name, usesTls, code) => {
  const { options, port } = await scene();
  const between = await tlsProxy(port, authority.sign('IP:127.0.0.1'), { usesTls });
  const { address } = options;
  const outcome = await openServer(
    { ...options, address: { ...address, port: between }, patience: shortPatience },
    context,
  );
  expect(outcome).toMatchObject({ ok: false, error: { code } });
});

test('a dead line does not hold up the end of the connection', async () => {
  const { options, port } = await scene();
  const line = await cuttingLine(port);
  const { address } = options;
  const server = await openedServer({
    ...{ ...options, address: { ...address, port: line.port }, patience: shortPatience },
  });
  line.become('held');
  const since = performance.now();
  await server.close();
  expect(performance.now() - since).toBeLessThan(5_000);
  expect(await codeOfOutcome(server.head(context))).toBe('team.unreachable');
});
