import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { runCommand, runProcess } from '../../support/programs/cli.ts';
import {
  foreignCredentials,
  openForeignBank,
  trueEntries,
} from '../../support/simple-banks/foreign-bank.ts';
import { pause, randoms, runSeed } from '../../support/randoms.ts';
import { builtPrograms, pathOf } from '../../support/programs/programs.ts';
import { tempFolder } from '../../support/setup/temp-folder.ts';

const kills = Number(process.env['KILLS'] ?? 10);
const entries = 6_000;

test(
  `a sync that is killed at ${kills} random points loses nothing and repeats nothing [P1]`,
  async () => {
    const random = randoms(runSeed());
    const bank = await openForeignBank({
      entries: trueEntries(entries, '2024-01-01'),
      openingBalance: '1000.0000',
      pageSizeMax: 40,
    });
    const folder = tempFolder();
    const file = join(folder, 'bank.json');
    writeFileSync(file, bank.bankFile());
    const args = ['--bank', file, '--data-dir', join(folder, 'data')];
    const range = ['--account', '9988776655', '--from', '2024-01-01', '--to', '2026-10-31'];
    const env = {
      PATH: process.env['PATH'],
      HOME: folder,
      NOSTRO_CREDENTIALS: JSON.stringify(foreignCredentials),
      ...builtPrograms(),
    };
    // One that is killed leaves nothing compiled: this one does, for all of them.
    await runProcess(['sync', '--help']);

    let killedInside = 0;
    for (let run = 0; run < kills; run += 1) {
      const child = spawn(process.execPath, [pathOf('cli'), ...args, 'sync', ...range], {
        env,
        stdio: 'ignore',
      });
      const ended = new Promise<NodeJS.Signals | null>((resolve) => {
        child.on('exit', (_code, signal) => {
          resolve(signal);
        });
      });
      const asked = bank.calls.length;
      // Half of the kills fall while pages are being fetched and saved, the others anywhere from the start on.
      if (run % 2 === 0)
        while (bank.calls.length < asked + 3 && child.exitCode === null) await pause(2);
      await pause(random() * (run % 2 === 0 ? 60 : 900));
      child.kill('SIGKILL');
      if ((await ended) === 'SIGKILL' && bank.calls.length > asked) killedInside += 1;
    }
    expect(killedInside).toBeGreaterThan(kills / 3);

    const done = await runCommand([...args, 'sync', ...range], env as Record<string, string>);
    expect(done.err).toBe('');
    const [summary] = done.json<{ accounts: { proof: { ok: boolean; entries: number } }[] }>()
      .accounts;
    expect(summary?.proof).toMatchObject({ ok: true, entries });
    const read = await runCommand([...args, 'statement', ...range], env as Record<string, string>);
    const ids = read.out
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: string }).id);
    expect(ids).toEqual(bank.options.entries.map(({ id }) => id));
    const proof = await runCommand([...args, 'proof', ...range], env as Record<string, string>);
    expect(proof.json<object>()).toMatchObject({ ok: true, entries });
  },
  // The sync and the reading behind them take as long as some kills.
  60_000 + kills * 6_000,
);
