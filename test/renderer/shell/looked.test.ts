import { beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import App from '../../../renderer/shell/App.svelte';
import { navigation, viewOf } from '../../../renderer/shell/navigation.ts';
import { ok } from '../../../shared/result.ts';
import { cutInLists, looksWrong } from '../../e2e/support/look/looks.ts';
import { draftedOutlook, fakeArriving } from '../accounts/ahead-records.ts';
import { fakeQueue } from '../review/review-records.ts';
import { bankAnswers } from '../settings/bank-records.ts';
import { settingsAnswers } from '../settings/settings-records.ts';
import { paymentView } from '../payments/payment-records.ts';
import { fakeOnboarding } from '../sub-clients/onboarding-desk.ts';
import { kycFiles } from '../sub-clients/sub-client-records.ts';
import { workingDesk } from '../support/desk-records.ts';
import { draftStore } from '../support/draft-store.ts';
import { everything } from '../support/everything.ts';
import { installBridge, type Answers, type FakeBridge } from '../support/fake-bridge.ts';
import { faultsInSight, misplacedInSight, sizes, widths, windows } from '../support/look/looked.ts';
import { withLongTexts } from '../support/stretched.ts';
import { button, press, sees } from '../support/view.ts';

let bridge: FakeBridge;

async function open(answers: Answers = {}, account = 'Treasury EUR'): Promise<void> {
  await page.viewport(1440, 900);
  bridge = installBridge({ ...workingDesk(), ...everything, ...answers });
  await render(App);
  await sees(account);
}

// A view is compiled when it is first asked for.
beforeAll(async () => {
  await viewOf('payments')?.load();
}, 120_000);

test('a KYC day in rows looks right, with several files chosen and with the preview of one', async () => {
  await open(fakeOnboarding(kycFiles).answers);
  await userEvent.keyboard('0');
  await sees(page.getByRole('tab', { name: /Drop board/ }));
  await userEvent.keyboard('d');
  const files = page.getByRole('grid', { name: 'Files', exact: true });
  await files.getByRole('row', { name: /^typeless-a/ }).click();
  await userEvent.keyboard('{Control>}a{/Control}');
  await sees('2 selected');
  expect(await faultsInSight()).toEqual([]);
  await files.getByRole('row', { name: /^dayless/ }).click();
  await userEvent.keyboard(' ');
  await sees(/PDF · .* · 3 pages/);
  expect(await faultsInSight()).toEqual([]);
}, 60_000);

test('what is in flight both ways, unfolded, and a draft in the outlook under it look right', async () => {
  await open({
    'outlook.arriving': () => ok(fakeArriving),
    'outlook.ahead': ({ accountNumber }) => ok(draftedOutlook(accountNumber)),
  });
  await button(/^3 in flight on Operating/).click();
  await button(/^2 on the way in to no account here/).click();
  await sees(button('Müller Präzisionsteile'));
  expect(await faultsInSight()).toEqual([]);
}, 60_000);

test('the drafts that were left are shown at the foot, whose link leads to their list, which looks right', async () => {
  await viewOf('drafts')?.load();
  const { texts, answers } = draftStore();
  const beneficiary = { entityId: 'B-1', name: 'Al Noor Building Materials LLC' };
  const payment = { beneficiary, amount: '40333.44', narration: 'INV-7', more: {} };
  texts.set(
    'begun sandbox payment new',
    JSON.stringify({ ...payment, accountNumber: '99990000', reference: 'R-1', unsent: null }),
  );
  texts.set('begun sandbox remittance new', '{"recipient":"Grace Wanjiru","amount":1250}');
  await open(answers);
  await sees(/^2 drafts were left from before/);
  await page.getByRole('contentinfo').getByRole('button', { name: 'Open' }).click();
  await sees(page.getByRole('row', { name: /Al Noor/ }), /The account 99990000 is not there/);
  expect(await faultsInSight()).toEqual([]);
  await page.getByRole('row', { name: /Remittance/ }).click();
  await sees('{"recipient":"Grace Wanjiru","amount":1250}');
  expect(await faultsInSight()).toEqual([]);
}, 60_000);

test('the dialog that waits for a silent bank looks right, before and after the payment was written down', async () => {
  let reference = '';
  await open({
    'payments.send': (order) => {
      ({ reference } = order);
      return new Promise<never>(() => undefined);
    },
    'drafts.keep': () => ok({ saved: true }),
  });
  await userEvent.keyboard('4');
  await sees(button('New payment'));
  await press('n');
  await expect.element(page.getByRole('combobox', { name: 'Payee' })).toHaveFocus();
  await press('sab{Enter}250{Enter}');
  await expect.element(button(/^Send…/)).toHaveFocus();
  await press('{Enter}');
  await expect.element(button('Pay')).toHaveFocus();
  await press('{Enter}');
  const dialog = page.getByRole('dialog');
  await sees(dialog.getByText(/nothing was sent yet/));
  expect(await faultsInSight()).toEqual([]);
  bridge.announce('submission.changed', paymentView('sending', { reference }));
  await sees(dialog.getByText(/^Sent, waiting for the bank’s answer/));
  expect(await faultsInSight()).toEqual([]);
}, 60_000);

test('the list at the foot looks right', async () => {
  await open();
  const foot = page.getByRole('contentinfo');
  for (const times of [1, 2, 3]) {
    const dataTransfer = new DataTransfer();
    for (const name of ['x.csv', 'y.csv']) dataTransfer.items.add(new File(['x'], name));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }));
    if (times > 1) await sees(foot.getByText(`${String(times - 1)} earlier`));
  }
  await foot.getByRole('button', { name: '2 earlier' }).click();
  await sees(foot.getByRole('region', { name: 'Earlier notices' }));
  expect(await faultsInSight()).toEqual([]);
}, 60_000);

