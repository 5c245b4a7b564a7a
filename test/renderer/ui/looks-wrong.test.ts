import '../../../renderer/ui/tokens.css';
import '../../../renderer/ui/base.css';
import '../../../renderer/ui/controls.css';

import { afterEach, expect, test } from 'vitest';

import { looksWrong } from '../../e2e/support/looks.ts';

afterEach(() => {
  document.body.replaceChildren();
});

const drawn = (html: string): string[] => {
  document.body.innerHTML = `<main style="width: 160px">${html}</main>`;
  return looksWrong().filter((words) => words.startsWith('“'));
};
const longName = 'Okonkwo and Daughters Agricultural Exports of Lagos';

test('a name that ends in dots is seen, in one line and in two', () => {
  expect(drawn(`<p class="cut">${longName}</p>`)).toEqual([
    `“${longName.slice(0, 40)}” ends in dots`,
  ]);
  expect(drawn(`<p class="two-lines">${longName} ${longName}</p>`)).toEqual([
    `“${longName.slice(0, 40)}” ends in dots`,
  ]);
});

test('a name that stands whole is well', () => {
  expect(drawn('<p class="cut">Kestrel</p><p class="two-lines">Kestrel Logistics Ltd</p>')).toEqual(
    [],
  );
});

test('a select that cuts its choice is seen, and one that holds it is well', () => {
  const select = (width: number) =>
    `<select class="control" style="width: ${String(width)}px"><option>Operating EUR ··7345</option></select>`;
  expect(drawn(select(100))).toEqual(['“Operating EUR ··7345” is cut by its select']);
  expect(drawn(select(240))).toEqual([]);
});
