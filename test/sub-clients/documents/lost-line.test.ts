import { describe, expect, test } from 'vitest';

import type { UploadItem } from '../../../shared/ipc/changes/documents.ts';
import {
  foreignCredentials,
  json,
  openForeignBank,
  trueEntries,
} from '../../support/simple-banks/foreign-bank.ts';
import { memoryKeychain } from '../../support/setup/memory-keychain.ts';
import { tempFolder } from '../../support/setup/temp-folder.ts';
import { wallClock } from '../../support/setup/time.ts';
import { openTestDesk, type TestDesk } from '../../support/desks/test-desk.ts';

const accountNumber = '9988776655';
const upload =
  /^\/platform\/client-service\/api\/v1\/clients\/C-1\/sub-clients\/[^/]+\/upload-kyc$/;

type Place = Parameters<typeof openTestDesk>[0];

/** A bank that takes documents, and may lose the answer to one. */
async function documentBank() {
  const standing = { losesAnswers: false };
  let taken = 0;
  const bank = await openForeignBank({
    entries: trueEntries(10, '2026-10-01'),
    intercept: (_request, response, { pathname }) => {
      if (!upload.test(pathname)) return false;
      if (standing.losesAnswers) response.destroy();
      else json(response, 201, documentJson((taken += 1)));
      return true;
    },
  });
  const uploads = (): number =>
    bank.calls.filter((call) => upload.test(call.replace('POST ', ''))).length;
  return { ...bank, standing, uploads };
}

const documentJson = (number: number): string =>
  JSON.stringify({ data: { id: `D-${String(number)}`, documentType: 'BANK_LETTER' } });

type DocumentBank = Awaited<ReturnType<typeof documentBank>>;

async function deskAt(bank: DocumentBank, place: Place = {}): Promise<TestDesk> {
  const desk = await openTestDesk(place);
  await desk.get('desk.connectBank', { bankFile: bank.bankFile() });
  await signIn(desk);
  await desk.get('subClients.name', { entityId: 'SC-1', clientId: 'C-1' });
  return desk;
}

const signIn = (desk: TestDesk) =>
  desk.get('session.signIn', { credentials: foreignCredentials, remember: true });

async function dropped(desk: TestDesk, count: number): Promise<string[]> {
  const itemIds: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { itemId } = await desk.get('documents.add', {
      subClientId: 'SC-1',
      fileName: `letter ${String(index)}.pdf`,
      mimeType: 'application/pdf',
      bytes: new Uint8Array(Buffer.from(`%PDF-1.7\nletter ${String(index)}\n%%EOF\n`)),
    });
    await desk.get('documents.describe', { itemId, documentType: 'BANK_LETTER' });
    itemIds.push(itemId);
  }
  return itemIds;
}

const queue = async (desk: TestDesk): Promise<readonly UploadItem[]> =>
  (await desk.get('documents.queue', {})).items;
const states = async (desk: TestDesk): Promise<string[]> =>
  (await queue(desk)).map(({ state }) => state);
const codes = async (desk: TestDesk): Promise<(string | undefined)[]> =>
  (await queue(desk)).map(({ problem }) => problem?.code);

/** The line is lost, and the desk has noticed. */
async function lose(bank: DocumentBank, desk: TestDesk): Promise<void> {
  bank.die();
  await desk.refused('accounts.refresh', { accountNumber });
  await expect.poll(async () => (await desk.get('desk.state', {})).online).toBe(false);
}

/** The line is back, and the desk has noticed by whatever it asked the bank. */
async function find(bank: DocumentBank, desk: TestDesk): Promise<void> {
  await bank.revive();
  await desk.get('accounts.refresh', { accountNumber });
  await expect.poll(async () => (await desk.get('desk.state', {})).online).toBe(true);
}

