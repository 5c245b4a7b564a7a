import { expect, test } from 'vitest';

import type { DoctorReport } from '../../shared/ipc/desk/doctor.ts';
import type { OperationRow } from '../../shared/ipc/desk/settings.ts';
import { startAlpine } from '../support/banks/alpine.ts';
import type { FiledBank } from '../support/banks/bank-server.ts';
import { startHarbour } from '../support/banks/harbour.ts';
import { startSavanna } from '../support/banks/savanna.ts';
import { answerOf } from './support/bridge.ts';
import { go, sync, type Desk } from './support/desk.ts';
import { focused } from './support/focus.ts';
import { startDeskAt } from './support/foreign.ts';
import { askToPay, goToPayments, lookAgain } from './support/payments.ts';

/** A desk at a bank that it knows by its file alone: signed in, everything fetched, every day proven. */
async function deskAt<B extends FiledBank>(starting: Promise<B>, accounts: number) {
  const { bank, desk } = await startDeskAt(starting);
  expect(await sync(desk)).toBe('Synced');
  const proofs = desk.page.getByRole('cell', { name: /^Checked to/ });
  await expect.poll(() => proofs.count()).toBe(accounts);
  return { bank, desk };
}

/** Runs the doctor by keyboard and waits for its verdict. */
async function examine(desk: Desk): Promise<DoctorReport> {
  const { page, hand } = desk;
  await go(desk, 'Settings');
  await page.getByRole('navigation', { name: 'Sections of the settings' }).waitFor();
  await hand.press('d');
  await page.getByRole('button', { name: 'Run the doctor' }).waitFor();
  await hand.press('r');
  await page
    .getByRole('status')
    .getByText(/^(No problems|Works; )/)
    .waitFor();
  const answer = (await answerOf(page, 'doctor.last', {})) as { value: { report: DoctorReport } };
  return answer.value.report;
}

async function statesOf({ page }: Desk): Promise<Record<string, string>> {
  const answer = (await answerOf(page, 'operations.list', {})) as {
    value: { rows: OperationRow[] };
  };
  return Object.fromEntries(answer.value.rows.map(({ name, state }) => [name, state]));
}

test('at a bank of bare lists a payment is made in the window, once, and a closed operation says where to open it', async () => {
  const { bank, desk } = await deskAt(startHarbour(), 1);
  const { page, hand } = desk;
  const report = await examine(desk);
  expect(report.ok).toBe(true);
  expect(report.checks.filter(({ state }) => state === 'failed')).toEqual([]);
  expect(await statesOf(desk)).toMatchObject({
    createSingleTransfer: 'confirmed',
    getStatement: 'specified',
    lockRate: 'closed',
  });

  await goToPayments(desk);
  await hand.press('n');
  await focused(page.getByRole('combobox', { name: 'Payee' }));
  await hand.type('000123456789');
  await page.getByRole('listbox').getByText('000123456789').waitFor();
  await hand.press('Enter');
  await focused(page.getByLabel('Amount', { exact: true }));
  await lookAgain(desk, '1234.56');
  await askToPay(desk);
  await hand.press('Enter');
  await page
    .getByRole('complementary', { name: 'Payment', exact: true })
    .getByText('accepted', { exact: true })
    .waitFor();
  expect(bank.orders.map(({ amt }) => amt)).toEqual(['1234.56']);

  await go(desk, 'Convert');
  await page.getByText('paths for Get Quote, Lock Rate and Get All Trades are not known').waitFor();
  await page.getByRole('button', { name: 'Open their places in the bank file' }).click();
  await page.getByRole('textbox', { name: /Bank file/ }).waitFor();
});

test('at a bank of envelopes the companies and the words of the bank are shown', async () => {
  const { desk } = await deskAt(startAlpine(), 1);
  const { page } = desk;
  const report = await examine(desk);
  expect(report).toMatchObject({
    ok: true,
    statementDialect: 'startDate/endDate pageNumber/pageSize from 0',
  });
  await go(desk, 'Sub-clients');
  await page.getByText('Gletscher Optik AG').first().waitFor();
});

test('at a bank whose file is silent on statements the doctor finds the dialect and writes it into the file; a deal is done', async () => {
  const { bank, desk } = await deskAt(startSavanna(), 2);
  const { page, hand } = desk;
  const report = await examine(desk);
  expect(report).toMatchObject({
    ok: true,
    statementDialect: 'from/to pageOffset/pageSize from 1',
  });
  expect(report.findings.map(({ field }) => field)).toContain('statement');
  await page.getByRole('button', { name: 'Write into the bank file…' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  // Without a keychain too the person stays signed in: the sign-in goes where it went before.
  await page.getByText('As opened').waitFor();
  const fileNow = async (): Promise<Record<string, unknown>> => {
    const answer = (await answerOf(page, 'settings.get', {})) as { value?: { bankFile: string } };
    return JSON.parse(answer.value?.bankFile ?? '{}') as Record<string, unknown>;
  };
  await expect
    .poll(async () => (await fileNow())['statement'], { timeout: 15_000 })
    .toMatchObject({
      dates: ['from', 'to'],
      paging: ['pageOffset', 'pageSize'],
      firstPage: 1,
      pageSizeMax: 15,
    });

  await go(desk, 'Convert');
  await page.getByText('No trades yet').waitFor();
  await hand.press('n');
  await focused(page.getByLabel('Amount sold'));
  const [kes, usd] = bank.accountNumbers;
  await page.getByLabel('Sell from').selectOption(usd);
  await page.getByLabel('Buy into').selectOption(kes);
  await page.getByLabel('Amount sold').focus();
  await hand.type('200.00');
  await hand.press('Enter');
  await page.getByRole('region', { name: 'Quote' }).getByText('25,700.00').first().waitFor();
  await focused(page.getByRole('button', { name: 'Trade now' }));
  await hand.press('Enter');
  const question = page.getByRole('dialog', { name: 'Trade at this rate?' });
  await focused(question.getByRole('button', { name: 'Trade', exact: true }));
  await hand.press('Enter');
  await page.getByRole('region', { name: 'Four-way match' }).waitFor();
  await expect.poll(() => bank.deals.length).toBe(1);
});
