import { inspect } from 'node:util';

import { expect } from 'vitest';

import { openServer } from '../../../electron/engines/team-record/postgres/connection.ts';
import { scramVerifier } from '../../../electron/engines/team-record/postgres/scram.ts';
import { makeAuthority } from '../../support/postgres/authority.ts';
import { test, useCluster } from '../../support/postgres/cluster.ts';
import {
  context,
  openedServer,
  optionsFor,
  valueOf,
} from '../../support/postgres/opened-server.ts';
import { teamOfTwo } from '../../support/postgres/team-desk.ts';

const authority = makeAuthority('Authority of the team');
const cluster = useCluster(() => ({
  tls: authority.sign('IP:127.0.0.1'),
  settings: [
    ...['log_statement=all', 'log_connections=on', 'log_min_messages=debug1'],
    ...['log_min_duration_statement=0', 'log_parameter_max_length=-1'],
  ],
}));

const [first, second, invited] = ['first-canary', 'second-canary', 'invited-canary'];

test('no password is in the server’s log, in an error or in what is printed of a server', async () => {
  const { database, a } = await teamOfTwo(cluster);
  const { port } = cluster.address();
  const root = await database.asSuperuser();
  await root.query(`ALTER ROLE ${a.login} PASSWORD '${scramVerifier(first)}'`);
  const options = optionsFor(port, database.name, a.login, { password: first, ca: authority.ca });
  const server = await openedServer(options);
  await valueOf(server.changePassword(scramVerifier(second), context));
  const login = `${a.login}_new`;
  await valueOf(server.invite(login, scramVerifier(invited), context));
  const failures = [
    await openServer(options, context),
    await openServer({ ...options, password: `${second}-wrong` }, context),
    await openServer({ ...options, password: second, ca: makeAuthority('other').ca }, context),
    await server.invite(login, scramVerifier(invited), context),
  ];
  expect(failures.map(({ ok }) => ok)).toEqual([false, false, false, false]);
  const newcomer = await openedServer({
    ...optionsFor(port, database.name, login, { password: invited, ca: authority.ca }),
  });
  const printed = [
    ...failures.map((failure) => JSON.stringify(failure)),
    ...[server, newcomer].flatMap((one) => [inspect(one, { depth: 9 }), JSON.stringify(one)]),
  ].join('\n');
  // The log has the statements, so a password in one of them would be seen.
  await expect.poll(() => cluster.log()).toContain('ALTER ROLE CURRENT_USER PASSWORD');
  expect(cluster.log()).toContain('nostro.invite');
  for (const text of [cluster.log(), printed]) expect(text).not.toContain('canary');
});
