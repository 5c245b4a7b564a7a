import '../../../renderer/ui/tokens.css';
import '../../../renderer/ui/base.css';
import '../../../renderer/ui/controls.css';

import axe from 'axe-core';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import BooksView from '../../../renderer/features/books/BooksView.svelte';
import type { Shared } from '../../../renderer/state/context.ts';
import { fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { workingDesk } from '../support/desk-records.ts';
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
import WithShared from '../support/WithShared.svelte';
import { fakeBooks, seenLedger, storedLedger, undoneMatch } from './books-records.ts';

async function open(answers: Answers = fakeBooks().answers): Promise<Shared> {
  await wideWindow();
  const shared = openDesk({ ...workingDesk(), ...answers });
  shared.router.go('books');
  await render(WithShared, { shared, view: BooksView, params: {} });
  await sees(page.getByRole('heading', { name: 'Books', level: 1 }));
  return shared;
}

const nothing: Answers = { ...fakeBooks().answers, 'books.list': () => ok({ rows: [] }) };

function drop(name: string, text = 'Date,Document,Debit,Credit\n'): void {
  const transfer = new DataTransfer();
  transfer.items.add(new File([text], name));
  page
    .getByRole('group', { name: 'Books' })
    .element()
    .dispatchEvent(
      new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }),
    );
}

const grid = (name: string) => page.getByRole('grid', { name });
const selected = (name: string) => grid(name).getByRole('row', { selected: true });

async function faults(): Promise<string[]> {
  const { violations } = await axe.run(document.body, {
    rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } },
  });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

test('a ledger is dropped anywhere on the view, seen with what is guessed of it, and matched with one key', async () => {
  const shared = await open(nothing);
  await sees('No ledger was matched yet');
  drop(storedLedger.fileName);
  await sees(
    page.getByRole('form', { name: `Ledger ${storedLedger.fileName}` }),
    '5,000 lines of the books beside 5,003 entries at the bank. Nothing is saved before you match them.',
    '186 of 200 amounts are among its entries of these days.',
    page.getByLabelText('Debit', { exact: true }),
  );
  expect(await faults()).toEqual([]);
  expect(requested('books.keep')).toEqual([]);
  await expect.element(button(/^Match/)).toHaveFocus();
  await press('{Enter}');
  await sees(grid('In the books only'), grid('At the bank only'));
  await expect
    .element(page.getByRole('heading', { name: /^In the books only/ }))
    .toMatchTextContent(/EUR$/);
  expect(requested('books.keep')).toMatchObject([
    { accountNumber: '30027781', from: '2026-11-01', to: '2026-11-20', options: {} },
  ]);
  expect(shared.notices.last?.text).toBe(
    'ledger 1200 November.csv: 4,996 of 5,000 lines are matched.',
  );
});

test('a file that was matched before is opened, and a notice says so', async () => {
  const shared = await open({
    ...nothing,
    'books.see': () => ok({ ...seenLedger, before: storedLedger }),
  });
  drop(storedLedger.fileName);
  await sees(grid('In the books only'));
  expect(shared.notices.last?.text).toContain('was matched before');
  expect(requested('books.keep')).toEqual([]);
});

test('the ledger of another account is pointed out, and one key takes the account that fits', async () => {
  const better = {
    number: '30026712',
    why: '190 of 200 amounts are among its entries of these days.',
  };
  const misfit = { found: 3, of: 200, fits: false, better };
  await open({
    ...nothing,
    'books.see': ({ accountNumber }) =>
      ok(
        accountNumber === better.number
          ? { ...seenLedger, account: better }
          : { ...seenLedger, fit: misfit },
      ),
  });
  drop(storedLedger.fileName);
  await sees(
    'Only 3 of 200 amounts that were looked for are among the entries of this account on these days: it may be the ledger of another account, or of other days.',
  );
  expect(await faults()).toEqual([]);
  await expect.element(button(/^Take .*6712$/)).toHaveFocus();
  await press('{Enter}');
  await lacks(/Only 3 of 200 amounts/);
  await expect.element(button(/^Match/)).toHaveFocus();
  await press('{Enter}');
  await expect.poll(() => requested('books.keep')).toMatchObject([{ accountNumber: '30026712' }]);
});

