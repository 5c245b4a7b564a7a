import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { buildWhereStale } from './built.ts';
import { launchDesk } from './desk-window.ts';
import { Camera, type Size } from './tour/camera.ts';
import { moneySteps } from './tour/money.ts';
import { startPlayingBank } from './tour/playing-bank.ts';
import { go, key, type Step } from './tour/step.ts';
import { wholeBankSteps } from './tour/whole-bank.ts';

/** The main job on the sandbox bank, from first start to offline review, without a display: a picture and a verdict per step. */

const root = join(import.meta.dirname, '..');
const pictures = join(root, 'out/tour');
const large: Size = { width: 1440, height: 900 };
const small: Size = { width: 1024, height: 700 };

const pdf = (title: string) => Buffer.from(`%PDF-1.7\n% ${title}\n1 0 obj << >> endobj\n%%EOF\n`);

const steps: readonly Step[] = [
  {
    name: '01-first-start',
    verdict: 'one clear action, no account anywhere',
    act: async ({ page }) => {
      await page.getByRole('button', { name: 'Open the sandbox' }).waitFor();
    },
  },
  {
    name: '02-opened',
    verdict: 'signed in, nothing fetched yet',
    act: async ({ page }) => {
      await page.getByRole('button', { name: 'Open the sandbox' }).click();
      await page.getByText('No accounts yet').waitFor();
    },
  },
  {
    name: '03-position',
    verdict: 'eight accounts in seven currencies, every one checked',
    act: async ({ page }) => {
      await key(page, 's');
      await page
        .getByText(/^Checked to/)
        .nth(7)
        .waitFor({ timeout: 60_000 });
      await page.getByRole('button', { name: 'Sync', exact: false }).first().waitFor();
      await page.waitForTimeout(1_500);
    },
  },
  {
    name: '04-statement',
    verdict: 'a year of entries in the bank’s order, each balance following',
    act: async ({ page }) => {
      await go(page, 'Statements');
      await page.getByRole('grid').waitFor();
      await key(page, 'j', 'j', 'j');
      await page.getByText('Balance agrees with the entry before').waitFor();
    },
  },
  {
    name: '05-search',
    verdict: 'found as typed',
    act: async ({ page }) => {
      await key(page, '/');
      await page.keyboard.type('payroll');
      await page.waitForTimeout(600);
      await page.getByRole('row').nth(1).waitFor();
    },
  },
  {
    name: '06-note',
    verdict: 'flagged and noted, by keyboard',
    act: async ({ page }) => {
      await key(page, 'Enter', 'j', 'f', 'n');
      await page.keyboard.type('Ask the bank for the batch file');
      await key(page, 'Control+Enter');
      await page.getByText('Ask the bank for the batch file').first().waitFor();
    },
  },
  {
    name: '07-export',
    verdict: 'every entry of the filter in a file',
    act: async ({ desk, page, folder }) => {
      const file = join(folder, 'statement.csv');
      await desk.dialogs.saveAs(file);
      await key(page, 'x');
      await page.getByRole('dialog').getByRole('button', { name: 'Choose where to save' }).click();
      await page.waitForTimeout(1_000);
      if (!readFileSync(file, 'utf8').includes('Payroll')) throw new Error('the export is empty');
      await key(page, 'Escape');
    },
  },
  {
    name: '08-offline',
    verdict: 'the line is cut: said once, everything reads on',
    act: async ({ page, bank }) => {
      await bank.cut();
      await key(page, 's');
      await page
        .getByText('Everything fetched before can be read', { exact: false })
        .first()
        .waitFor();
      await page.getByRole('row').nth(1).waitFor();
    },
  },
  {
    name: '09-beneficiaries',
    verdict: 'the line is back; payees read and searched',
    act: async ({ page, bank }) => {
      await bank.mend();
      await key(page, 's');
      await page.waitForTimeout(3_000);
      await go(page, 'Payees');
      await page.getByRole('row').nth(1).waitFor();
      await key(page, 'j', 'j');
      await page.waitForTimeout(400);
    },
  },
  {
    name: '10-change',
    verdict: 'old and new side by side before anything is sent',
    act: async ({ page }) => {
      await key(page, 'e');
      const city = page.getByLabel('City', { exact: true }).first();
      await city.fill('Mombasa');
      await city.press('Enter');
      await page.getByRole('button', { name: 'Send change' }).waitFor();
    },
  },
  {
    name: '11-changed',
    verdict: 'sent once, and kept with what it was before',
    act: async ({ page }) => {
      await key(page, 'Enter');
      await page.getByText('Mombasa').first().waitFor();
      await page.waitForTimeout(600);
    },
  },
  {
    name: '12-sub-clients',
    verdict: 'stages remaining and nearest expiry at a glance',
    act: async ({ page }) => {
      await go(page, 'Sub-clients');
      await page.getByRole('row').nth(1).waitFor();
      await page.getByRole('row').filter({ hasText: '1 left' }).first().click();
      await page.getByText('Drop files or a folder').waitFor();
    },
  },
  {
    name: '13-documents',
    verdict: 'dropped files checked, typed and waiting; a bad one refused with its reason',
    act: async ({ page }) => {
      const input = page.locator('input[type=file][multiple]').first();
      await input.setInputFiles([
        {
          name: 'utility bill proof of address 2026-09-01.pdf',
          mimeType: 'application/pdf',
          buffer: pdf('bill'),
        },
        {
          name: 'passport scan.heic',
          mimeType: 'image/heic',
          buffer: Buffer.from('not a picture'),
        },
      ]);
      await page.getByText('passport scan.heic').first().waitFor();
      await page.waitForTimeout(500);
    },
  },
  {
    name: '14-sent',
    verdict: 'uploaded once; the stage is done',
    act: async ({ page }) => {
      await page.getByRole('button', { name: /^Send/ }).first().click();
      await page.getByText('Sent', { exact: false }).first().waitFor();
      await page.waitForTimeout(1_200);
    },
  },
  {
    name: '15-submitted',
    verdict: 'submitted after a dialog that restates it',
    act: async ({ page }) => {
      await page
        .getByRole('button', { name: /^Submit/ })
        .first()
        .click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Submit/ })
        .click();
      await page.getByText('pending').first().waitFor();
      await page.waitForTimeout(600);
    },
  },
  ...moneySteps,
  ...wholeBankSteps,
  {
    name: '36-find',
    verdict: 'amounts, days and words in one box, over all accounts and years',
    act: async ({ page }) => {
      await go(page, 'Position');
      await key(page, 'Control+k');
      const box = page.getByRole('dialog').getByRole('combobox');
      await box.fill('payroll');
      await page.getByRole('dialog').getByRole('option').first().waitFor();
      await page.waitForTimeout(500);
    },
  },
  {
    name: '37-review',
    verdict: 'every account’s unread in one queue, with the sums of its day',
    act: async ({ page }) => {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await go(page, 'Review');
      await key(page, 'j', 'j');
      await page.waitForTimeout(600);
    },
  },
  {
    name: '38-hand-over',
    verdict: 'statements for an ERP or an auditor, as last time by two keys',
    act: async ({ page }) => {
      await go(page, 'Position');
      await key(page, 'h');
      await page.getByRole('dialog', { name: 'Hand over statements' }).waitFor();
      await page.waitForTimeout(700);
    },
  },
  {
    name: '39-activity',
    verdict: 'every call to the bank, no secrets',
    act: async ({ page }) => {
      await page.keyboard.press('Escape');
      await go(page, 'Activity');
      await page.getByText('Get Client Configuration').first().waitFor();
    },
  },
  {
    name: '40-settings',
    verdict: 'where everything lies and how it is kept',
    act: async ({ page }) => {
      await go(page, 'Settings');
      await page.getByText('Local copy').first().waitFor();
    },
  },
  {
    name: '41-locked',
    verdict: 'nothing is shown until it is unlocked',
    act: async ({ page }) => {
      await key(page, 'l');
      await page.getByRole('button', { name: /Unlock/ }).waitFor();
    },
  },
];