const cutOrCovered = (): string[] => [
  ...cutInLists(),
  ...looksWrong().filter((fault) => /under the pane|ends in dots/.test(fault)),
];

/**
 * Views whose lists still cut one of these: the lines of a payment file, the payers next to a form, and the bank's own texts in the
 * timeline. A view leaves this list with the change that mends it.
 */
const stillCutting: readonly string[] = ['Payment files', 'Receivables', 'Webhooks'];

test('no list cuts an amount, a name or a reference, with long names, references of 32 letters and a pane', async () => {
  await Promise.all(navigation.map(({ load }) => load()));
  const queue = fakeQueue(5, 4).answers;
  const answers = {
    ...workingDesk(),
    ...everything,
    ...bankAnswers(),
    ...settingsAnswers(),
    ...queue,
  };
  await open(withLongTexts(answers), 'Treasury EUR Agricultural Exports Ltd');
  const faults: string[] = [];
  for (const { label, key } of navigation.filter((view) => !stillCutting.includes(view.label))) {
    await userEvent.keyboard(key);
    await sees(page.getByRole('main').getByRole('heading', { level: 1 }));
    await expect.poll(() => document.querySelectorAll('[role=progressbar]').length).toBe(0);
    await userEvent.keyboard('j');
    for (const fault of await misplacedInSight(widths, cutOrCovered))
      faults.push(`${label}, ${fault}`);
  }
  expect(faults).toEqual([]);
}, 180_000);

test('every view with records in it stands in its place, large, small and at 200 %', async () => {
  await Promise.all(navigation.map(({ load }) => load()));
  await open({ ...bankAnswers(), ...settingsAnswers(), ...fakeQueue(5, 4).answers });
  const faults: string[] = [];
  // At 200 % in the smallest window the longest changes of the timeline end in dots: each opens what it is of, where it stands whole.
  for (const { label, key } of navigation) {
    await userEvent.keyboard(key);
    await sees(page.getByRole('main').getByRole('heading', { level: 1 }));
    await expect.poll(() => document.querySelectorAll('[role=progressbar]').length).toBe(0);
    for (const fault of await misplacedInSight(label === 'Webhooks' ? windows : sizes))
      faults.push(`${label}, ${fault}`);
  }
  expect(faults).toEqual([]);
}, 180_000);
