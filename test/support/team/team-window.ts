import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { RouteInput } from '../../../shared/ipc/contract.ts';
import type { TeamView } from '../../../shared/ipc/team.ts';
import { newReference } from '../../../shared/reference.ts';
import { startDelta } from '../banks/delta.ts';
import type { Cluster } from '../postgres/cluster.ts';
import { openTestDesk, type TestDesk } from '../desks/test-desk.ts';
import { tempFolder } from '../setup/temp-folder.ts';

/** A bank, a database with an empty record, and the desks of windows that are signed in at that bank. */
export async function windowScene(cluster: Cluster, options?: Parameters<typeof startDelta>[0]) {
  const [bank, database, folder] = [
    await startDelta(options),
    await cluster.database(),
    tempFolder(),
  ];
  const at = (name: string): string => join(folder, name);
  const write = (name: string, text: string): string => {
    writeFileSync(at(name), text);
    return at(name);
  };
  const open = async (): Promise<TestDesk> => {
    const desk = await openTestDesk();
    await desk.get('desk.connectBank', { bankFile: bank.bankFile });
    await desk.get('session.signIn', { credentials: bank.credentials, remember: true });
    await desk.sync();
    return desk;
  };
  /** Chooses the file with the first password, and founds. */
  const found = async (
    desk: TestDesk,
    name: string,
    port = cluster.address().port,
    rules?: 'two',
  ): Promise<TeamView> => {
    const login = await database.makeLogin('founder');
    desk.openFrom = write('first.txt', `${login}\n`);
    await desk.get('team.chooseFile', { kind: 'password' });
    const address = addressAt(port, database.name, login);
    return desk.get('team.found', { name, database: address, rules });
  };
  /** Invitation, six words, admission. */
  const join_ = async (admin: TestDesk, newcomer: TestDesk, name: string): Promise<TeamView> => {
    await invite(admin, newcomer, name);
    const { words } = await newcomer.get('team.join', {});
    await admin.get('team.admit', { words: [...words] });
    return newcomer.get('team.continue', { areDifferencesSeen: false });
  };
  const invite = async (
    admin: TestDesk,
    newcomer: TestDesk,
    name: string,
    roles: RouteInput<'team.invite'>['roles'] = ['maker', 'admin'],
  ) => {
    admin.saveTo = at(`${name}.json`);
    await admin.get('team.invite', { name, roles });
    newcomer.openFrom = admin.saveTo;
    return newcomer.get('team.chooseFile', { kind: 'invitation' });
  };
  return { bank, database, at, write, open, found, invite, join: join_ };
}

export const addressOf = (cluster: Cluster, database: string, login: string): string =>
  addressAt(cluster.address().port, database, login);

const addressAt = (port: number, database: string, login: string): string =>
  `postgres://${login}@127.0.0.1:${String(port)}/${database}`;

/** Reviews and sends a payment of EUR to B-1, confirming nothing. */
export async function payFrom(desk: TestDesk, reference = newReference(), amount = '10.00') {
  const payment = {
    ...{ accountNumber: '700000', beneficiaryId: 'B-1', amount, currency: 'EUR', narration: '' },
  };
  const review = await desk.get('payments.review', { ...payment, reference });
  return desk.request('payments.send', {
    ...{ ...payment, reference, payeeFingerprint: review.payeeFingerprint, fee: review.fee },
    ...{ acknowledged: [], twins: [] },
  });
}