test('a file of which nothing matched before is looked at anew', async () => {
  const lastCounts = {
    ...{ lines: 5_000, entries: 4_000, matchedLines: 12, matchedEntries: 12, undone: 0 },
    at: '2026-11-20T09:41:00.000Z',
  };
  await open({
    ...nothing,
    'books.see': () => ok({ ...seenLedger, before: { ...storedLedger, lastCounts } }),
  });
  drop(storedLedger.fileName);
  await sees(
    page.getByRole('form', { name: `Ledger ${storedLedger.fileName}` }),
    /It was matched before with .*: 12 of 5,000 lines\./,
  );
});

test('what is not sure is asked, and nothing is matched before the answer', async () => {
  await open({
    ...nothing,
    'books.see': ({ options }) =>
      ok(
        options.decimals === undefined
          ? {
              ...{ ...seenLedger, decimals: null, lines: 0 },
              missing: { what: 'decimals', why: 'a point or comma may be thousands or decimals.' },
            }
          : { ...seenLedger, decimals: options.decimals },
      ),
  });
  drop('erp.csv');
  await sees('a point or comma may be thousands or decimals.');
  await expect.element(button(/^Match/)).toBeDisabled();
  await userEvent.selectOptions(page.getByLabelText('Decimal separator'), 'comma');
  await lacks('a point or comma may be thousands or decimals.');
  await expect.element(button(/^Match/)).toBeEnabled();
  expect(requested('books.see').at(-1)?.options).toEqual({ decimals: 'comma' });
});

test('unknown headings: one key applies the guesses, and a person changes a column', async () => {
  await open({
    ...nothing,
    'books.see': ({ options }) =>
      ok(
        options.fields === undefined
          ? {
              ...seenLedger,
              lines: 0,
              missing: { what: 'columns', why: 'no column is known to be the day.' },
            }
          : { ...seenLedger, fields: options.fields },
      ),
  });
  drop('erp.csv');
  await sees('no column is known to be the day.');
  await expect.element(button(/^Apply columns/)).toHaveFocus();
  await press('{Enter}');
  await expect.element(button(/^Match/)).toBeEnabled();
  await userEvent.selectOptions(page.getByLabelText('Text', { exact: true }), 'reference');
  await expect
    .poll(() => requested('books.see').at(-1)?.options.fields)
    .toEqual(['day', 'document', 'reference', 'debit', 'credit']);
});

test('a file that cannot be read says so, and what was there stays', async () => {
  await open({
    ...fakeBooks().answers,
    'books.see': () =>
      fail('file.unreadable', 'x', { message: 'scan.pdf: it is a PDF. Save it as CSV or XLSX.' }),
  });
  await sees(grid('In the books only'));
  drop('scan.pdf');
  await sees(/^scan\.pdf: it is a PDF\./, grid('In the books only'));
});

const lastText = ({ notices }: Shared) => notices.last?.text;

test('nothing is chosen on either side before a person chooses it, and Enter matches nothing then', async () => {
  await open();
  await sees('Choose a line and an entry to match by hand.');
  for (const name of ['In the books only', 'At the bank only']) {
    grid(name).element().focus();
    await press('{Enter}{Enter}');
    await expect.poll(() => selected(name).elements()).toEqual([]);
  }
  await press('{ArrowDown}{Enter}');
  await sees('Choose the ledger line.');
  expect(requested('books.match')).toEqual([]);
});

test('the head is the reconciliation statement, and its terms lead to their lines', async () => {
  await open();
  const statement = page.getByRole('region', { name: 'Reconciliation statement' });
  const texts: readonly (readonly [term: string, text: RegExp])[] = [
    ['Bank balance', /3,059,896\.48/],
    ['Outstanding payments', /18,900\.00\s*1 in the books only/],
    ['Outstanding receipts', /96,400\.00\s*1 in the books only/],
    ['Unrecorded payments', /15\.00\s*1 at the bank only/],
    ['Unrecorded receipts', /96,385\.00\s*1 at the bank only/],
    ['Books balance', /3,041,026\.48/],
    ['Difference', /0\.00\s*✓ explained/],
  ];
  for (const [term, text] of texts)
    await expect.element(statement.getByRole('group', { name: term })).toMatchTextContent(text);
  await userEvent.click(
    statement
      .getByRole('group', { name: 'Outstanding payments' })
      .getByRole('button', { name: '1 in the books only' }),
  );
  await expect.element(grid('In the books only')).toHaveFocus();
  expect(selected('In the books only').elements()).toEqual([]);
  await press('{ArrowDown}');
  await expect.element(selected('In the books only')).toMatchTextContent(/Office rent Dublin/);
});

