import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, onTestFinished, test } from 'vitest';

import { startDelta, type Delta } from '../support/banks/delta.ts';
import { runCommand, type CliRun } from '../support/programs/cli.ts';
import { failingDisk, type DiskCode, type FailingDisk } from '../support/stores/failing-disk.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';

type Scene = {
  readonly bank: Delta;
  readonly data: string;
  readonly at: (name: string) => string;
  readonly nostro: (...args: string[]) => Promise<CliRun>;
};

async function scene(): Promise<Scene> {
  const bank = await startDelta();
  onTestFinished(() => bank.close());
  const folder = tempFolder();
  const at = (name: string): string => join(folder, name);
  writeFileSync(at('bank.json'), bank.bankFile);
  writeFileSync(at('secret.txt'), 'seven quiet herons\n');
  writeFileSync(
    at('run.csv'),
    'beneficiaryId,account,amount,currency,reference\nB-1,700000,3.50,EUR,RUN-3\nB-1,700000,4.50,EUR,RUN-4\n',
  );
  const env = { NOSTRO_CREDENTIALS: JSON.stringify(bank.credentials) };
  const data = at('data');
  const nostro = (...args: string[]) =>
    runCommand(['--bank', at('bank.json'), '--data-dir', data, ...args], env);
  return { bank, data, at, nostro };
}

const order = (reference: string): string[] => [
  'pay',
  '--input',
  JSON.stringify({
    ...{ accountNumber: '700000', beneficiaryId: 'B-1', reference },
    ...{ amount: `${reference.at(-1) ?? ''}.50`, currency: 'EUR' },
  }),
];
const secret = ({ at }: Scene): string[] => ['--passphrase-file', at('secret.txt')];
const sent = async ({ nostro }: Scene): Promise<void> => {
  expect((await nostro(...order('INV-1'))).code).toBe(0);
};

type Job = {
  readonly name: string;
  readonly prepare: (scene: Scene) => Promise<void>;
  readonly args: (scene: Scene) => string[];
  /** Orders at the bank once it was done, however often it was begun. */
  readonly orders: readonly string[];
};

const jobs: readonly Job[] = [
  {
    name: 'a first sync',
    prepare: () => Promise.resolve(),
    args: () => ['sync', '--account', '700000'],
    orders: [],
  },
  { name: 'a payment', prepare: sent, args: () => order('INV-2'), orders: ['INV-1', 'INV-2'] },
  {
    name: 'a payment file',
    prepare: sent,
    args: ({ at }) => ['pay', '--file', at('run.csv')],
    orders: ['INV-1', 'RUN-3', 'RUN-4'],
  },
  {
    name: 'a backup',
    prepare: sent,
    args: (one) => ['backup', '--out', one.at('saved'), '--replace', ...secret(one)],
    orders: ['INV-1'],
  },
  {
    name: 'a restore',
    prepare: async (one) => {
      await sent(one);
      const out = await one.nostro('backup', '--out', one.at('saved'), ...secret(one));
      expect(out.code).toBe(0);
    },
    args: (one) => ['restore', one.at('saved'), ...secret(one)],
    orders: ['INV-1'],
  },
  {
    name: 'a comparison with the bank',
    prepare: async (one) => {
      await sent(one);
      await one.nostro('backup', '--out', one.at('saved'), ...secret(one));
      expect((await one.nostro('restore', one.at('saved'), ...secret(one))).code).toBe(0);
    },
    args: () => ['submissions', '--reconcile', '--reopen-as', 'Ada', '--looked-at-bank'],
    orders: ['INV-1'],
  },
];

const named: Readonly<Record<DiskCode, RegExp>> = {
  EIO: /^(store\.disk-failed|file\.unwritable)$/,
  ENOSPC: /^(store\.full|file\.unwritable)$/,
};

/** The steps at which it may fail; of many alike in a row the first and the last. A full disk fails where something is written. */
const stepsToFail = ({ steps }: FailingDisk, code: DiskCode): number[] =>
  steps.flatMap((step, at) => {
    const isAmong = step === steps[at - 1] && step === steps[at + 1];
    return isAmong || (code === 'ENOSPC' && step === 'sync') ? [] : [at];
  });

type Listed = { submissions: { reference: string; state: string }[] };

describe.each(['EIO', 'ENOSPC'] as const)('where the disk says %s', (code) => {
  test.each(jobs)(
    '$name ends by name at every step, sends nothing twice and loses nothing',
    async ({ prepare, args, orders }) => {
      const disk = await failingDisk();
      const whole = await scene();
      await prepare(whole);
      const done = await disk.work(null, () => whole.nostro(...args(whole)));
      expect(done.code).toBe(0);
      for (const at of stepsToFail(disk, code)) {
        const one = await scene();
        await prepare(one);
        const run = await disk.work({ at, code }, () => one.nostro(...args(one)));
        const step = `${String(at)} ${disk.steps[at] ?? ''}`;
        // What was done all the same is reported with the fault, and exit 0.
        expect([step, run.code !== 0 || run.out !== '']).toEqual([step, true]);
        expect([step, `${run.out}${run.err}`]).toEqual([
          step,
          expect.not.stringContaining('internal'),
        ]);
        if (run.code === 1 && run.err.includes('"error"'))
          expect([step, run.error().code]).toEqual([step, expect.stringMatching(named[code])]);
        const list = await one.nostro('submissions');
        expect([step, list.code, list.code === 0 ? '' : list.err]).toEqual([step, 0, '']);
        const { submissions } = list.json<Listed>();
        const arrived = one.bank.orders.map(({ reference }) => String(reference));
        // What is at the bank is in the journal, once, and a refusal has sent nothing.
        expect([step, new Set(arrived).size]).toEqual([step, arrived.length]);
        const stored = submissions.map(({ reference }) => reference);
        expect([step, arrived.filter((reference) => !stored.includes(reference))]).toEqual([
          step,
          [],
        ]);
        const never = submissions.filter(({ state }) => state === 'not-sent');
        expect([step, never.filter(({ reference }) => arrived.includes(reference))]).toEqual([
          step,
          [],
        ]);
        // What has no answer, or never left, waits for a person.
        if (submissions.every(({ state }) => state === 'accepted')) {
          // Begun once more it comes to its end.
          const again = await one.nostro(...args(one));
          expect([step, again.code, again.code === 0 ? '' : again.err + again.out]).toEqual([
            step,
            0,
            '',
          ]);
          expect([step, one.bank.orders.map(({ reference }) => reference)]).toEqual([step, orders]);
        }
        const left = readdirSync(one.data, { recursive: true, encoding: 'utf8' });
        expect([step, left.filter((name) => /\.part$|^restoring-/.test(name))]).toEqual([step, []]);
      }
    },
    300_000,
  );
});
