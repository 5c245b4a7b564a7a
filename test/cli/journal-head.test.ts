import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { JournalStatus, SubmissionView } from '../../shared/ipc/submissions.ts';
import type { CliRun } from '../support/programs/cli.ts';
import { atPaymentBank, expectError } from '../support/programs/command-line.ts';
import { order } from '../support/desks/paying-scene.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';

/** A bank without any idempotency, and a command line with a state directory of its own. */
async function scene(shared?: string) {
  const folder = shared ?? tempFolder();
  const stateDir = join(folder, 'state');
  const line = await atPaymentBank(
    {},
    {
      folder,
      data: join(folder, shared ? 'elsewhere' : 'data'),
      env: { XDG_STATE_HOME: stateDir },
    },
  );
  const { data, nostro, write } = line;
  return {
    ...line,
    stateDir,
    /** A file in the one bank's folder. */
    held: (name: string): string => {
      const [profile = ''] = readdirSync(join(data, 'banks'));
      return join(data, 'banks', profile, name);
    },
    pay: (reference: string, ...options: string[]) =>
      nostro('pay', '--input', orderOf(reference), ...options),
    payFile: () => {
      const lines = [1, 2, 3].map((line) => `9988776655,b-7,1${line}.50,USD,F-${line}`);
      const heading = 'account,beneficiary id,amount,currency,reference';
      const file = write('payments.csv', [heading, ...lines].join('\n'));
      return nostro('pay', '--file', file, '--account', '9988776655');
    },
    list: async () =>
      (await nostro('submissions')).json<{
        journal: JournalStatus;
        submissions: SubmissionView[];
      }>(),
  };
}

/** Of an amount of its own, so that no two look alike. */
const orderOf = (reference: string): string =>
  order({ reference, amount: `1250.${reference.endsWith('0') ? '00' : '10'}` });

