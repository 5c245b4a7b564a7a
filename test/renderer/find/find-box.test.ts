import '../../../renderer/ui/tokens.css';
import '../../../renderer/ui/base.css';
import '../../../renderer/ui/controls.css';

import axe from 'axe-core';
import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';

import App from '../../../renderer/shell/App.svelte';
import { fail } from '../../../shared/errors.ts';
import type { Chip } from '../../../shared/ipc/accounts/chips.ts';
import type { FoundEntry, HitGroup, PayDraft } from '../../../shared/ipc/accounts/find.ts';
import { ok } from '../../../shared/result.ts';
import { payeeOf } from '../payments/payment-records.ts';
import { fakeSettings } from '../settings/settings-records.ts';
import { sandboxDesk, workingDesk } from '../support/desk-records.ts';
import { installBridge, type FakeBridge } from '../support/fake-bridge.ts';
import { lacks, sees } from '../support/view.ts';
import '../support/views-loaded.ts';

let bridge: FakeBridge;
const box = page.getByRole('dialog', { name: 'Find anything' });
const typed = box.getByRole('combobox');

const entry = (id: string, narration: string, given: Partial<FoundEntry> = {}): FoundEntry => ({
  accountNumber: '30026712',
  id,
  amount: { amount: '6030.81', currency: 'EUR' },
  direction: 'debit',
  transactionType: 'TRANSFER',
  transactionDate: '2026-11-20T08:49:31.000Z',
  day: '2026-11-20',
  narration,
  counterparty: null,
  customReference: '',
  balance: { amount: '0.00', currency: 'EUR' },
  read: true,
  withdrawnAt: null,
  extras: null,
  ...given,
});

/** Each word of the text as a chip, as the main process returns them. */
const chipsIn = (text: string): Chip[] =>
  [...text.matchAll(/\S+/g)].map(({ 0: words, index }) => ({
    label: words === 'unread' ? 'entries' : /\d/.test(words) ? 'amount' : 'word',
    words,
    start: index,
    end: index + words.length,
  }));

const groups: readonly HitGroup[] = [
  {
    noun: 'payees',
    hasMore: false,
    hits: [
      {
        ...{ id: 'P-1', within: null, day: null, lead: 'SE, EUR', text: 'Tern Software AB' },
        ...{ aside: 'SE45 ···· 9171', amount: null, direction: null },
      },
    ],
  },
];
const draft: PayDraft = {
  beneficiaryId: 'P-1',
  name: 'Tern Software AB',
  payee: 'SE, EUR, SE45 ···· 9171',
  paidIn: null,
  amount: { amount: '6030.81', currency: 'EUR' },
  accountNumber: '30026712',
  narration: 'INV-77',
  sameOn: '2026-11-20',
};

beforeEach(async () => {
  await page.viewport(1440, 900);
  bridge = installBridge({
    ...workingDesk(),
    'desk.state': () => ok(sandboxDesk),
    'find.entries': ({ text }) =>
      ok({
        chips: chipsIn(text),
        found: {
          all: text.includes('none')
            ? []
            : [1, 2, 3, 4, 5, 6, 7, 8].map((n) =>
                entry(
                  `TX-9F20-00120${String(n - 1)}`,
                  `Supplier payment ${String(n)} Tern Software`,
                ),
              ),
          hasMore: false,
          part: [entry('p1', 'Rent Tern Island')],
          partHasMore: false,
          drops: text.includes('none')
            ? chipsIn(text).map(({ words }) => (words === 'none' ? 14 : 0))
            : [],
        },
        total: 1_204_331,
      }),
    'find.inside': () => ok({ inside: null }),
    'find.records': ({ text }) =>
      ok({
        groups,
        pay: text.includes('6,030.81') ? [draft] : [],
        ...{ isPayment: text.startsWith('pay '), unpayable: null },
      }),
  });
  await render(App);
  await sees(page.getByRole('heading', { name: 'Position' }));
});

/** The line that Enter would open says so. */
const isChosen = (words: string): Promise<void> =>
  expect
    .poll(() =>
      box.getByRole('option', { selected: true }).element().textContent.replaceAll(/\s+/g, ' '),
    )
    .toContain(words);

