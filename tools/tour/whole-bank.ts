import { go, key, type Step } from './step.ts';

const pdf = (title: string): Buffer =>
  Buffer.from(`%PDF-1.7\n% ${title}\n1 0 obj << >> endobj\n%%EOF\n`);

/** The rest of the bank: onboarding, accounts, a second source of a statement, webhooks, and the bank itself. */
export const wholeBankSteps: readonly Step[] = [
  {
    name: '26-new-sub-client',
    verdict: 'a sub-client begun; it saves as it goes',
    act: async ({ page }) => {
      await go(page, 'Sub-clients');
      await key(page, 'n');
      await page.getByLabel('Name *').fill('Marula Mills');
      await page.waitForTimeout(600);
    },
  },
  {
    name: '27-to-do',
    verdict: 'what to do next, for whom, by when',
    act: async ({ page }) => {
      // The view goes on where it was left.
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      await page.getByRole('tab', { name: /^To do/ }).click();
      await page.waitForTimeout(600);
    },
  },
  {
    name: '28-drop-board',
    verdict: 'many files for many sub-clients, each placed by its name',
    act: async ({ page }) => {
      await page.getByRole('tab', { name: /^Drop board/ }).click();
      await page
        .locator('input[type=file][multiple]')
        .first()
        .setInputFiles(
          [
            'Harmattan Foods registration certificate.pdf',
            'Harmattan Foods utility bill 2026-09-01.pdf',
            'Lagoon Marine passport director exp 2031-04-30.pdf',
          ].map((name) => ({ name, mimeType: 'application/pdf', buffer: pdf(name) })),
        );
      await page.getByText('passport director', { exact: false }).first().waitFor();
      await page.waitForTimeout(800);
    },
  },
  {
    name: '29-accounts',
    verdict: 'accounts, and how others pay into them, ready to copy',
    act: async ({ page }) => {
      await go(page, 'Accounts');
      await key(page, 'j');
      await page.getByText('Funding details').first().waitFor();
    },
  },
  {
    name: '30-second-source',
    verdict: 'a second source of the bank for the period agrees',
    act: async ({ page }) => {
      await go(page, 'Statements');
      await key(page, 'd');
      await page.getByRole('button', { name: 'Fetch and compare' }).click();
      await page
        .getByText(/^(agrees|partial|differs)$/)
        .first()
        .waitFor();
    },
  },
  {
    name: '31-timeline',
    verdict: 'everything that polling found changed, in one line of time',
    act: async ({ page }) => {
      await key(page, 's');
      await page.waitForTimeout(4_000);
      await go(page, 'Webhooks');
      await page.waitForTimeout(600);
    },
  },
  {
    name: '32-webhooks',
    verdict: 'where the bank pushes, and what is known and unknown of it',
    act: async ({ page }) => {
      await key(page, 'c');
      await page.getByText('Unknown', { exact: true }).waitFor();
    },
  },
  {
    name: '33-bank-file',
    verdict: 'the bank in one file, each field explained',
    act: async ({ page }) => {
      await go(page, 'Settings');
      await key(page, 'f');
      await page.getByRole('textbox', { name: 'Bank file' }).waitFor();
    },
  },
  {
    name: '34-doctor',
    verdict: 'examined by reads alone: nothing failed',
    act: async ({ page }) => {
      await page
        .getByRole('navigation', { name: 'Sections of the settings' })
        .getByRole('button', { name: /^Doctor/ })
        .click();
      await key(page, 'r');
      await page
        .getByRole('status')
        .getByText(/^(No problems|Works; )/)
        .waitFor({ timeout: 30_000 });
    },
  },
  {
    name: '35-banks',
    verdict: 'banks side by side, one open at a time',
    act: async ({ page }) => {
      await page
        .getByRole('navigation', { name: 'Sections of the settings' })
        .getByRole('button', { name: /^Banks/ })
        .click();
      await page.waitForTimeout(500);
    },
  },
];