test('the balance that the books state is entered by a key, and what it leaves unexplained is the difference', async () => {
  await open();
  await sees(grid('Likely pairs'));
  await press('l');
  const field = page.getByRole('textbox', { name: 'Books balance' });
  await expect.element(field).toHaveFocus();
  expect(await faults()).toEqual([]);
  await userEvent.keyboard('3041038.48');
  await press('{Enter}');
  await lacks(page.getByRole('dialog'));
  expect(requested('books.balance')).toEqual([{ ledgerId: 'l-1', balance: '3041038.48' }]);
  const statement = page.getByRole('region', { name: 'Reconciliation statement' });
  await expect
    .element(statement.getByRole('group', { name: 'Books balance' }))
    .toMatchTextContent(/3,041,038\.48\s*as entered/);
  await expect
    .element(statement.getByRole('group', { name: 'Difference' }))
    .toMatchTextContent(/12\.00\s*not explained/);
});

test('all likely pairs are matched by one key, and undone by one Ctrl Z', async () => {
  const shared = await open();
  await expect.element(grid('Likely pairs')).toHaveFocus();
  await sees(
    grid('Likely pairs').getByText('Same name, 1 day apart').first(),
    button(/^Match all 2 likely/),
  );
  expect(await faults()).toEqual([]);
  await press('a');
  await lacks('Likely pairs');
  expect(requested('books.matchLikely')).toEqual([
    {
      ledgerId: 'l-1',
      pairs: [
        { line: 412, entryId: 'E-7' },
        { line: 1_402, entryId: 'E-52' },
      ],
    },
  ]);
  expect(lastText(shared)).toBe('Matched: 2 likely pairs.');
  await press('{Control>}z{/Control}');
  await expect.poll(() => lastText(shared)).toBe('Undone. Matched: 2 likely pairs.');
  expect(requested('books.undo')).toEqual([{ ledgerId: 'l-1', act: '1' }]);
});

test('one likely pair is matched by Enter, and the next one is under the hand', async () => {
  await open();
  await expect.element(grid('Likely pairs')).toHaveFocus();
  await press('{ArrowDown}{Enter}');
  await expect
    .poll(() => requested('books.matchLikely'))
    .toEqual([{ ledgerId: 'l-1', pairs: [{ line: 1_402, entryId: 'E-52' }] }]);
  await expect.element(button(/^Match the likely pair/)).toBeVisible();
  await expect.element(grid('Likely pairs')).toHaveFocus();
});

test('a line of the other sign is dimmed and passed over, and cannot be chosen by the mouse', async () => {
  await open();
  await sees(grid('In the books only'));
  grid('In the books only').element().focus();
  await press('{ArrowDown}');
  await expect.element(selected('In the books only')).toMatchTextContent(/Müller/);
  const opposite = grid('At the bank only').getByRole('row', { name: /Charges outward/ });
  await expect.element(opposite).toHaveAttribute('aria-disabled', 'true');
  await expect.element(opposite).toMatchTextContent(/opposite sign/);
  await userEvent.click(opposite, { force: true });
  expect(selected('At the bank only').elements()).toEqual([]);
  await press('{ArrowDown}{ArrowDown}');
  await expect.element(selected('At the bank only')).toMatchTextContent(/MULLER/);
  await press('{Escape}');
  await expect.poll(() => selected('At the bank only').elements()).toEqual([]);
});

test('unequal sums are matched with a reason only, which Enter leads to', async () => {
  const shared = await open();
  await sees(grid('In the books only'));
  grid('In the books only').element().focus();
  await press('{ArrowDown}{ArrowRight}{ArrowDown}');
  await sees('apart by −15.00 EUR', /A match needs a reason/);
  // Colours of the buttons change over a moment.
  await expect.poll(faults).toEqual([]);
  const reason = page.getByRole('combobox', { name: 'Reason' });
  await press('{Enter}');
  await expect.element(reason).toHaveFocus();
  await press('{Enter}{Enter}');
  expect(requested('books.match')).toEqual([]);
  await userEvent.selectOptions(reason, 'Other');
  await expect.element(button(/^Match with reason/)).toBeDisabled();
  await userEvent.selectOptions(reason, 'Bank charge');
  await userEvent.click(page.getByRole('textbox', { name: 'Explanation' }));
  await press('Fee of 16 Nov{Enter}');
  await expect
    .poll(() => requested('books.match'))
    .toEqual([
      { ledgerId: 'l-1', books: [977], bank: ['E-31'], reason: 'Bank charge: Fee of 16 Nov' },
    ]);
  expect(lastText(shared)).toBe('Matched: line 977 and entry E-31.');
  await sees('Choose a line and an entry to match by hand.');
});

