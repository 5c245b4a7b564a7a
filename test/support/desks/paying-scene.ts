import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, globSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished } from 'vitest';

import { atPaymentBank } from '../programs/command-line.ts';
import type { ForeignBankOptions } from '../simple-banks/foreign-bank.ts';
import type { Idempotency } from '../simple-banks/foreign-payments.ts';
import { pathOf } from '../programs/programs.ts';
import { tempFolder } from '../setup/temp-folder.ts';

type BankFileText = { operations: Record<string, unknown> };

/** The command line at a foreign bank that takes payments. */
export async function payingScene(
  mode: Idempotency = 'none',
  options: Partial<ForeignBankOptions> = {},
  change: (file: BankFileText) => void = () => undefined,
) {
  const line = await atPaymentBank(options, { mode });
  const { apart, bank, data, env, file, nostro, over, at, write } = line;
  const bankFile = JSON.parse(bank.paymentFile()) as BankFileText;
  change(bankFile);
  write('bank.json', JSON.stringify(bankFile));
  return {
    bank,
    nostro,
    /** The same from a data folder of its own, as another desk at the same bank. */
    otherDesk: over(at('other')),
    /** Copies data folder and state directory away; answers what puts both back, as a machine's snapshot does. */
    snapshot: () => snapshotOf(data),
    /** The same as a process of its own: two in one would wait for each other's file while neither can go on. */
    apart: (...args: string[]) => apart(args),
    /** Takes the local copy away, as a disk that lost it would; the journal stays. */
    loseCache: () => {
      for (const path of globSync(join(data, 'banks', '*', 'cache.db*'))) rmSync(path);
    },
    /** Another process holds the data folder; answers once it does, with what makes it let go. */
    hold: async () => {
      const holder = spawn(process.execPath, [pathOf('holding'), file, data], {
        env: { ...process.env, ...env },
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      onTestFinished(() => void holder.kill());
      await once(holder.stdout, 'data');
      return () => void holder.stdin.end();
    },
    /** Writes a payment file, a line each, and answers its path. */
    paymentFile: (name: string, lines: readonly string[]) =>
      write(name, ['account,beneficiary id,amount,currency,reference', ...lines].join('\n')),
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
