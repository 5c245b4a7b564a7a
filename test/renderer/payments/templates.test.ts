import '../../../renderer/ui/tokens.css';
import '../../../renderer/ui/base.css';
import '../../../renderer/ui/controls.css';

import axe from 'axe-core';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import PaymentsView from '../../../renderer/features/payments/PaymentsView.svelte';
import { appError } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import type { ViewParams } from '../../../renderer/state/router.svelte.ts';
import WithShared from '../support/WithShared.svelte';
import type { Answers } from '../support/fake-bridge.ts';
import {
  requested,
  bridge,
  button,
  lacks,
  openDesk,
  press,
  sees,
  wideWindow,
} from '../support/view.ts';
import {
  goneTemplate as gone,
  paymentAnswers,
  paymentRow,
  rentTemplate as rent,
} from './payment-records.ts';

async function open(answers: Answers, params: ViewParams['payments'] = {}) {
  const shared = openDesk({ ...paymentAnswers([paymentRow('PAY-1', 'accepted')]), ...answers });
  await render(WithShared, { shared, view: PaymentsView, params });
  await expect.poll(() => shared.accounts.list.length).toBeGreaterThan(0);
  return shared;
}

const templates = page.getByRole('region', { name: 'Templates' });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });

beforeEach(wideWindow);

test('a template fills in a new payment, leaves what was entered, and still asks for a second look', async () => {
  await open({ 'payments.templates': () => ok({ rows: [gone, rent] }) });
  await press('n');
  await sees(templates);
  await field('Narration').fill('Rent of November');
  await templates.getByRole('button', { name: /^Rent Dublin/ }).click();
  await expect.element(field('Amount')).toHaveFocus();
  await expect.element(field('Amount')).toHaveValue('18900.00');
  await expect.element(field('Narration')).toHaveValue('Rent of November');
  await sees(page.getByText(rent.payee!.name).first());
  await lacks(templates);
  expect(requested('payments.send')).toEqual([]);
});

test('one whose payee the bank does not list any more cannot be used, and says why', async () => {
  await open({ 'payments.templates': () => ok({ rows: [gone] }) });
  await press('n');
  await expect
    .element(templates.getByRole('button', { name: /^Old landlord.*no longer lists its payee/ }))
    .toBeDisabled();
  const form = page.getByRole('complementary').element();
  expect((await axe.run(form)).violations).toEqual([]);
});

test('a removed template is there again with Undo', async () => {
  const stored = [rent];
  const shared = await open({
    'payments.templates': () => ok({ rows: [...stored] }),
    'payments.removeTemplate': () => ok({ removed: stored.splice(0).length > 0 }),
    'payments.saveTemplate': (content) => {
      stored.push({ ...content, templateId: 'M-3', payee: rent.payee });
      return ok({ templateId: 'M-3' });
    },
  });
  await press('n');
  await button('Remove the template Rent Dublin').click();
  await lacks(templates);
  const { last } = shared.notices;
  expect([last?.text, last?.action?.label]).toEqual([
    'The template Rent Dublin is removed.',
    'Undo',
  ]);
  void last?.action?.run(true);
  await sees(templates.getByText('Rent Dublin'));
  expect(requested('payments.saveTemplate')).toMatchObject([
    { name: 'Rent Dublin', narration: 'Rent' },
  ]);
});

test('a payment is saved as a template under its payee’s name or another, and a name in use is reported at the field', async () => {
  const refused = appError('input.invalid', 'c-1', {
    fields: { name: 'is the name of another template' },
  });
  const shared = await open(
    { 'payments.saveTemplate': () => ({ ok: false, error: refused }) },
    { reference: 'PAY-1' },
  );
  await button('Save as template…').click();
  await expect.element(field('Name of the template')).toHaveFocus();
  await expect.element(field('Name of the template')).toHaveValue('Sable Trading (Pty)');
  await press('Sable licences{Enter}');
  await sees(/is the name of another template/);
  bridge.answer('payments.saveTemplate', () => ok({ templateId: 'M-1' }));
  await press('{Enter}');
  await lacks(field('Name of the template'));
  expect(shared.notices.last?.text).toBe('Saved as template Sable licences.');
  expect(requested('payments.saveTemplate').at(-1)).toMatchObject({
    name: 'Sable licences',
    accountNumber: '30026712',
    beneficiaryId: 'B-2',
    amount: '250.00',
  });
});