describe('files caught by a lost line', () => {
  test('wait with the reason as files that were not sent, after one attempt, and one sending takes all twenty', async () => {
    const bank = await documentBank();
    const desk = await deskAt(bank);
    const itemIds = await dropped(desk, 20);
    bank.die();
    const { items } = await desk.get('documents.send', { itemIds });
    expect(items.map(({ state }) => state)).toEqual(itemIds.map(() => 'ready'));
    expect(await codes(desk)).toEqual(itemIds.map(() => 'network.unreachable'));
    // The first showed that there is no line: the others were not tried in vain.
    const tries = async (): Promise<number> => {
      const { rows } = await desk.get('activity.list', { limit: 100 });
      return rows.filter(({ operation }) => operation === 'uploadSubclientDocuments').length;
    };
    await expect.poll(tries).toBe(1);
    await bank.revive();
    await desk.get('documents.send', { itemIds });
    expect(await states(desk)).toEqual(itemIds.map(() => 'sent'));
    expect(bank.uploads()).toBe(20);
  });

  test('wait as well where the session is to be renewed before they go', async () => {
    const bank = await documentBank();
    let aheadMs = 0;
    const desk = await deskAt(bank, {
      clock: wallClock(() => Date.now() + aheadMs),
      everySecond: () => () => undefined,
    });
    const itemIds = await dropped(desk, 2);
    aheadMs = 800_000;
    bank.die();
    await desk.get('documents.send', { itemIds });
    expect(await states(desk)).toEqual(['ready', 'ready']);
    expect(await codes(desk)).toEqual(['network.unreachable', 'network.unreachable']);
    await bank.revive();
    await desk.get('documents.send', { itemIds });
    expect(await states(desk)).toEqual(['sent', 'sent']);
    expect(bank.uploads()).toBe(2);
  });

  test('are stored over a restart, with the reason', async () => {
    const bank = await documentBank();
    const place = { dataDir: tempFolder(), keychain: memoryKeychain() };
    const desk = await deskAt(bank, place);
    const itemIds = await dropped(desk, 2);
    bank.die();
    await desk.get('documents.send', { itemIds });
    await desk.close();
    const again = await openTestDesk(place);
    expect(await states(again)).toEqual(['ready', 'ready']);
    expect(await codes(again)).toEqual(['network.unreachable', 'network.unreachable']);
  });

  test('one whose answer was lost is unknown, the others still go, and no sending takes it again', async () => {
    const bank = await documentBank();
    const desk = await deskAt(bank);
    const itemIds = await dropped(desk, 2);
    bank.standing.losesAnswers = true;
    await desk.get('documents.send', { itemIds: itemIds.slice(0, 1) });
    bank.standing.losesAnswers = false;
    await desk.get('documents.send', { itemIds });
    expect(await states(desk)).toEqual(['unknown', 'sent']);
    expect(bank.uploads()).toBe(2);
  });

  test('two sendings at once send a file once', async () => {
    const bank = await documentBank();
    const desk = await deskAt(bank);
    const itemIds = await dropped(desk, 3);
    await Promise.all([
      desk.request('documents.send', { itemIds }),
      desk.request('documents.send', { itemIds }),
    ]);
    expect(bank.uploads()).toBe(3);
    expect(await states(desk)).toEqual(['sent', 'sent', 'sent']);
  });
});

describe('when the line is back', () => {
  test('nothing goes by itself unless it was so chosen', async () => {
    const bank = await documentBank();
    const desk = await deskAt(bank);
    expect(await desk.get('documents.whenBack', {})).toEqual({ isSent: false });
    const itemIds = await dropped(desk, 2);
    bank.die();
    await desk.get('documents.send', { itemIds });
    await find(bank, desk);
    await desk.get('documents.queue', {});
    expect(bank.uploads()).toBe(0);
    expect(await states(desk)).toEqual(['ready', 'ready']);
  });

  test('what could not be sent goes by itself where that was chosen; what no one tried to send, and what is unknown, stays', async () => {
    const bank = await documentBank();
    const desk = await deskAt(bank);
    await desk.get('documents.saveWhenBack', { isSent: true });
    const itemIds = await dropped(desk, 4);
    const [unknown = '', first = '', second = ''] = itemIds;
    bank.standing.losesAnswers = true;
    await desk.get('documents.send', { itemIds: [unknown] });
    bank.standing.losesAnswers = false;
    bank.die();
    await desk.get('documents.send', { itemIds: [first, second] });
    await find(bank, desk);
    await expect.poll(() => states(desk)).toEqual(['unknown', 'sent', 'sent', 'ready']);
    expect(bank.uploads()).toBe(3);
    await lose(bank, desk);
    await find(bank, desk);
    expect(bank.uploads()).toBe(3);
  });

  test('a choice holds over a restart, and what waits goes once somebody is signed in', async () => {
    const bank = await documentBank();
    const place = { dataDir: tempFolder(), keychain: memoryKeychain() };
    const desk = await deskAt(bank, place);
    await desk.get('documents.saveWhenBack', { isSent: true });
    const itemIds = await dropped(desk, 2);
    bank.die();
    await desk.get('documents.send', { itemIds });
    await desk.close();
    await bank.revive();
    const again = await openTestDesk(place);
    expect(await again.get('documents.whenBack', {})).toEqual({ isSent: true });
    await expect.poll(() => states(again)).toEqual(['sent', 'sent']);
    expect(bank.uploads()).toBe(2);
  });

  test('a line that is lost again on the way leaves the rest waiting', async () => {
    const bank = await documentBank();
    const desk = await deskAt(bank);
    await desk.get('documents.saveWhenBack', { isSent: true });
    const itemIds = await dropped(desk, 3);
    bank.die();
    await desk.get('documents.send', { itemIds });
    // The connection ends before the answer of the first: that one is unknown, and the others are not tried.
    bank.standing.losesAnswers = true;
    await find(bank, desk);
    await expect.poll(async () => (await states(desk))[0]).toBe('unknown');
    expect((await states(desk)).filter((state) => state === 'sent')).toEqual([]);
  });
});
