import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { payFile, type FileToPay } from '../../electron/cli/pay-file.ts';
import { profileOf } from '../../electron/connections/profiles/profiles.ts';
import { BankDesk } from '../../electron/desk/open-bank/bank-desk.ts';
import { openDeskCopy } from '../../electron/desk/open-bank/copy.ts';
import { parseBankFile } from '../../electron/engines/bank/file/bank-file.ts';
import { directNetwork } from '../../electron/engines/bank/transport/network.ts';
import { deskClock, systemClock } from '../../electron/engines/machine/context.ts';
import { maySend, withClaims } from '../../electron/engines/submissions/claims.ts';
import { PaymentFileRunner } from '../../electron/nouns/payments/file/runner.ts';
import { fileOf, openBatchDesk } from '../payments/file/batch-desk.ts';
import { fakeClaims } from '../support/desks/fake-claims.ts';
import { context, failed, written } from '../support/desks/lone-desk.ts';
import { programs } from '../support/programs/programs.ts';
import { memoryKeychain } from '../support/setup/memory-keychain.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';

const bankFileText = JSON.stringify({
  ...{ name: 'Scripted', environment: 'uat', baseUrl: 'https://bank.invalid' },
});

test('a desk of a team reports what it finds without an answer at its opening, and asks the team before it sends', async () => {
  const dataDir = tempFolder();
  const bankFile = parseBankFile(bankFileText);
  if (!bankFile.ok) expect.fail(bankFile.error.message);
  const profile = profileOf(dataDir, bankFile.value, bankFileText);
  const copy = await openDeskCopy(
    {
      ...{ dataDir, stateDir: join(dataDir, 'state'), storeWorker: programs.storeWorker },
      ...{ keychain: memoryKeychain(), clock: systemClock, version: '0.0.0-test', program: 'cli' },
    },
    profile.folder,
    null,
  );
  const clock = deskClock(systemClock, () => null);
  written({ parts: { journal: copy.journal, clock } as never }, 'R-1');
  const claims = fakeClaims({ allows: () => failed('team.revoked') });
  const desk = new BankDesk(profile, copy, {
    ...{ clock: systemClock, network: directNetwork, claims },
    announce: () => undefined,
    onReach: () => undefined,
    onLocalFault: () => undefined,
  });
  onTestFinished(() => desk.close());
  await new Promise(setImmediate);
  expect(claims.acts).toEqual(['settled R-1 unknown']);
  expect(maySend(desk.changes, context)).toMatchObject({ error: { code: 'team.revoked' } });
});

test('the command line takes the reference of a payment of the team only where a line looks like it', async () => {
  const alone = openBatchDesk();
  alone.bank.answers.getAllAccounts = () => failed('operation.closed');
  alone.bank.closed.add('getAllAccounts');
  const claims = fakeClaims();
  claims.twins.push({
    ...{ reference: 'ADA-1', by: 'Ada Obi', at: '2026-11-20T10:00:00.000Z', state: 'accepted' },
    likeness: 'transfer|b-1|2.00|USD',
  });
  const changes = withClaims(alone.parts, claims);
  const desk = {
    ...{ changes, copy: { deskId: 'desk' }, user: null },
    paymentFiles: new PaymentFileRunner(changes, () => undefined),
  } as unknown as BankDesk;
  const path = join(tempFolder(), 'payroll.csv');
  writeFileSync(path, fileOf([{ reference: 'L-2', amount: '2.00' }]).bytes);
  const pay = (...twins: string[]) =>
    payFile(
      desk,
      {
        ...{ path, accountNumber: undefined, skipProblems: false, result: undefined },
        ...{ release: null, columns: null },
        confirmation: { by: 'script', twins, payeeChecked: false, twinsUnchecked: false },
      } satisfies FileToPay,
      { print: () => undefined } as never,
    );
  expect(await pay()).toBe(1);
  await expect(pay('ADA-1', 'ADA-2')).rejects.toThrow('--twin-of names ADA-2');
  await expect(pay('')).rejects.toThrow('--twin-of names ');
  expect(alone.orders).toEqual([]);
  expect(await pay('ADA-1')).toBe(0);
  expect(claims.claimed).toMatchObject([{ reference: 'L-2', twins: ['ADA-1'] }]);
});
