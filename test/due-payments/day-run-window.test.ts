import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { profileOf } from '../../electron/connections/profiles/profiles.ts';
import { planRun, previewRun } from '../../electron/desk/due/day-runs/plan-run.ts';
import { scheduleDue } from '../../electron/desk/due/schedule-due.ts';
import { BankDesk } from '../../electron/desk/open-bank/bank-desk.ts';
import { openDeskCopy } from '../../electron/desk/open-bank/copy.ts';
import { parseBankFile } from '../../electron/engines/bank/file/bank-file.ts';
import { directNetwork } from '../../electron/engines/bank/transport/network.ts';
import { refreshBeneficiaries } from '../../electron/nouns/beneficiaries/refresh.ts';
import { todayAt } from '../../shared/calendar/calendar.ts';
import { newTime } from '../laboratory/time.ts';
import { miragePayees } from '../support/banks/mirage/mirage-records.ts';
import { mirageAccounts, startMirage } from '../support/banks/mirage/mirage.ts';
import { context, valueOf } from '../support/desks/lone-desk.ts';
import { programs } from '../support/programs/programs.ts';
import { memoryKeychain } from '../support/setup/memory-keychain.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';

/** A bank, and what opens desks over one folder at it, one after the other. */
async function openWindows() {
  const time = newTime();
  const traits = { hasList: true, reportsPages: true, fee: 'none', reportsFee: false } as const;
  const bank = await startMirage(traits, time);
  onTestFinished(() => bank.close());
  const folder = tempFolder();
  const [dataDir, keychain, ended] = [join(folder, 'data'), memoryKeychain(), [] as string[]];
  const file = parseBankFile(bank.bankFile);
  if (!file.ok) expect.fail(file.error.message);
  const profile = profileOf(dataDir, file.value, bank.bankFile);
  const day = todayAt(time.now());
  const open = async (staysOpen: boolean) => {
    const clock = time.deskClock();
    const { storeWorker } = programs;
    const [version, program] = ['0.0.0-test', 'window'] as const;
    const ports = { dataDir, stateDir: folder, storeWorker, keychain, clock, version, program };
    const copy = await openDeskCopy(ports, profile.folder, null);
    let look: () => void = () => undefined;
    const desk = new BankDesk(profile, copy, {
      ...{ clock, staysOpen, network: directNetwork },
      announce: (event, fact) => {
        if (event === 'dayRun.ended' && 'runId' in fact) ended.push(fact.state);
      },
      ...{ onReach: () => undefined, onLocalFault: () => undefined },
      sleep: () => Promise.resolve(),
      syncing: {
        every: (each) => {
          look = each;
          return () => undefined;
        },
        choice: () => ({ everyMinutes: null, quiet: null }),
        idleClock: () => clock.monotonicMs(),
      },
    });
    valueOf(await desk.signIn(bank.credentials, context));
    const second = async () => {
      look();
      await desk.dayRuns.ended();
    };
    return { desk, second };
  };
  const plan = async ({ changes, copy }: BankDesk) => {
    valueOf(await refreshBeneficiaries(changes, context));
    const actor = { id: '', name: 'Ada', desk: copy.deskId };
    const at = new Date(time.now()).toISOString();
    const entered = {
      ...{ reference: 'RUN-1', accountNumber: mirageAccounts[0], beneficiaryId: miragePayees[0] },
      ...{ amount: '12.34', currency: 'USD', narration: '', due: day },
      ...({ source: 'form', sourceId: '' } as const),
    };
    const workingDays = (on: string) => ({ day: on, reason: null });
    valueOf(scheduleDue(changes, entered, { stamp: { actor, at }, workingDays }, context));
    const { journal, clock } = changes;
    const planning = { journal, clock, whyUnapproved: () => null };
    const { payments } = previewRun(planning, day);
    valueOf(planRun(planning, { day, until: `${day}T15:00:00.000Z`, payments, actor }, context));
  };
  const sent = () => bank.orders.map(({ reference }) => reference);
  return { open, plan, sent, ended };
}

test('an open window sends a planned run once it is signed in; a command and a window that is signed out do not', async () => {
  const { open, plan, sent, ended } = await openWindows();
  const command = await open(false);
  await plan(command.desk);
  await command.second();
  await command.desk.close();
  expect(sent()).toEqual([]);
  const first = await open(true);
  await first.desk.signOut(context);
  await first.second();
  await first.desk.close();
  expect(sent()).toEqual([]);
  const again = await open(true);
  await again.second();
  expect([sent(), ended]).toEqual([['RUN-1'], ['done']]);
  await again.second();
  await again.desk.close();
  const last = await open(true);
  await last.second();
  await last.desk.close();
  expect([sent(), ended]).toEqual([['RUN-1'], ['done']]);
});