async function find(text: string): Promise<void> {
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(typed).toHaveFocus();
  await userEvent.keyboard(text);
  await sees(box.getByText('1,204,331 entries', { exact: false }));
}

test('what was understood, what holds all of it and part of it, other nouns and what can be done stand in their order', async () => {
  await find('6,030.81 tern');
  await expect
    .poll(() =>
      box
        .getByRole('group')
        .elements()
        .map(
          (group) =>
            group.getAttribute('aria-labelledby') && group.querySelector('span')?.textContent,
        ),
    )
    .toEqual(['Entries, both found', 'Entries with 6,030.81 or tern', 'Payees', 'Do']);
  await sees(
    box.getByRole('button', { name: 'amount 6,030.81, remove' }),
    box.getByRole('button', { name: 'word tern, remove' }),
    box.getByText('paid the same on 20 Nov; nothing is sent before the review', { exact: false }),
    box.getByText('SANDBOX'),
  );
  expect(box.getByRole('option', { name: /Supplier payment/ }).elements()).toHaveLength(6);
  await box.getByRole('button', { name: 'All 8' }).click();
  expect(box.getByRole('option', { name: /Supplier payment/ }).elements()).toHaveLength(8);
  const marked = [...document.querySelectorAll('mark')].map(({ textContent }) => textContent);
  expect(new Set(marked)).toEqual(new Set(['Tern']));
  const { violations, passes } = await axe.run(document);
  expect(passes.map(({ id }) => id)).toContain('color-contrast');
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});

test('arrows move, Tab goes by group, what is chosen stays chosen while more is typed', async () => {
  await find('tern');
  await userEvent.keyboard('{ArrowDown}');
  await isChosen('Supplier payment 2');
  await userEvent.keyboard(' so');
  await isChosen('Supplier payment 2');
  await userEvent.keyboard('{Tab}');
  await isChosen('Rent Tern Island');
  await userEvent.keyboard('{Tab}');
  await isChosen('SE, EUR');
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Shift>}{Tab}{/Shift}');
  await isChosen('Supplier payment 1');
  await expect.element(typed).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await isChosen('Supplier payment 1');
});

test('a chip is removed by its cross, and the last one by Backspace at the start of the field', async () => {
  await find('6,030.81 tern nov');
  await box.getByRole('button', { name: 'word tern, remove' }).click();
  await expect.element(typed).toHaveValue('6,030.81 nov');
  await expect.element(typed).toHaveFocus();
  await sees(box.getByRole('button', { name: 'word nov, remove' }));
  await userEvent.keyboard('{Home}{Backspace}');
  await expect.element(typed).toHaveValue('6,030.81');
});

test('where nothing holds all of it, it says which chip to leave out for how many', async () => {
  await find('tern none');
  const without = box.getByRole('button', { name: 'Without “none”: 14' });
  await sees(without, box.getByText('No entry matches.', { exact: false }));
  await lacks(box.getByRole('button', { name: 'Without “tern”', exact: false }));
  await without.click();
  await expect.element(typed).toHaveValue('tern');
});

test('where nothing is unread, it says what counts as read', async () => {
  await find('none unread');
  await sees(
    box.getByText('The entries of an account’s first sync count as read', { exact: false }),
  );
  await find('tern none');
  await sees(box.getByText('No entry matches.', { exact: false }));
  await lacks(box.getByText('first sync', { exact: false }));
});

test('Enter opens at the entry in its account; a command goes where it says; the filled payment is opened, not sent', async () => {
  await find('tern');
  await userEvent.keyboard('{Enter}');
  await lacks(box);
  const located = () =>
    bridge.requested.filter(({ route }) => route === 'statements.locate').map(({ input }) => input);
  await expect
    .poll(located)
    .toContainEqual(
      expect.objectContaining({ accountNumber: '30026712', entryId: 'TX-9F20-001200' }),
    );

  await find('activ');
  await box.getByRole('option', { name: /Go to Activity/ }).click();
  await sees(page.getByRole('heading', { name: 'Activity' }));

  bridge.answer('payments.beneficiary', () => fail('internal', 'x', { message: 'Not now.' }));
  await find('6,030.81');
  await box.getByRole('option', { name: /Pay Tern Software AB/ }).click();
  await sees(page.getByRole('heading', { name: 'Payments', exact: true }));
  expect(
    bridge.requested
      .filter(({ route }) => route === 'payments.beneficiary')
      .map(({ input }) => input),
  ).toEqual([{ beneficiaryId: 'P-1' }]);
  expect(
    bridge.requested.some(({ route }) => route === 'payments.send' || route === 'payments.review'),
  ).toBe(false);
});

