import { join } from 'node:path';

import { dayNumber } from '../../shared/calendar.ts';
import { sandboxSignIn } from '../../shared/sandbox-sign-in.ts';
import { version } from '../../shared/version.ts';
import { builtInBankFile } from '../../electron/bank/bank-file.ts';
import { systemClock } from '../../electron/machine/context.ts';
import { keepChoice } from '../../electron/profiles/choice.ts';
import { openDeskCopy, type DeskCopy } from '../../electron/desk/copy.ts';
import { profileOf } from '../../electron/profiles/profiles.ts';
import type { IncomingEntry } from '../../electron/statements/incoming.ts';
import { createKeychain } from '../../electron/vault/keychain.ts';
import { accountNumber, benchEntries, openingE4 } from './statement-text.ts';

/** Days of history in a filled copy. */
const historyDays = 360;
const pageSize = 2_000;
const keychain = createKeychain({ service: 'nostro-bench' });

/** Opens the sandbox's local copy in a data folder, as the app does. */
export function openBenchCopy(dataDir: string): Promise<DeskCopy> {
  keepChoice(dataDir, { profileId: 'sandbox' });
  const { folder } = profileOf(dataDir, builtInBankFile('http://127.0.0.1:1'), null);
  const storeWorker = new URL('../../electron/desk/worker.ts', import.meta.url);
  const ports = {
    dataDir,
    stateDir: join(dataDir, 'state'),
    storeWorker,
    keychain,
    clock: systemClock,
    version,
    program: 'cli' as const,
  };
  return openDeskCopy(ports, folder, sandboxSignIn);
}

/** Fills the copy with one account of `count` entries, proven day by day. */
export async function fill({ writer }: DeskCopy, count: number): Promise<void> {
  await writer.ensureAccount(accountNumber, 'USD');
  const to = dayNumber('2026-11-20');
  const from = to - historyDays;
  const { rangeId } = await writer.beginRange({ accountNumber, from, to });
  let page: IncomingEntry[] = [];
  let ordinal = 0;
  let closingE4 = openingE4;
  const days = new Map<number, { entries: number; openingE4: bigint; closingE4: bigint }>();
  for (const { at, amountE4, balanceE4, isDebit, ...entry } of benchEntries(count, historyDays)) {
    const day = dayNumber(at.slice(0, 10));
    const known = days.get(day) ?? { entries: 0, openingE4: closingE4, closingE4 };
    days.set(day, { ...known, entries: known.entries + 1, closingE4: balanceE4 });
    closingE4 = balanceE4;
    page.push({
      id: entry.id,
      amountE4,
      currency: 'USD',
      direction: isDebit ? 'debit' : 'credit',
      transactionType: entry.type,
      at,
      day,
      narration: entry.narration,
      customReference: entry.reference,
      balanceE4,
      ordinal: ordinal++,
    });
    if (page.length < pageSize) continue;
    await writer.savePage({ rangeId, cursor: '{}', entries: page, aside: [] });
    page = [];
  }
  if (page.length > 0) await writer.savePage({ rangeId, cursor: '{}', entries: page, aside: [] });
  const verdicts = [...days].map(([day, chain]) => ({
    day,
    state: 'proven' as const,
    broken: null,
    ...chain,
  }));
  await writer.finishRange({
    rangeId,
    asOf: '2026-11-20T20:00:00.000Z',
    days: verdicts,
    withdraw: true,
  });
}
