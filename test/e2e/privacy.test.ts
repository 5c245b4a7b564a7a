import { join } from 'node:path';

import { expect, test } from 'vitest';

import { operationNames } from '../../shared/bank/catalogue.ts';
import { routes } from '../../shared/ipc/routes.ts';
import { foreignCredentials } from '../support/simple-banks/foreign-bank.ts';
import { answerOf } from './support/bridge.ts';
import { commandLinesOf, filesWith } from './support/canaries.ts';
import { go, startDesk, sync, type Desk } from './support/desk.ts';
import { dropOn } from './support/drop.ts';
import { focused } from './support/focus.ts';
import {
  chooseBankFile,
  fetchAccount,
  foreignAccount,
  newForeignBank,
  signIn,
} from './support/foreign.ts';
import { emptyPlace, newPlace } from './support/place.ts';
import { exported, openStatement } from './support/statement.ts';
import { startSyncedDesk } from './support/synced.ts';
import { board, card, fileIn, openSubClient, pdf } from './support/sub-clients.ts';

const operatingUsd = '2010044871';

const planted = {
  narration: 'Quetzal-narration-58213',
  note: 'Quetzal-note-33207',
  payee: 'Quetzal-payee-77041',
  document: 'Quetzal-document-91556',
  fileName: 'Quetzal-filename-40118',
};

/** Where a text stands in plain, in all that the desk stores and shows to other programs. */
function tracesOf(desk: Desk, dataDir: string, canary: string): string[] {
  const lines = commandLinesOf(desk.pid);
  const profile = /--user-data-dir=(\S+)/.exec(lines.join('\n'))?.[1];
  return [
    ...filesWith(dataDir, canary).filter((file) => !file.startsWith('sandbox/')),
    ...(profile ? filesWith(profile, canary) : []),
    ...lines.filter((line) => line.includes(canary)),
    ...(desk.output().includes(canary) ? ['stdout or stderr'] : []),
  ];
}

test('nothing of entries, notes, payees and documents stands in plain text on the disk or in a command line [K1]', async () => {
  const { place, desk } = await startSyncedDesk();
  await place.bank.post({
    account: operatingUsd,
    amount: '10.00',
    direction: 'credit',
    narration: planted.narration,
  });
  const { page, hand } = desk;
  expect(await sync(desk)).toBe('Synced');
  await openStatement(desk, 'Operating USD');
  await hand.press('j');
  await page.getByRole('button', { name: 'Add a note' }).waitFor();
  await hand.press('n');
  await focused(page.getByRole('textbox', { name: 'Note' }));
  await hand.type(planted.note);
  await hand.press('Control+Enter');
  await page.getByRole('button', { name: planted.note }).waitFor();

  await go(desk, 'Payees');
  await page.getByRole('row').nth(1).click();
  await page.getByRole('button', { name: 'Edit' }).waitFor();
  await hand.press('e');
  await page.getByLabel('City', { exact: true }).first().fill(planted.payee);
  await hand.press('Enter');
  await page.getByRole('button', { name: 'Send change' }).click();
  await page.getByText(/^The bank accepted the change/).waitFor();

  await openSubClient(desk, 'Harmattan Foods');
  const waiting = `${planted.fileName}.pdf`;
  const sent = 'utility bill 2026-09-01.pdf';
  await dropOn(
    board(desk),
    fileIn(place, waiting, pdf(planted.document)),
    fileIn(place, sent, pdf(`${planted.document} sent`)),
  );
  await card(desk, sent).getByRole('button', { name: 'Send' }).click();
  await card(desk, sent).getByText('Sent', { exact: true }).waitFor();
  await card(desk, waiting).waitFor();

  // Another program beside ours, it would save its state while its folder is looked through.
  await place.line.cut();
  expect(filesWith(place.dataDir, planted.narration)).toEqual(['sandbox/state.json']);
  const seen = [...Object.values(planted), operatingUsd];
  for (const canary of seen) expect(tracesOf(desk, place.dataDir, canary)).toEqual([]);
  await desk.close();
  for (const canary of seen)
    expect(filesWith(place.dataDir, canary).filter((file) => !file.startsWith('sandbox/'))).toEqual(
      [],
    );
});

test('a bank’s password and token stay in memory: not on the disk, not in any answer to the window [K1 L1]', async () => {
  const place = emptyPlace();
  const desk = await startDesk(place);
  const { page } = desk;
  const bank = await newForeignBank();
  await chooseBankFile(desk, bank.bankFile());
  await signIn(desk, 'canary-wrong-4711');
  await page
    .getByText(/Unknown user or pass phrase/)
    .first()
    .waitFor();
  await signIn(desk);
  await page.getByText('No accounts yet').waitFor();
  await fetchAccount(page, foreignAccount);
  await page.getByRole('button', { name: 'Foreign operating' }).waitFor();

  const secrets = [foreignCredentials.password, 'canary-token', 'canary-wrong-4711'];
  const answers = await everyAnswer(desk);
  expect(answers).toContain('Foreign Bank UAT');
  expect(answers).toContain(foreignAccount);
  for (const secret of secrets) {
    expect(answers).not.toContain(secret);
    expect(tracesOf(desk, place.dataDir, secret)).toEqual([]);
    expect(await page.content()).not.toContain(secret);
  }
});

