import { go, key, paste, type Step } from './step.ts';

const file = [
  'account,beneficiary,amount,currency,reference,narration',
  '2010044871,Bluefin Couriers,1250.00,USD,FILE-1,Freight October',
  '2010044871,Harmattan Foods Ltd,980.40,USD,FILE-2,Invoice 8812',
  '2010044871,Nobody We Know,10.00,USD,FILE-3,',
  '2010044871,Bluefin Couriers,12.345,USD,FILE-4,',
].join('\n');

const pastedPayee = [
  'Beneficiary: Marula Textil GmbH',
  'IBAN: DE89 3704 0044 0532 0130 00',
  'BIC: COBADEFFXXX',
  'Currency: EUR',
  'Kaiserstrasse 12, 60311 Frankfurt am Main',
].join('\n');

/** Money moves: a conversion, payments one and many, a remittance, a receivable, and what needs a person afterwards. */
export const moneySteps: readonly Step[] = [
  {
    name: '16-price',
    verdict: 'a price with everything it does, counting down by the bank’s clock',
    act: async ({ page }) => {
      await go(page, 'Convert');
      await key(page, 'n');
      await page.getByLabel('Amount sold').fill('25000');
      await key(page, 'Enter');
      await page.getByRole('button', { name: 'Trade now' }).waitFor();
    },
  },
  {
    name: '17-dealt',
    verdict: 'dealt once; quote, lock and trade agree, the booking comes with the next sync',
    act: async ({ page }) => {
      await page.getByRole('button', { name: 'Trade now' }).press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: 'Trade' }).focus();
      await key(page, 'Enter');
      await page.getByText('settled').first().waitFor();
      await page.waitForTimeout(600);
    },
  },
  {
    name: '18-payment-review',
    verdict: 'payee, fee, debit total and balance after, before anything is sent',
    act: async ({ page }) => {
      await go(page, 'Payments');
      await key(page, 'n');
      await page.keyboard.type('Bluefin');
      await page
        .getByRole('option', { name: /Bluefin/ })
        .first()
        .waitFor();
      await key(page, 'Enter');
      await page.getByLabel('Amount', { exact: true }).fill('1840.25');
      await key(page, 'Enter');
      await page.getByText('Leaves the account').first().waitFor();
    },
  },
  {
    name: '19-paid',
    verdict: 'sent once, after a dialog that restates it',
    act: async ({ page }) => {
      await key(page, 'Enter');
      await page.getByRole('dialog').getByRole('button', { name: 'Pay' }).focus();
      await key(page, 'Enter');
      await page.getByText('processing').first().waitFor();
      await page.waitForTimeout(600);
    },
  },
  {
    name: '20-payment-file',
    verdict: 'checked line by line before anything is sent',
    act: async ({ page }) => {
      await go(page, 'Payment files');
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles({ name: 'payments.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
      await page.getByText('Nobody We Know').first().waitFor();
    },
  },
  {
    name: '21-file-sent',
    verdict: 'the good lines sent, the others left, each with what came of it',
    act: async ({ page }) => {
      await key(page, 's');
      const dialog = page.getByRole('dialog');
      for (const box of await dialog.getByRole('checkbox').all()) await box.check();
      await dialog.getByRole('button', { name: /^Send/ }).focus();
      await key(page, 'Enter');
      await page.getByText('accepted', { exact: false }).first().waitFor();
      await page.waitForTimeout(1_000);
    },
  },
  {
    name: '22-new-beneficiary',
    verdict: 'a pasted block becomes fields, checked; look-alikes are named',
    act: async ({ page }) => {
      await go(page, 'Payees');
      await key(page, 'n');
      await page.getByLabel('Bank details as you got them').focus();
      await paste(page, pastedPayee);
      await page.waitForTimeout(1_200);
      await page.getByLabel(/^IBAN/).first().waitFor();
    },
  },
  {
    name: '23-remittance',
    verdict: 'an order to somebody who is no beneficiary, in full',
    act: async ({ page }) => {
      await go(page, 'Remittances');
      await key(page, 'n');
      await page.getByLabel('Amount', { exact: true }).first().waitFor();
    },
  },
  {
    name: '24-receivable',
    verdict: 'an expected inflow with the details to pay to',
    act: async ({ page }) => {
      await go(page, 'Receivables');
      await key(page, 'n');
      await page.getByLabel('Amount', { exact: true }).first().fill('4200.00');
      await page.getByLabel('Payer', { exact: false }).first().fill('Kestrel Logistics');
      await key(page, 'Enter');
      await page.waitForTimeout(600);
    },
  },
  {
    name: '25-exceptions',
    verdict: 'what needs a person, with its age and next action',
    act: async ({ page }) => {
      await go(page, 'Exceptions');
      await page.getByRole('heading', { name: 'Exceptions' }).waitFor();
      await page.waitForTimeout(600);
    },
  },
];
