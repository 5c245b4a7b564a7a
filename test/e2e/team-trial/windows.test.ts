import { join } from 'node:path';

import { expect } from 'vitest';

import { teamTrial } from '../../../shared/ipc/desk/team-trial.ts';
import { postgresBinaries } from '../../../tools/postgres/binaries.ts';
import { removeTeam } from '../../../tools/team/place.ts';
import { openTrial } from '../../../tools/team/trial.ts';
import { test } from '../../support/postgres/cluster.ts';
import { bankOverHttp } from '../support/bank-over-http.ts';
import { startDesk, sync, type Desk } from '../support/desk.ts';
import { atEndOfTest } from '../support/ending.ts';
import { focused } from '../support/focus.ts';
import {
  beginPayment,
  goToPayments,
  lookAgain,
  payeeInDollars,
  paymentPane,
  payTo,
} from '../support/payments.ts';
import { emptyPlace } from '../support/place.ts';
import { openStatement, searchEntries } from '../support/statement.ts';

/** The windows of both persons over a team that was founded for this test. */
async function openWindows(folder: string): Promise<{ anna: Desk; bo: Desk }> {
  const binaries = postgresBinaries() ?? '';
  // Where the tests run as root, PostgreSQL's files are outside the folder.
  atEndOfTest(() => {
    removeTeam(folder);
  });
  const trial = await openTrial({ folder, binaries, log: () => undefined });
  atEndOfTest(trial.close);
  const [one, other] = trial.persons;
  const open = ({ dataDir }: typeof one) =>
    startDesk({ dataDir, atEnd: atEndOfTest }, { env: trial.environment });
  return { anna: await open(one), bo: await open(other) };
}

test('two windows open joined at one sandbox: what Anna pays Bo is warned of, and her note is there at once', async () => {
  const { folder } = emptyPlace();
  const team = join(folder, 'team');
  const { anna, bo } = await openWindows(team);
  for (const [desk, person] of [
    [anna, 'Anna'],
    [bo, 'Bo'],
  ] as const)
    await expect.poll(() => desk.page.title()).toBe(`${person} · Position · SANDBOX · Nostro`);
  expect(await sync(anna)).toBe('Synced');
  expect(await sync(bo)).toBe('Synced');

  const bank = bankOverHttp(team);
  const payee = await payeeInDollars({ bank });
  await payTo(anna, payee, '120.45');
  await paymentPane(anna).getByText('accepted', { exact: true }).waitFor();
  await goToPayments(bo);
  await beginPayment(bo, payee);
  await lookAgain(bo, '120.45');
  await bo.page
    .getByText(/^The same amount to the same payee was sent within a day: by Anna/)
    .waitFor();
  expect(await bo.page.getByRole('button', { name: /^Send/ }).isEnabled()).toBe(false);
  expect(await bank.orders('transfers')).toHaveLength(1);

  for (const desk of [anna, bo]) {
    await openStatement(desk, 'Operating USD');
    await searchEntries(desk, 'payroll');
    await desk.hand.press('Enter', 'j');
  }
  await anna.hand.press('n');
  await focused(anna.page.getByRole('textbox', { name: 'Note' }));
  await anna.hand.type('Ask for the batch file');
  await anna.hand.press('Control+Enter');
  const pane = bo.page.getByRole('complementary', { name: 'Entry' });
  await pane.getByRole('button', { name: 'Ask for the batch file' }).waitFor();
}, 240_000);

test('the window that is asked for a team ends with the code that its starter waits for', async () => {
  const { dataDir, atEnd } = emptyPlace();
  const desk = await startDesk({ dataDir, atEnd }, { env: { [teamTrial.variable]: '' } });
  await desk.page.getByRole('button', { name: 'Try it as a team' }).click();
  expect(await desk.ended).toBe(teamTrial.exitCode);
});
