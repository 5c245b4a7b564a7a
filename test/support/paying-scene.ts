import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, globSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished } from 'vitest';

import { runCommand, runProcess, type CliRun } from './cli.ts';
import { foreignCredentials, type ForeignBankOptions } from './foreign-bank.ts';
import { startPaymentBank, type Idempotency, type PaymentBank } from './foreign-payments.ts';
import { pathOf } from './programs.ts';
import { tempFolder } from './temp-folder.ts';

type BankFileText = { operations: Record<string, unknown> };

/** The command line at a foreign bank that takes payments, in a data folder of its own. */
export type PayingScene = {
  readonly bank: PaymentBank;
  readonly nostro: (...args: string[]) => Promise<CliRun>;
  /** The same from a data folder of its own, as another desk at the same bank. */
  readonly otherDesk: (...args: string[]) => Promise<CliRun>;
  /** Copies data folder and state directory away; answers what puts both back, as a machine's snapshot does. */
  readonly snapshot: () => () => void;
  /** The same as a process of its own: two in one would wait for each other's file while neither can go on. */
  readonly apart: (...args: string[]) => Promise<CliRun>;
  /** Takes the local copy away, as a disk that lost it would; the journal stays. */
  readonly loseCache: () => void;
  /** Another process holds the data folder; answers once it does, with what makes it let go. */
  readonly hold: () => Promise<() => void>;
  /** Writes a payment file, a line each, and answers its path. */
  readonly paymentFile: (name: string, lines: readonly string[]) => string;
};

export async function payingScene(
  mode: Idempotency = 'none',
  options: Partial<ForeignBankOptions> = {},
  change: (file: BankFileText) => void = () => undefined,
): Promise<PayingScene> {
  const bank = await startPaymentBank(mode, options);
  onTestFinished(() => bank.close());
  const folder = tempFolder();
  const file = join(folder, 'bank.json');
  const bankFile = JSON.parse(bank.paymentFile()) as BankFileText;
  change(bankFile);
  writeFileSync(file, JSON.stringify(bankFile));
  const env = { NOSTRO_CREDENTIALS: JSON.stringify(foreignCredentials) };
  const dataDir = join(folder, 'data');
  const place = ['--bank', file, '--data-dir', dataDir];
  return {
    bank,
    nostro: (...args) => runCommand([...place, ...args], env),
    otherDesk: (...args) =>
      runCommand(['--bank', file, '--data-dir', join(folder, 'other'), ...args], env),
    snapshot: () => snapshotOf(dataDir),
    apart: (...args) => runProcess([...place, ...args], env),
    loseCache: () => {
      for (const path of globSync(join(dataDir, 'banks', '*', 'cache.db*'))) rmSync(path);
    },
    hold: async () => {
      const holder = spawn(process.execPath, [pathOf('holding'), file, dataDir], {
        env: { ...process.env, ...env },
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      onTestFinished(() => void holder.kill());
      await once(holder.stdout, 'data');
      return () => void holder.stdin.end();
    },
    paymentFile: (name, lines) => {
      const path = join(folder, name);
      const heading = 'account,beneficiary id,amount,currency,reference';
      writeFileSync(path, [heading, ...lines].join('\n'));
      return path;
    },
  };
}

/** Data folder and state directory as they are now, to be put back together. */
function snapshotOf(dataDir: string): () => void {
  const places = [dataDir, process.env['XDG_STATE_HOME'] ?? expect.fail('no state directory')];
  const copies = places.map((place) => {
    const copy = join(tempFolder(), 'copy');
    if (existsSync(place)) cpSync(place, copy, { recursive: true });
    return { place, copy };
  });
  return () => {
    for (const { place, copy } of copies) {
      rmSync(place, { recursive: true, force: true });
      if (existsSync(copy)) cpSync(copy, place, { recursive: true });
    }
  };
}

let payments = 0;

/** A payment of the tests, under a reference of its own unless one is given. */
export const order = (extra: object = {}): string =>
  JSON.stringify({
    accountNumber: '9988776655',
    beneficiaryId: 'b-7',
    amount: '1250.10',
    currency: 'USD',
    reference: `PAY-${String((payments += 1))}`,
    ...extra,
  });

export const payment = (extra: object = {}): string[] => ['pay', '--input', order(extra)];

export type Paid = {
  submissionId: string;
  outcome: string;
  transferId?: string;
  error?: { code: string; bank?: string };
};
