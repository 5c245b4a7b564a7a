import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { runCommand } from '../support/programs/cli.ts';
import { foreignCredentials, trueEntries } from '../support/simple-banks/foreign-bank.ts';
import { startPaymentBank, type Behaviour } from '../support/simple-banks/foreign-payments.ts';
import { pause, randoms, runSeed } from '../support/randoms.ts';
import { builtPrograms, pathOf } from '../support/programs/programs.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';

const kills = Number(process.env['PAY_KILLS'] ?? 12);
const from = '2026-08-01';

type Printed = { reference: string; state: string; attempts: number };

test(
  `a desk that is killed at ${kills} random points of syncing and paying pays nothing twice and forgets nothing [P1 P2]`,
  async () => {
    const random = randoms(runSeed());
    const entries = trueEntries(300, from);
    // The worst bank: no idempotency, bookings up to 400 ms late, answers lost.
    const bank = await startPaymentBank('none', {
      entries,
      openingBalance: '1000.0000',
      pageSizeMax: 40,
      newestFirst: false,
    });
    onTestFinished(() => bank.close());
    const folder = tempFolder();
    const file = join(folder, 'bank.json');
    writeFileSync(file, bank.paymentFile());
    const dataDir = join(folder, 'data');
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      XDG_STATE_HOME: join(folder, 'state'),
      NOSTRO_CREDENTIALS: JSON.stringify(foreignCredentials),
      ...builtPrograms(),
    };
    const run = (task: string) =>
      spawn(process.execPath, [pathOf('paying'), file, dataDir, task, from], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      });

    // One that is killed leaves nothing compiled: this one does, for all of them.
    const first = run('settle');
    expect(await new Promise((resolve) => first.on('exit', resolve))).toBe(0);

    const behaviours = (): Behaviour[] =>
      Array.from({ length: 400 }, () => {
        const late = random() < 0.3 ? Math.ceil(random() * 400) : 0;
        return { booksAfterMs: late, answer: random() < 0.15 ? 'none' : 'whole' };
      });
    let killedWhilePaying = 0;
    for (let count = 0; count < kills; count += 1) {
      bank.behave(...behaviours());
      const desk = run(count % 2 === 0 ? 'pay' : 'pay files');
      const ended = new Promise((resolve) => desk.on('exit', resolve));
      const before = bank.orders();
      // Most kills fall while payments are on their way, the others anywhere from the start on.
      if (count % 4 !== 0)
        while (bank.orders() < before + 2 && desk.exitCode === null) await pause(2);
      await pause(random() * (count % 4 === 0 ? 1_000 : 60));
      desk.kill('SIGKILL');
      await ended;
      if (bank.orders() > before) killedWhilePaying += 1;
    }
    expect(killedWhilePaying).toBeGreaterThan(kills / 3);

    await pause(500);
    const settling = run('settle');
    let out = '';
    settling.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    expect(await new Promise((resolve) => settling.on('exit', resolve))).toBe(0);
    const journal = new Map(
      (JSON.parse(out) as Printed[]).map((printed) => [printed.reference, printed] as const),
    );

    const booked = new Map<string, number>();
    for (const { ref } of bank.booked) booked.set(ref, (booked.get(ref) ?? 0) + 1);
    const twice = [...booked].filter(([, count]) => count > 1);
    const unreported = [...booked.keys()].filter((reference) => !journal.has(reference));
    const wrong = [...journal.values()].filter(({ reference, state }) =>
      booked.has(reference) ? state !== 'accepted' : state === 'accepted',
    );
    expect([...journal.values()].filter(({ attempts }) => attempts !== 1)).toEqual([]);

    const args = ['--bank', file, '--data-dir', dataDir];
    const range = ['--account', '9988776655', '--from', from];
    const synced = await runCommand([...args, 'sync', ...range], env);
    expect(synced.err).toBe('');
    const read = await runCommand([...args, 'statement', ...range], env);
    const ids = read.out
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: string }).id);
    const lost = entries.filter(({ id }) => !ids.includes(id)).length;
    console.log(
      `${kills} kills, ${killedWhilePaying} while paying: ${bank.booked.length} bookings, ${twice.length} twice, ` +
        `${unreported.length} we do not know of, ${wrong.length} told wrongly, ${lost} entries lost, ` +
        `${ids.length - new Set(ids).size} entries twice`,
    );
    expect({ twice, unreported, wrong, lost }).toEqual({
      twice: [],
      unreported: [],
      wrong: [],
      lost: 0,
    });
    expect(ids).toEqual(entries.map(({ id }) => id));
  },
  // The start before them and the settling behind them take as long as some kills.
  60_000 + kills * 6_000,
);
