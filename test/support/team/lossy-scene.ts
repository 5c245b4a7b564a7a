import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, globSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished } from 'vitest';

import { pageOf } from '../banks/book.ts';
import { startDelta } from '../banks/delta.ts';
import type { Cluster } from '../postgres/cluster.ts';
import { losingLine } from '../postgres/losing-line.ts';
import { builtPrograms, pathOf } from '../programs/programs.ts';
import { tempFolder } from '../setup/temp-folder.ts';
import { teamScene, twoDesks, type TeamPerson, type TeamScene } from './team-scene.ts';

export type Sent = {
  readonly reference: string;
  readonly state: string;
  readonly submissionId: string;
  readonly error: { readonly message: string } | null;
};
export type Status = { state: string; unsent: number; head: { n: number } };

/**
 * Ada and Ben, whose desks reach the record by a line that loses things, at a bank that books whatever comes and lists none of it
 * until `atBank.isListing`.
 */
export async function lossyScene(cluster: Cluster) {
  const atBank: AtBank = { isListing: false, onOrder: () => undefined };
  const orders: Record<string, unknown>[] = [];
  const scene = await teamScene(cluster, () => startCarelessBank(atBank, orders));
  const line = await losingLine(cluster.address().port);
  const desks = await twoDesks(cluster, scene, line.port);
  return { ...scene, ...desks, line, atBank, booked: () => orders.map(referenceOf) };
}

type AtBank = {
  /** Does the bank's list of transfers have what it booked? */
  isListing: boolean;
  /** Called when an order is booked, before it is answered. */
  onOrder: (reference: string) => void;
};

/** Delta, which also deals prices, sends remittances and adds payees. */
async function startCarelessBank(atBank: AtBank, orders: Record<string, unknown>[]) {
  const bank = await startDelta({
    instead: ({ method, path, body, query }) => {
      const call = `${method} ${path.replace(/^\/platform/, '')}`;
      if (call === 'GET /transfers') {
        const reference = query.get('reference');
        const listed = (atBank.isListing ? orders : []).map((order, at) => ({
          ...{ id: idOf(at + 1), status: 'BOOKED', ...order },
        }));
        return {
          body: {
            message: 'ok',
            transfers: pageOf(
              listed.filter((order) => reference === null || referenceOf(order) === reference),
            ),
          },
        };
      }
      if (method !== 'POST' || path.includes('/auth/')) return null;
      orders.push(body);
      atBank.onOrder(referenceOf(body));
      const id = idOf(orders.length);
      const record = { id, status: 'BOOKED', ...body };
      const lock = { ...deal, ...body, lockId: id };
      const beneficiary = { ...body, entityId: id };
      return { body: { message: 'ok', transfer: record, remittance: record, lock, beneficiary } };
    },
  });
  const file = JSON.parse(bank.bankFile) as { operations: Record<string, object> };
  for (const [name, path] of Object.entries(more)) file.operations[name] = { method: 'POST', path };
  return { ...bank, bankFile: JSON.stringify(file) };
}

const more = {
  lockRate: '/locks',
  initiateRemittance: '/remittances',
  createBeneficiary: '/payees',
};
const deal = {
  ...{ tradeId: 'D-9', status: 'held', sellCurrency: 'EUR', buyCurrency: 'CNH' },
  ...{ sellAmount: 10, buyAmount: 9, rate: 0.9, expiresAt: '2099-01-01T00:00:00.000Z' },
};

const idOf = (n: number): string => `T-${String(n)}`;
const referenceOf = ({ reference }: Record<string, unknown>): string =>
  typeof reference === 'string' ? reference : '';

/** A desk's journal, newest first. */
export const journalOf = async ({ run }: TeamPerson): Promise<Sent[]> =>
  (await run('submissions')).json<{ submissions: Sent[] }>().submissions;

/** The same for one reference. */
export async function sentBy(desk: TeamPerson, reference: string): Promise<Sent> {
  const found = (await journalOf(desk)).find((sent) => sent.reference === reference);
  return found ?? expect.fail(`${reference} is not in the journal`);
}

/** `pay` as a process of its own, which a test kills. */
export function payApart(
  { folder, at, bank }: Pick<TeamScene, 'folder' | 'at' | 'bank'>,
  { data }: TeamPerson,
  ...args: string[]
) {
  const { PATH, XDG_STATE_HOME } = process.env;
  const child = spawn(
    process.execPath,
    [pathOf('cli'), '--bank', at('bank.json'), '--data-dir', data, 'pay', ...args],
    {
      env: {
        ...{ PATH, XDG_STATE_HOME, HOME: folder, ...builtPrograms() },
        NOSTRO_CREDENTIALS: JSON.stringify(bank.credentials),
      },
      stdio: 'ignore',
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit').then(([, signal]) => signal as string | null);
  return {
    ended,
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

/** The arguments of `pay` for one payment to B-1. */
export const orderOf = (reference: string, amount = '10.00'): string[] => [
  '--input',
  JSON.stringify({
    ...{ accountNumber: '700000', beneficiaryId: 'B-1', reference },
    ...{ amount, currency: 'EUR' },
  }),
];

/** A file of a desk's one bank, such as `team.db`. */
export function heldFile({ data }: TeamPerson, name: string): string {
  const [found] = globSync(join(data, 'banks', '*', name));
  return found ?? expect.fail(`there is no ${name}`);
}

/** A copy of a file or folder as it is now; the answer puts it back. */
export function copied(path: string): () => void {
  const copy = join(tempFolder(), 'copy');
  cpSync(path, copy, { recursive: true });
  return () => {
    for (const suffix of ['', '-wal', '-shm']) {
      const old = `${path}${suffix}`;
      if (existsSync(old)) rmSync(old, { recursive: true });
    }
    cpSync(copy, path, { recursive: true });
  };
}
