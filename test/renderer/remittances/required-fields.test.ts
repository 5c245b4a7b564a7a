import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import ReceivablesView from '../../../renderer/features/receivables/ReceivablesView.svelte';
import RemittancesView from '../../../renderer/features/remittances/RemittancesView.svelte';
import { sentFields } from '../../../shared/bank/required-fields.ts';
import { fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { receivableAnswers } from '../receivables/receivable-records.ts';
import WithShared from '../support/WithShared.svelte';
import { askingDesk, bankAsks } from '../support/required-field-records.ts';
import type { Answers } from '../support/fake-bridge.ts';
import { requested, button, field, openDesk, press, sees, wideWindow } from '../support/view.ts';
import { remittanceAnswers } from './remittance-records.ts';

const more = { purposeCode: 'SUPP', sourceOfFunds: 'Sales' };

async function open(answers: Answers = {}, id?: string) {
  const desk = () => ok(askingDesk('initiateRemittance'));
  const shared = openDesk({ ...remittanceAnswers(), 'desk.state': desk, ...answers });
  await render(WithShared, { shared, view: RemittancesView, params: { id } });
}

async function typeOrder(): Promise<void> {
  await sees('Grace Wanjiru');
  await press('n');
  await page.getByLabelText('Account', { exact: true }).selectOptions('30026712');
  await field('Amount').fill('1,250.00');
  await page.getByRole('textbox', { name: 'Purpose', exact: true }).fill('Tuition fees');
  await field('Name').first().fill('Grace Wanjiru');
  await field('Country').first().fill('ken');
  await field('Account number').fill('0110045678');
  await field('BIC or code').fill('EQBLKENA');
  await field('Country').last().fill('GBR');
}

const problemOf = (label: string) =>
  page.getByLabelText(label).element().parentElement?.querySelector('.problem')?.textContent;

beforeEach(wideWindow);

test('a remittance asks for what the bank’s file asks for, restates it twice, and sends it', async () => {
  await open();
  await typeOrder();
  await button(/^Review/).click();
  await expect.poll(() => problemOf('Purpose code')).toBe('is required');
  await expect.poll(() => problemOf('Source of funds')).toBe('is required');
  await expect.element(page.getByLabelText('Purpose code')).toHaveFocus();
  await page.getByLabelText('Purpose code').selectOptions('SUPP');
  await field('Source of funds').fill(' Sales ');
  await button(/^Review/).click();
  await sees(
    page.getByRole('heading', { name: 'Required by the bank' }),
    'Supplier <b>payment</b>',
  );
  await button(/^Send…/).click();
  const dialog = page.getByRole('dialog');
  await sees(dialog.getByText('Supplier <b>payment</b>'), dialog.getByText('Sales'));
  await dialog.getByRole('button', { name: 'Send 1,250.00 USD' }).click();
  await expect.poll(() => requested('remittances.send')).toMatchObject([{ order: { more } }]);
});

test('what the main process finds wrong with one stands at its field until it is changed, and the draft keeps it', async () => {
  const wrong = fail('input.invalid', 'c-9', { fields: { 'more.sourceOfFunds': 'is not known' } });
  await open({ 'remittances.send': () => wrong });
  await typeOrder();
  await page.getByLabelText('Purpose code').selectOptions('SUPP');
  await field('Source of funds').fill('Sales');
  await button(/^Review/).click();
  await button(/^Send…/).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send 1,250.00 USD' }).click();
  await expect.poll(() => problemOf('Source of funds')).toBe('is not known');
  await field('Source of funds').fill('Savings');
  await expect.poll(() => problemOf('Source of funds')).toBeUndefined();
  await press('{Escape}');
  await press('n');
  await expect.element(field('Source of funds')).toHaveValue('Savings');
});

test('the record shows what was sent', async () => {
  const list = remittanceAnswers()['remittances.list'];
  const listed: Answers['remittances.list'] = async (question) => {
    const answer = await list?.(question);
    if (!answer?.ok) return fail('internal', 'c-1');
    const rows = answer.value.rows.map((row) => ({ ...row, more: sentFields(bankAsks, more) }));
    return ok({ ...answer.value, rows });
  };
  await open({ 'remittances.list': listed }, '0b3f-08');
  const record = page.getByRole('complementary', { name: 'Remittance' });
  await sees(record.getByText('Source of funds'), record.getByText('Supplier <b>payment</b>'));
});

test('a receivable does the same', async () => {
  const desk = () => ok(askingDesk('createReceivable'));
  const shared = openDesk({ ...receivableAnswers(), 'desk.state': desk });
  await render(WithShared, { shared, view: ReceivablesView, params: {} });
  await sees(button('New receivable'));
  await button('New receivable').click();
  await page.getByLabelText('To account').selectOptions('30026712');
  await field('Amount').fill('1,250.00');
  await page.getByRole('textbox', { name: 'Payer', exact: true }).fill('Harmattan Foods Ltd');
  await page.getByLabelText('Purpose code').selectOptions('SUPP');
  await button(/^Review/).click();
  await expect.poll(() => problemOf('Source of funds')).toBe('is required');
  await field('Source of funds').fill('Sales');
  await button(/^Review/).click();
  await sees('Supplier <b>payment</b>');
  await button('Create receivable').click();
  await expect.poll(() => requested('receivables.create')).toMatchObject([{ order: { more } }]);
});