/** What the window is answered on every route that needs no input, the verbs last, and on every operation by its name. */
async function everyAnswer({ page }: Desk): Promise<string> {
  const askable = Object.entries(routes)
    .filter(([, { input }]) => input.safeParse({}).success)
    .map(([route]) => route);
  const isVerb = (route: string) => /^(session\.|desk\.(?!state))/.test(route);
  const bankRoutes = operationNames.map((name) => `bank.${name}`);
  const requested = [
    ...askable.filter((route) => !isVerb(route)),
    ...bankRoutes,
    ...askable.filter(isVerb),
  ];
  expect(requested.length).toBeGreaterThan(25);
  const answers: unknown[] = [];
  for (const route of requested) answers.push(await answerOf(page, route, {}));
  return JSON.stringify(answers);
}

test('the page is given two functions and nothing else', async () => {
  const desk = await startDesk(emptyPlace());
  const found = await desk.page.evaluate(() => {
    const { desk: bridge } = globalThis as unknown as { desk: Record<string, unknown> };
    const blank = document.createElement('iframe');
    document.body.append(blank);
    const known = new Set(Object.getOwnPropertyNames(blank.contentWindow));
    blank.remove();
    const index = /^\d+$/;
    return {
      added: Object.getOwnPropertyNames(globalThis).filter(
        (name) => !known.has(name) && !index.test(name),
      ),
      functions: Reflect.ownKeys(bridge).map(String).sort(),
      prototype: Object.getPrototypeOf(bridge) === Object.prototype,
      frozen: Object.isFrozen(bridge),
    };
  });
  expect(found.functions).toEqual(['on', 'request']);
  expect(found.added).toContain('desk');
  expect(
    found.added.filter((name) => /require|process|electron|ipc|node|buffer/i.test(name)),
  ).toEqual([]);
  expect(found).toMatchObject({ prototype: true, frozen: true });
});

test('the window requests nothing from anywhere but itself', async () => {
  const place = await newPlace();
  const desk = await startDesk(place);
  const { page } = desk;
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await page.reload();
  await page.getByRole('button', { name: 'Open the sandbox' }).click();
  await page.getByText('No accounts yet').waitFor();
  expect(await sync(desk)).toBe('Synced');
  for (const view of ['Statements', 'Payees', 'Sub-clients', 'Activity', 'Settings'])
    await go(desk, view);
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  const own = new URL(page.url());
  expect(addresses.length).toBeGreaterThan(5);
  expect(addresses.filter((address) => new URL(address).host !== own.host)).toEqual([]);
});

const hostile = [
  `<img src=x onerror="document.title='ran'"><script>document.title='ran'</script>`,
  `"><svg onload=document.title='ran'>`,
  'javascript:document.title=`ran`',
  '{{constructor.constructor("document.title=1")()}} ${document.title=1}',
  '\u202Egnp.exe\u202C \u2066isolated\u2069 \u200Bzero',
  `=HYPERLINK("http://attacker.example","pay")`,
  '🏦'.repeat(400),
  `${'W'.repeat(5_000)} ${'long words '.repeat(8_600)}`,
];

test('whatever a payer writes is shown as text: it runs nothing and breaks no layout [F1]', async () => {
  const { place, desk } = await startSyncedDesk();
  for (const narration of hostile)
    await place.bank.post({
      account: operatingUsd,
      amount: '1.00',
      direction: 'credit',
      narration,
      customReference: narration.slice(0, 60),
    });
  const { page, hand } = desk;
  expect(await sync(desk)).toBe('Synced');
  await openStatement(desk, 'Operating USD');
  const heading = page.getByRole('complementary', { name: 'Entry' }).getByRole('heading').first();
  const title = await page.title();
  for (const narration of hostile.toReversed()) {
    await hand.press('j');
    await expect.poll(() => heading.textContent()).toBe(narration);
    await expect
      .poll(() => page.evaluate(layoutOfList))
      .toEqual({ overflow: 0, rowHeights: [40], strangers: 0 });
  }
  expect(await page.title()).toBe(title);
  const rows = await exported(desk, join(place.folder, 'hostile.csv'));
  const armed = rows.filter(({ narration }) => /^[=+\-@]/.test(narration ?? ''));
  expect(armed).toEqual([]);
  expect(rows.at(-hostile.length)?.['narration']).toBe(hostile[0]);
});

function layoutOfList() {
  const { scrollWidth, clientWidth } = document.documentElement;
  const rows = [...document.querySelectorAll<HTMLElement>('[role=grid] [role=row]:not(.head)')];
  return {
    overflow: scrollWidth - clientWidth,
    rowHeights: [...new Set(rows.map((row) => row.offsetHeight))],
    strangers: document.querySelectorAll('main img, main script, main svg[onload], main a').length,
  };
}