test('a payment in words stands first: one Enter opens the filled form, and nothing is sent', async () => {
  bridge.answer('payments.beneficiary', () => fail('internal', 'x', { message: 'Not now.' }));
  await find('pay tern 6,030.81 eur ref INV-77');
  await isChosen('Pay Tern Software AB');
  await userEvent.keyboard('{Enter}');
  await lacks(box);
  await sees(page.getByRole('heading', { name: 'Payments', exact: true }));
  const asked = (route: string) => bridge.requested.filter((one) => one.route === route);
  expect(asked('payments.beneficiary').map(({ input }) => input)).toEqual([
    { beneficiaryId: 'P-1' },
  ]);
  expect([...asked('payments.send'), ...asked('payments.review')]).toEqual([]);
});

test('Enter before the answer opens the payment of the whole text, never of a part of it', async () => {
  const waiting: (() => void)[] = [];
  bridge.answer('find.records', async ({ text }) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    const narration = text.split('ref ')[1] ?? '';
    return ok({ groups, pay: [{ ...draft, narration }], isPayment: true, unpayable: null });
  });
  bridge.answer('payments.beneficiary', ({ beneficiaryId }) => ok(payeeOf(beneficiaryId)));
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(typed).toHaveFocus();
  await typed.fill('pay tern 6,030.81 ref INV');
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]?.();
  await sees(box.getByText('ref INV', { exact: true }));
  await typed.fill('pay tern 6,030.81 ref INV-77');
  await userEvent.keyboard('{Enter}');
  await sees(box);
  await expect.poll(() => waiting.length).toBe(2);
  waiting[1]?.();
  await lacks(box);
  await expect.element(page.getByRole('textbox', { name: 'Narration' })).toHaveValue('INV-77');
});

test('where several payees match, the first line is the form in which the payee is chosen', async () => {
  const open: PayDraft = {
    ...{ ...draft, beneficiaryId: null, name: 'tern', payee: '', sameOn: null },
    amount: { amount: '6030.81', currency: 'EUR' },
  };
  bridge.answer('find.records', () =>
    ok({ groups, pay: [open, draft], isPayment: true, unpayable: null }),
  );
  const payees: string[] = [];
  bridge.answer('payments.payees', ({ search }) => {
    payees.push(search);
    return ok({ rows: [], total: 0, asOf: null });
  });
  await find('pay tern 6,030.81 eur');
  await isChosen('choose the payee in the form');
  await userEvent.keyboard('{Enter}');
  await sees(page.getByRole('heading', { name: 'New payment' }));
  await expect.element(page.getByRole('combobox', { name: 'Payee' })).toHaveValue('tern');
  await expect.element(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('6030.81');
  await expect.poll(() => payees).toContain('tern');
});

test.each([
  ['dark none', 'Settings: Theme', 'Theme'],
  ['auto-lock none', 'Settings: Auto-lock', 'Lock when idle'],
])('a setting is found by its name: %s jumps to it', async (text, line, label) => {
  const [name = ''] = text.split(' ');
  bridge.answer('settings.get', () => ok(fakeSettings));
  bridge.answer('find.records', () =>
    ok({ groups: [], pay: [], isPayment: false, unpayable: null }),
  );
  bridge.answer('find.entries', () =>
    ok({
      ...{ chips: [], total: 1_204_331 },
      found: { all: [], hasMore: false, part: [], partHasMore: false, drops: [] },
    }),
  );
  await find(name);
  await isChosen(line);
  await lacks(box.getByText('No entry matches.', { exact: false }));
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByLabelText(label, { exact: true })).toHaveFocus();
});

test('a command that is called so stands before those that are only about it', async () => {
  await find('lock');
  await expect
    .poll(() =>
      box
        .getByRole('group', { name: 'Do' })
        .getByRole('option')
        .elements()
        .map(({ textContent }) => textContent.trim())
        .slice(0, 2),
    )
    .toEqual(['Lock', 'Settings: Auto-lock']);
});