/** Lists that need their width; the others are small, to be read in a column of text. */
const wide: readonly string[] = ['position', 'statement', 'review', 'documents'];

const sizeOf = (name: string): string => {
  const { width, height } = wide.includes(name) ? large : small;
  return `${String(width)}x${String(height)}`;
};

/** The pictures that the README and the guide show. */
function copyForReadme(): void {
  const shown = {
    position: '03-position',
    statement: '04-statement',
    find: '36-find',
    review: '37-review',
    'hand-over': '38-hand-over',
    offline: '08-offline',
    'payment-file': '20-payment-file',
    exceptions: '25-exceptions',
    documents: '28-drop-board',
    doctor: '34-doctor',
    price: '16-price',
    payment: '18-payment-review',
  };
  for (const [name, step] of Object.entries(shown))
    copyFileSync(
      join(pictures, `${step}-light-${sizeOf(name)}.png`),
      join(root, 'docs/pictures', `${name}.png`),
    );
}

async function main(): Promise<number> {
  buildWhereStale(console.log);
  const folder = mkdtempSync(join(tmpdir(), 'nostro-tour-'));
  const dataDir = join(folder, 'data');
  const bank = await startPlayingBank(dataDir);
  const desk = await launchDesk({ dataDir, size: large });
  const isForReadme = process.argv.includes('--readme');
  const sizes = isForReadme || process.argv.includes('--small') ? [large, small] : [large];
  desk.page.setDefaultTimeout(10_000);
  const camera = new Camera(desk.page, pictures, sizes);
  const scene = { desk, page: desk.page, bank, folder };
  let failures = 0;
  for (const { name, verdict, act } of steps) {
    const problem = await act(scene).then(
      () => null,
      (cause: unknown) => (cause instanceof Error ? cause.message.split('\n')[0] : String(cause)),
    );
    await camera.take(name);
    failures += problem === null ? 0 : 1;
    console.log(`${problem === null ? 'ok  ' : 'FAIL'} ${name}: ${problem ?? verdict}`);
  }
  await desk.close();
  await bank.cut();
  rmSync(folder, { recursive: true, force: true });
  if (failures === 0 && isForReadme) copyForReadme();
  console.log(`${steps.length - failures} of ${steps.length} steps; pictures in out/tour`);
  return failures === 0 ? 0 : 1;
}

process.exitCode = await main();
