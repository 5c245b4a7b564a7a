import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { wallClock } from '../support/setup/time.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';
import { openTestDesk, type TestDesk } from '../support/desks/test-desk.ts';

const rates = (day: string, usd = '1.0850'): string =>
  `Date, USD, JPY, GBP, \n${day}, ${usd}, 163.2, 0.8601, \n`;

/** A desk that watches a folder; a test moves its seconds and its files. */
async function watchingDesk() {
  let movedMs = 0;
  const looks = new Set<() => void>();
  const desk = await openTestDesk({
    clock: wallClock(() => Date.parse('2026-11-24T10:00:00Z') + movedMs),
    idleClock: () => performance.now() + movedMs,
    everySecond: (look) => {
      looks.add(look);
      return () => void looks.delete(look);
    },
  });
  await desk.get('settings.saveAutoLock', { minutes: 0 });
  await desk.get('desk.openSandbox', {});
  await desk.get('accounts.refresh', {});
  const folder = tempFolder();
  const write = (name: string, text: string, agoMs = 60_000): void => {
    const path = join(folder, name);
    writeFileSync(path, text);
    const at = (Date.now() - agoMs) / 1_000;
    utimesSync(path, at, at);
  };
  const view = () => desk.get('rates.folder', {});
  /** A minute, and what it began. */
  const minute = async (): Promise<void> => {
    movedMs += 61_000;
    for (const look of [...looks]) look();
    await new Promise((resolve) => setTimeout(resolve, 100));
  };
  desk.openFrom = folder;
  return { desk, folder, write, view, minute };
}

/** Others belong to the desk's own work after its start, such as the copy of own orders. */
const isOfRates = ({ event, fact }: TestDesk['facts'][number]): boolean =>
  event === 'store.changed' && (fact as { topic: string }).topic === 'accounts';

test('the central bank’s file in the chosen folder brings the total by itself, and no path reaches the window', async () => {
  const { desk, folder, write, minute } = await watchingDesk();
  const chosen = await desk.get('rates.chooseFolder', {});
  expect(chosen).toEqual({ folder: folder.split('/').at(-1), problem: null, file: null });
  write('eurofxref.csv', rates('23 November 2026'));
  const before = desk.facts.length;
  await minute();
  const changed = { event: 'store.changed', fact: { topic: 'accounts' } };
  await expect.poll(() => desk.facts.slice(before)).toContainEqual(changed);
  const total = await desk.get('rates.total', {});
  // No currency was chosen: it is that of most accounts among those that can be converted.
  expect(total).toMatchObject({ reporting: 'USD', fileProblem: null });
  expect(total.total).not.toBeNull();
  expect(total.leftOut.map(({ currency }) => currency)).toContain('NGN');
  expect(total.rates.find(({ currency }) => currency === 'GBP')).toMatchObject({
    source: 'file',
    name: 'eurofxref.csv',
    at: '2026-11-23',
  });
  expect(JSON.stringify([await desk.get('rates.folder', {}), total, desk.facts])).not.toContain(
    folder,
  );
});

test('a file is read once by its bytes, and again when they change; it stays as it is', async () => {
  const { desk, folder, write, view, minute } = await watchingDesk();
  write('eurofxref.csv', rates('20 November 2026'));
  await desk.get('rates.chooseFolder', {});
  expect((await view()).file).toEqual({ name: 'eurofxref.csv', at: '2026-11-20', problem: null });
  // The same bytes under another time are no news.
  write('eurofxref.csv', rates('20 November 2026'), 30_000);
  const before = desk.facts.length;
  await minute();
  expect(desk.facts.slice(before).filter(isOfRates)).toEqual([]);
  write('eurofxref.csv', rates('23 November 2026', '1.0900'), 20_000);
  await minute();
  await expect.poll(async () => (await view()).file?.at).toBe('2026-11-23');
  expect(readFileSync(join(folder, 'eurofxref.csv'), 'utf8')).toContain('1.0900');
  expect(readdirSync(folder)).toEqual(['eurofxref.csv']);
});

test.each([
  ['is cut', '<?xml version="1.0"?><Envelope><Cube', 'eurofxref-daily.xml', /^it /],
  ['is empty', 'Date, USD\n', 'eurofxref.csv', /no rate|no line|it /],
  ['is of a future day', rates('27 November 2026'), 'eurofxref.csv', /2026-11-27, a future day/],
  ['is larger than a file of rates', 'x'.repeat(1_000_001), 'rates.csv', /larger than 1 MB/],
  [
    'has no base before a currency is chosen',
    'currency,rate,date\nEUR,1.08,2026-11-20\n',
    'rates.csv',
    /no column “base”/,
  ],
])(
  'a file that %s is named and left alone, and the good rates stay',
  async (_what, text, name, why) => {
    const { desk, folder, write, view, minute } = await watchingDesk();
    write('eurofxref-old.csv', rates('20 November 2026'));
    await desk.get('rates.chooseFolder', {});
    write(name, text, 10_000);
    await minute();
    const problem = expect.stringMatching(why) as string;
    await expect.poll(async () => (await view()).file).toMatchObject({ name, at: null, problem });
    const total = await desk.get('rates.total', {});
    expect(total.fileProblem).toMatch(new RegExp(`^${name}: `));
    expect(total.rates.every(({ at }) => at === '2026-11-20')).toBe(true);
    expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
    const before = desk.facts.length;
    await minute();
    expect(desk.facts.slice(before).filter(isOfRates)).toEqual([]);
  },
);

test('a link, a folder of that name, another file and one that is still being written are not read', async () => {
  const { desk, folder, write, view, minute } = await watchingDesk();
  await desk.get('rates.chooseFolder', {});
  const elsewhere = join(tempFolder(), 'secret.csv');
  writeFileSync(elsewhere, rates('23 November 2026'));
  symlinkSync(elsewhere, join(folder, 'eurofxref.csv'));
  mkdirSync(join(folder, 'rates.csv'));
  write('payments.csv', rates('23 November 2026'));
  write('eurofxref-new.csv', rates('23 November 2026'), 0);
  await minute();
  expect((await view()).file).toBeNull();
  expect((await desk.get('rates.total', {})).rates).toEqual([]);
});

test('a folder that is gone is named, and read again once it is back; the choice outlives a lock', async () => {
  const { desk, folder, write, view, minute } = await watchingDesk();
  await desk.get('rates.chooseFolder', {});
  rmSync(folder, { recursive: true });
  await minute();
  const gone = { problem: 'The folder is not there.', file: null };
  await expect.poll(view).toMatchObject(gone);
  await desk.get('desk.lock', {});
  await desk.get('desk.unlock', {});
  mkdirSync(folder);
  chmodSync(folder, 0o700);
  write('eurofxref.csv', rates('23 November 2026'));
  await minute();
  await expect.poll(view).toMatchObject({ problem: null, file: { at: '2026-11-23' } });
  await desk.get('rates.forgetFolder', {});
  expect(await view()).toEqual({ folder: null, problem: null, file: null });
  expect((await desk.get('rates.total', {})).rates.length).toBeGreaterThan(0);
});

test('who cancels the dialog changes nothing', async () => {
  const { desk, view } = await watchingDesk();
  await desk.get('rates.chooseFolder', {});
  const before = await view();
  desk.openFrom = undefined;
  expect(await desk.get('rates.chooseFolder', {})).toEqual(before);
});