function flipBit(file: string, at: number): void {
  const bytes = readFileSync(file);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

/** Keeps a copy of a file or folder, and puts it back. */
function keepCopy(path: string, folder: string): { putBack: () => void } {
  const copy = join(folder, 'copies', path.replaceAll('/', '_'));
  mkdirSync(join(folder, 'copies'), { recursive: true });
  cpSync(path, copy, { recursive: true });
  return {
    putBack: () => {
      rmSync(path, { recursive: true, force: true });
      cpSync(copy, path, { recursive: true });
    },
  };
}

/** Refused in one sentence, with nothing sent. */
function expectRefused(run: CliRun, code: string): void {
  expectError(run, 1, code, /Nothing was sent\..*[Rr]eading is safe/);
}

// Each of these runs the whole command line several times.
const timeoutMs = 180_000;

test(
  'a journal with one flipped bit is never replaced by an empty one for sending [S2]',
  async () => {
    const desk = await scene();
    expect((await desk.payFile()).code).toBe(0);
    expect(desk.bank.booked).toHaveLength(3);
    flipBit(desk.held('journal.db'), 4096 * 12 + 100);
    const again = await desk.payFile();
    expectRefused(again, 'journal.damaged');
    expect(again.err).toMatch(/set aside, not deleted/);
    const aside = readdirSync(desk.held('quarantine'), { recursive: true }).map(String);
    expect(aside.some((name) => name.endsWith('journal.db'))).toBe(true);
    const listed = await desk.list();
    expect(listed.journal).toMatchObject({ state: 'damaged', expectedSends: 3 });
    expect(listed.submissions).toHaveLength(listed.journal.sends);
    const [first] = listed.submissions;
    expectRefused(await desk.pay(first?.reference ?? 'F-1'), 'journal.damaged');
    // The lock outlives the journal that carries it.
    for (const name of ['journal.db', 'journal.db-wal']) rmSync(desk.held(name), { force: true });
    expectRefused(await desk.payFile(), 'journal.damaged');
    expect(desk.bank.orders()).toBe(3);
  },
  timeoutMs,
);

test(
  'a journal that was removed is missing, not new: the same payments are not sent again',
  async () => {
    const desk = await scene();
    await desk.payFile();
    for (const name of ['journal.db', 'journal.db-wal']) rmSync(desk.held(name), { force: true });
    const refused = await desk.payFile();
    expectRefused(refused, 'journal.missing');
    expect(refused.err).toContain('knows of 3 sends. Reading is safe. Sending is paused');
    expectRefused(await desk.pay('NEW-1'), 'journal.missing');
    expect(desk.bank.orders()).toBe(3);
  },
  timeoutMs,
);

test(
  'an older copy of the journal is noticed, with the number of sends that are not in it',
  async () => {
    const desk = await scene();
    await desk.pay('INV-0');
    const copy = keepCopy(desk.held('journal.db'), desk.folder);
    await desk.payFile();
    copy.putBack();
    const refused = await desk.payFile();
    expectRefused(refused, 'journal.older');
    expect(refused.err).toContain('3 sends are missing');
    expectRefused(await desk.pay('INV-0'), 'journal.older');
    expect(desk.bank.orders()).toBe(4);
  },
  timeoutMs,
);

test(
  'an older copy of the whole data folder is noticed, also with an unknown payment open',
  async () => {
    const desk = await scene();
    await desk.pay('INV-0');
    const copy = keepCopy(desk.data, desk.folder);
    desk.bank.behave({ booksAfterMs: 0, answer: 'none' });
    desk.bank.findFault = { status: 503, text: '{}' };
    expect((await desk.pay('INV-1', '--twins-unchecked')).code).toBe(3);
    copy.putBack();
    expectRefused(await desk.pay('INV-1', '--twins-unchecked'), 'journal.older');
    const { journal, submissions } = await desk.list();
    expect(journal).toMatchObject({ state: 'older', sends: 1, expectedSends: 2 });
    const again = submissions[0]?.submissionId ?? '';
    expectRefused(await desk.nostro('submissions', '--send-again', again), 'journal.older');
    expect(desk.bank.booked).toHaveLength(2);
  },
  timeoutMs,
);

test(
  'another bank’s journal is foreign, and set aside',
  async () => {
    const desk = await scene();
    await desk.pay('INV-1');
    const ours = desk.held('journal.db');
    const elsewhere = await scene(desk.folder);
    await elsewhere.pay('OTHER-1');
    cpSync(elsewhere.held('journal.db'), ours);
    writeFileSync(join(desk.folder, 'bank.json'), desk.bank.paymentFile());
    expectRefused(await desk.pay('INV-1'), 'journal.foreign');
    expect(existsSync(desk.held('quarantine'))).toBe(true);
    expect(desk.bank.orders()).toBe(1);
  },
  timeoutMs,
);

test(
  'where nothing can be remembered outside the data folder, nothing is sent',
  async () => {
    const desk = await scene();
    // A file where the folder should be: that holds for every user, root too.
    writeFileSync(desk.stateDir, '');
    const refused = await desk.pay('INV-1');
    expect(refused.json<{ state: string }>()).toMatchObject({ state: 'not-sent' });
    expectError(refused, 1, 'store.readonly');
    expect(desk.bank.orders()).toBe(0);
  },
  timeoutMs,
);

test(
  'what was adopted from the bank while sending is open is not forgotten by a journal from before it',
  async () => {
    const { bank, folder, held, nostro, pay } = await scene();
    expect((await pay('R-0')).code).toBe(0);
    const before = keepCopy(held('journal.db'), folder);
    bank.booked.push({ id: 'T-9', ref: 'ELSE-1', amt: '9.00', ccy: 'USD', payee: 'b-7' });
    const compared = await nostro('submissions', '--reconcile', '--account', '9988776655');
    expect(compared.json<object>()).toMatchObject({ sending: 'open', newlyFound: 1 });
    const known = await pay('ELSE-1');
    expect([known.code, known.error().code]).toEqual([1, 'input.invalid']);
    const again = await nostro('submissions', '--reconcile', '--account', '9988776655');
    expect(again.json<object>()).toMatchObject({ sending: 'open', newlyFound: 0 });
    before.putBack();
    expectRefused(await pay('ELSE-1'), 'journal.older');
    expect(bank.orders()).toBe(1);
  },
  timeoutMs,
);