test('a search is saved in the journal, stands there before anything is typed, and can be forgotten', async () => {
  const saved: string[] = [];
  bridge.answer('drafts.keep', ({ key, text }) => {
    saved.push(`${key} ${text}`);
    return ok({ saved: true });
  });
  bridge.answer('drafts.read', () =>
    ok({ text: saved.at(-1)?.slice('saved-searches '.length) ?? null }),
  );
  await find('tern');
  await box.getByRole('option', { name: /Save this search/ }).click();
  await sees(box.getByRole('option', { name: /Forget this saved search/ }));
  await userEvent.keyboard('{Escape}');
  await lacks(box);
  await userEvent.keyboard('{Control>}k{/Control}');
  await sees(box.getByRole('option', { name: 'tern' }));
  await userEvent.keyboard('{Enter}');
  await expect.element(typed).toHaveValue('tern');
  await box.getByRole('option', { name: /Forget this saved search/ }).click();
  expect(saved).toEqual(['saved-searches ["tern"]', 'saved-searches []']);
});

test('a fault of the search is shown in the box, and what is typed stays', async () => {
  bridge.answer('find.entries', () =>
    fail('internal', 'x', { message: 'The local copy cannot be read.' }),
  );
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(typed).toHaveFocus();
  await userEvent.keyboard('tern');
  await sees(box.getByText('The local copy cannot be read.', { exact: false }));
  await expect.element(typed).toHaveValue('tern');
});

test('a search that could not be saved is reported, and does not stand there as if it were', async () => {
  bridge.answer('drafts.keep', () => fail('internal', 'x', { message: 'The disk is full.' }));
  await find('tern');
  await box.getByRole('option', { name: /Save this search/ }).click();
  await sees(box.getByText('The disk is full.', { exact: false }));
  await sees(box.getByRole('option', { name: /Save this search/ }));
});

test('it does not open over a question, nor twice', async () => {
  await userEvent.keyboard('?');
  await sees(page.getByRole('dialog', { name: 'Keys' }));
  await userEvent.keyboard('{Control>}k{/Control}');
  await lacks(box);
});

test('entries with a part inside a word come under everything else, and nothing that is shown or chosen moves', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  bridge.answer('find.inside', async () => {
    await promise;
    const entries = [entry('i1', 'Rent', { customReference: 'INV-2026-45646' })];
    return ok({ inside: { part: '5646', entries, hasMore: false, since: '2026-03-03' } });
  });
  await userEvent.keyboard('{Control>}k{/Control}');
  await typed.fill('5646');
  await sees(box.getByRole('option', { name: /Supplier payment 1/ }));
  await userEvent.keyboard('{ArrowDown}');
  const chosen = () => box.getByRole('option', { selected: true }).element();
  const before = { text: chosen().textContent, top: chosen().getBoundingClientRect().top };
  resolve(undefined);
  await sees(box.getByText('older ones were not searched', { exact: false }));
  expect(chosen().textContent).toBe(before.text);
  expect(chosen().getBoundingClientRect().top).toBe(before.top);
  const found = box.getByRole('option', { name: /INV-2026-45646/ });
  expect(found.element().querySelector('mark')?.textContent).toBe('5646');
  expect(box.getByRole('group').elements().at(-1)?.contains(found.element())).toBe(true);
});

const written = {
  ...{ saved: true, name: 'found.xlsx', folder: 'Out', isOpened: null, files: 1, entries: 1_204 },
  ...{ leftOut: [], notes: [] },
} as const;
const option = (name: string) => box.getByRole('option', { name, exact: false });
const writes = () =>
  bridge.requested.filter(({ route }) => route === 'handOver.write').map(({ input }) => input);

