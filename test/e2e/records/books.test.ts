import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from 'playwright';
import { expect, test } from 'vitest';

import type { BooksMatch } from '../../../shared/ipc/review/books.ts';
import type { RouteOutput } from '../../../shared/ipc/contract.ts';
import { startForeignBank, trueEntries } from '../../support/simple-banks/foreign-bank.ts';
import { answerOf } from '../support/bridge.ts';
import { go, startDesk } from '../support/desk.ts';
import { dropOn } from '../support/drop.ts';
import { atEndOfTest } from '../support/ending.ts';
import { focused } from '../support/focus.ts';
import {
  chooseBankFile,
  fetchAccount,
  foreignAccount,
  newForeignBank,
  signIn,
} from '../support/foreign.ts';
import { emptyPlace } from '../support/place.ts';

const entryCount = 5_000;
const entriesADay = 60;
const dayMs = 86_400_000;

/** Entries of the last weeks, each with its own invoice in its words. */
function entriesOfWeeks() {
  const first = Date.now() - Math.ceil(entryCount / entriesADay) * dayMs;
  return trueEntries(entryCount, '2026-01-01').map((entry, at) => ({
    ...entry,
    customReference: '',
    narration: `Invoice ${String(400_000 + at)} Kestrel`,
    transactionDate: new Date(first + (at * dayMs) / entriesADay).toISOString(),
  }));
}

/** The ledger's line for each entry; the entries only in the books, only at the bank, late or without a reference are known. */
function ledgerOf(entries: ReturnType<typeof entriesOfWeeks>) {
  const strange = new Set([17, 2_400, 4_990]);
  const nameless = 1_200;
  const late = (at: number): boolean => at % 10 === 3;
  const lines = entries.map(({ amount, direction, transactionDate, narration }, at) => {
    const day = new Date(Date.parse(transactionDate) - (late(at) ? 2 * dayMs : 0));
    const [, number = ''] = /^Invoice (\d+)/.exec(narration) ?? [];
    const document = strange.has(at)
      ? `RE-90000${String(at)}`
      : at === nameless
        ? ''
        : `INVOICE-${number}`;
    const text = at === nameless ? 'Paid by card' : 'Kestrel Foods';
    const units = strange.has(at) ? '77777.7700' : amount;
    return [
      day.toISOString().slice(0, 10),
      document,
      text,
      `${direction === 'debit' ? '-' : ''}${units}`,
    ].join();
  });
  const open = strange.size + 1;
  return { lines, matched: entryCount - open, strange: strange.size };
}

const likelyPairs = (page: Page) => page.getByRole('grid', { name: 'Likely pairs' });

test('a ledger of 5,000 lines that is dropped on the position is matched two keys later as it truly is, and stays so over a quit and a start', async () => {
  const entries = entriesOfWeeks();
  const bank = await startForeignBank({
    ...{ entries, openingBalance: '1000.0000', pageSizeMax: 500, accountNumber: foreignAccount },
  });
  atEndOfTest(() => bank.close());
  const place = emptyPlace();
  const desk = await startDesk(place);
  const { page, hand } = desk;
  await chooseBankFile(desk, bank.bankFile());
  await signIn(desk);
  await page.getByText('No accounts yet').waitFor();
  await fetchAccount(page, foreignAccount);
  await page.getByRole('cell', { name: /^Checked to/ }).waitFor();

  const { lines, matched, strange } = ledgerOf(entries);
  const file = join(place.folder, `general ledger ${foreignAccount}.csv`);
  writeFileSync(
    file,
    ['Ledger 1200', 'Date,Document,Text,Amount', ...lines, ',,Total,0.00'].join('\n'),
  );
  await page.getByRole('heading', { name: 'Position', level: 1 }).waitFor();
  const before = hand.presses();
  await dropOn(page.getByRole('main'), file);
  const ask = page.getByRole('dialog', { name: /^What is general ledger/ });
  await expect.poll(() => ask.getByRole('radio', { name: /A ledger/ }).isChecked()).toBe(true);
  const goOn = ask.getByRole('button', { name: 'Go on' });
  await focused(goOn);
  await hand.press('Enter');
  const form = page.getByRole('form', { name: /^Ledger general ledger/ });
  await form.getByText('5,000 lines of the books beside 5,000 entries at the bank.').waitFor();
  await focused(form.getByRole('button', { name: 'Match' }));
  await hand.press('Enter');

  const head = page.getByText(
    `${matched.toLocaleString('en')} of 5,000 entries and ${matched.toLocaleString('en')} of 5,000 lines are matched`,
  );
  await head.waitFor();
  expect(hand.presses() - before).toBe(2);
  const books = page.getByRole('grid', { name: 'In the books only' });
  const atBank = page.getByRole('grid', { name: 'At the bank only' });
  // The line without a reference has one entry of its amount: a likely pair, which a person matches.
  await likelyPairs(page).getByText('Paid by card').waitFor();
  expect(await books.getByRole('row').count()).toBe(strange);
  expect(await atBank.getByRole('row').count()).toBe(strange);
  expect(await falseMatches(page)).toEqual([]);

  await desk.close();
  const again = await startDesk(place);
  await signIn(again);
  await again.page.getByRole('cell', { name: /^Checked to/ }).waitFor();
  await again.hand.press(';');
  await likelyPairs(again.page).getByText('Paid by card').waitFor();
  await again.page
    .getByText(`${matched.toLocaleString('en')} of 5,000 lines are matched`)
    .waitFor();
});