test('one line and two entries are put together, and how far they are apart is shown', async () => {
  await open();
  await sees(grid('In the books only'));
  grid('At the bank only').element().focus();
  await press('{Home} {ArrowDown} {ArrowLeft}');
  await expect.element(grid('In the books only')).toHaveFocus();
  await press('{Home}');
  await sees('2 entries 96,370.00 EUR', 'apart by −30.00 EUR');
});

test('Ctrl Z in another view leads back first; there it undoes, and both lists are as before', async () => {
  const shared = await open();
  await expect.element(grid('Likely pairs')).toHaveFocus();
  await press('a');
  await lacks('Likely pairs');
  shared.router.go('review');
  await press('{Control>}z{/Control}');
  expect(requested('books.undo')).toEqual([]);
  expect(shared.router.view).toBe('books');
  expect(lastText(shared)).toBe('Not undone yet. Ctrl Z again undoes: Matched: 2 likely pairs.');
  await press('{Control>}z{/Control}');
  await expect.poll(() => requested('books.undo')).toEqual([{ ledgerId: 'l-1', act: '1' }]);
  bridge.announce('store.changed', { topic: 'books', accountNumber: '30027781' });
  await sees(grid('Likely pairs'));
});

test('why a line is open is noted by keys, and stands at the line', async () => {
  await open();
  await sees(grid('In the books only'));
  grid('In the books only').element().focus();
  await press('{ArrowDown}n');
  await expect.element(page.getByRole('textbox', { name: 'Why it is open' })).toHaveFocus();
  await press('Asked the branch{Enter}');
  await sees('“Asked the branch”');
  expect(requested('books.note')).toEqual([
    { ledgerId: 'l-1', of: { line: 977 }, text: 'Asked the branch' },
  ]);
  await expect.element(grid('In the books only')).toHaveFocus();
});

test('each match says why, the list goes on at its end, and one match is undone', async () => {
  await open();
  await sees(grid('In the books only'));
  await press('v');
  await sees('Same amount, day and reference INV-2026-45002.');
  expect(await faults()).toEqual([]);
  await expect.element(grid('Matched')).toHaveFocus();
  await press('{End}');
  await expect.poll(() => requested('books.matches').length).toBeGreaterThan(1);
  await press('{Home}u');
  await expect.poll(() => requested('books.unmatch')).toEqual([{ ledgerId: 'l-1', line: 2 }]);
});

test('what a later sync undid is shown with its reason until somebody has seen it', async () => {
  await open(fakeBooks({ undone: [undoneMatch] }).answers);
  await sees('One match was undone: the bank’s data changed', /the bank now reports −42\.25/);
  expect(await faults()).toEqual([]);
  await userEvent.click(button('I have seen it'));
  await lacks(/the bank now reports −42\.25/);
});

test('a sync asks how the ledger stands anew, and the line that is looked at stays', async () => {
  await open();
  await sees(grid('In the books only'));
  grid('In the books only').element().focus();
  await press('{ArrowDown}{ArrowDown}');
  const before = requested('books.result').length;
  bridge.announce('store.changed', { topic: 'statements', accountNumber: '30027781' });
  await expect.poll(() => requested('books.result').length).toBe(before + 1);
  await expect.element(selected('In the books only')).toMatchTextContent(/Office rent Dublin/);
});

test('the result is exported by a key', async () => {
  const shared = await open();
  await sees(grid('In the books only'));
  expect(await faults()).toEqual([]);
  await press('e');
  await expect.poll(() => shared.notices.last?.text).toBe('Written: BOOKS.csv.');
  await press('x');
  await expect
    .poll(() => requested('books.export').map(({ format }) => format))
    .toEqual(['csv', 'xlsx']);
});