test('every entry that was found is exported as what is chosen, by keys alone, and where it failed the box says why', async () => {
  bridge.answer('handOver.write', () => fail('file.unwritable', 'c-1'));
  await find('tern');
  await option('Export these 8 entries…').click();
  await sees(option('Export these 8 entries as CSV, for a spreadsheet…'));
  await isChosen('Excel');
  await userEvent.keyboard('{Enter}');
  await sees(box.getByRole('alert'));
  bridge.answer('handOver.write', () => ok(written));
  await isChosen('Export these 8 entries…');
  await userEvent.keyboard('{Enter}');
  await isChosen('Excel');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await sees(page.getByText('1,204 entries written to found.xlsx', { exact: false }));
  await lacks(box);
  expect(writes()).toMatchObject([
    { accountNumbers: null, search: 'tern', format: 'xlsx' },
    { accountNumbers: null, search: 'tern', format: 'json' },
  ]);
});

test('while the export is written it says how far it is; Escape stops that and nothing else, and leaves the box open', async () => {
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof fail>>();
  bridge.answer('handOver.write', () => promise);
  bridge.answer('handOver.cancel', () => {
    resolve(fail('cancelled', 'c-1'));
    return ok({ stopped: true });
  });
  await find('tern');
  await option('Export these 8 entries…').click();
  await userEvent.keyboard('{Enter}');
  bridge.announce('handOver.progressed', { files: 1, filesDone: 0, entries: 12_000 });
  await sees(
    box.getByText('12,000 entries', { exact: false }),
    box.getByRole('button', { name: 'Cancel export' }),
  );
  // What is chosen stays where it is, and stops it as Escape does.
  await isChosen('Cancel export');
  await lacks(option('Export these 8 entries…'));
  await userEvent.keyboard('{Escape}');
  await sees(box.getByText('Cancelled. No file was written.'), option('Export these 8 entries…'));
  await expect.element(typed).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await lacks(box);
});

test('an export goes on when a person opens what was found, and its outcome is shown there', async () => {
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof ok<typeof written>>>();
  bridge.answer('handOver.write', () => promise);
  await find('tern');
  await option('Export these 8 entries…').click();
  await userEvent.keyboard('{Enter}');
  await sees(box.getByRole('button', { name: 'Cancel export' }));
  await option('Supplier payment 1 Tern').click();
  await lacks(box);
  await userEvent.keyboard('{Control>}k{/Control}');
  await sees(box);
  resolve(ok(written));
  await sees(page.getByText('1,204 entries written to found.xlsx', { exact: false }));
  await sees(box);
});

test('a line of a payment file opens its file at that line', async () => {
  const line = {
    ...{ id: '72', within: 'batch-1', day: '2026-11-20', lead: '', text: 'Kestrel, INV-77' },
    ...{ aside: 'line 72 of wages.csv', amount: null, direction: null },
  } as const;
  const found: readonly HitGroup[] = [{ noun: 'lines', hasMore: false, hits: [line] }];
  bridge.answer('find.records', () =>
    ok({ groups: found, pay: [], isPayment: false, unpayable: null }),
  );
  bridge.answer('paymentFiles.locate', () => ok({ index: 4 }));
  await find('kestrel');
  await option('line 72 of wages.csv').click();
  await sees(page.getByRole('heading', { name: /^Payment files/ }));
  await expect
    .poll(() => bridge.requested.filter(({ route }) => route === 'paymentFiles.locate'))
    .toMatchObject([{ input: { batchId: 'batch-1', line: 72 } }]);
});

test('a payment that cannot be filled says why, and one that should be looked at says at what', async () => {
  const unpayable =
    'No saved payee has “zzz” in its name or account: add the payee first. Nothing was sent.';
  bridge.answer('find.records', () => ok({ groups: [], pay: [], isPayment: true, unpayable }));
  await find('pay zzz 12500 eur');
  await sees(box.getByText(unpayable));
  const other = { ...draft, beneficiaryId: 'P-2', payee: 'GB, GBP, GB29 ···· 6819', paidIn: 'GBP' };
  const poor = { ...draft, beneficiaryId: 'P-3', accountNumber: null };
  bridge.answer('find.records', () =>
    ok({ groups: [], pay: [draft, other, poor], isPayment: true, unpayable: null }),
  );
  await typed.fill('pay tern 6,030.81 eur');
  await sees(
    option('SE45 ···· 9171').first(),
    option('GB29 ···· 6819'),
    box.getByText('this payee is paid in GBP'),
    box.getByText('no account here is in EUR'),
  );
  await lacks(box.getByText(unpayable));
});