test('Enter matches only what a person chose, and Ctrl Z undoes only in the view that it shows', async () => {
  const bank = await newForeignBank();
  const place = emptyPlace();
  const desk = await startDesk(place);
  const { page, hand } = desk;
  await chooseBankFile(desk, bank.bankFile());
  await signIn(desk);
  await page.getByText('No accounts yet').waitFor();
  await fetchAccount(page, foreignAccount);
  await page.getByRole('cell', { name: /^Checked to/ }).waitFor();
  const day = new Date(Date.now() - 20 * dayMs).toISOString().slice(0, 10);
  const file = join(place.folder, `ledger ${foreignAccount}.csv`);
  // Entries 2 and 3 came in as 1.7404 and 2.1106.
  const lines = [',Kestrel,-5635.64', ',canary-narration,1.7404', ',canary-narration,2.1106'];
  writeFileSync(
    file,
    ['Date,Document,Text,Amount', ...lines.map((line) => day + ',' + line)].join('\n'),
  );
  await hand.press(';');
  await page.getByRole('heading', { name: 'Books', level: 1 }).waitFor();
  await dropOn(page.getByRole('main'), file);
  const form = page.getByRole('form', { name: /^Ledger ledger/ });
  await focused(form.getByRole('button', { name: 'Match' }));
  await hand.press('Enter');

  const likely = page.getByRole('grid', { name: 'Likely pairs' });
  await focused(likely);
  expect(await likely.getByRole('button', { name: 'Match', exact: true }).count()).toBe(2);
  const bookRows = page.getByRole('grid', { name: 'In the books only' });
  await bookRows.focus();
  await hand.press('Enter', 'ArrowDown', 'Enter', 'ArrowRight', 'Enter', 'Enter');
  const { rows: ledgers } = await outputOf<'books.list'>(page, 'books.list', {});
  const ledgerId = ledgers[0]?.ledgerId ?? '';
  const result = async () => await outputOf<'books.result'>(page, 'books.result', { ledgerId });
  expect((await result()).byRule.hand).toBeUndefined();
  // A payment is matched with no receipt: every one is passed over.
  const opposite = page.getByRole('row', { name: /opposite sign/ });
  expect(await opposite.count()).toBeGreaterThan(0);
  await hand.press('ArrowDown', 'Enter');
  await focused(page.getByRole('combobox', { name: 'Reason' }));
  expect((await result()).byRule.hand).toBeUndefined();

  await hand.press('Escape');
  await focused(page.getByRole('grid', { name: 'At the bank only' }));
  await hand.press('a');
  await page.getByText('Matched: 2 likely pairs.').waitFor();
  await go(desk, 'Statements');
  const entries = page.getByLabel('Entries', { exact: true });
  await entries.getByRole('row').nth(1).click();
  await hand.press('f');
  await page.getByText(/^Flagged: /).waitFor();
  await hand.press('1');
  await page.getByRole('heading', { name: 'Position', level: 1 }).waitFor();

  // The view of the last act opens first, and only then the act is undone there.
  await hand.press('Control+z');
  await page.getByText(/^Not undone yet\. Ctrl Z again undoes: Flagged: /).waitFor();
  await page.getByLabel('Entries', { exact: true }).waitFor();
  await hand.press('Control+z');
  await page.getByText(/^Undone: Flagged: /).waitFor();
  await hand.press('Control+z');
  await page.getByText('Not undone yet. Ctrl Z again undoes: Matched: 2 likely pairs.').waitFor();
  expect((await result()).byRule.hand).toBe(2);
  await bookRows.waitFor();
  expect(await likely.count()).toBe(0);
  await hand.press('Control+z');
  await page.getByText('Undone. Matched: 2 likely pairs.').waitFor();
  await focused(likely);
  expect(await likely.getByRole('button', { name: 'Match', exact: true }).count()).toBe(2);
  expect((await result()).byRule.hand).toBeUndefined();
});

/** Title and heading stand above the first line. */
const linesAbove = 2;

/** Every match that is not one line and the entry that it was written from. */
async function falseMatches(page: Page): Promise<BooksMatch[]> {
  const { rows } = await outputOf<'books.list'>(page, 'books.list', {});
  const { ledgerId = '' } = rows[0] ?? {};
  const matches: BooksMatch[] = [];
  for (let total = 1; matches.length < total;) {
    const some = await outputOf<'books.matches'>(page, 'books.matches', {
      ...{ ledgerId, index: matches.length, limit: 200 },
    });
    matches.push(...some.rows);
    total = some.total;
  }
  const isTrue = ({ books, bank }: BooksMatch): boolean =>
    books.length === 1 &&
    bank.length === 1 &&
    Number(bank[0]?.id.slice(2)) === (books[0]?.line ?? 0) - linesAbove - 1;
  return matches.filter((match) => !isTrue(match));
}

async function outputOf<R extends 'books.list' | 'books.matches' | 'books.result'>(
  page: Page,
  route: R,
  input: object,
) {
  const { value } = (await answerOf(page, route, input)) as { value: RouteOutput<R> };
  return value;
}
