import '../../../renderer/ui/tokens.css';
import '../../../renderer/ui/base.css';
import '../../../renderer/ui/controls.css';

import { afterEach, expect, test } from 'vitest';

import { cutInLists, looksWrong } from '../../e2e/support/look/looks.ts';

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

test('a keycap in sight is seen where it is not that of the one main action', () => {
  const caps = (html: string): string[] => {
    document.body.innerHTML = `<main>${html}</main>`;
    return looksWrong().filter((words) => words.includes('keycap'));
  };
  const main = '<button class="button main">Pay <kbd>Enter</kbd></button>';
  expect(caps(main)).toEqual([]);
  expect(caps(`${main}<button role="tab">To do <kbd>T</kbd></button>`)).toEqual([
    'the keycap T stands in sight beside no main action',
  ]);
  expect(caps(`${main}<button>To do <kbd style="visibility: hidden">T</kbd></button>`)).toEqual([]);
  expect(caps(`${main}<button class="button main">New <kbd>N</kbd></button>`)).toEqual([
    'main actions with the keycaps Enter, N',
  ]);
});

test('a head whose main action is not at its right edge, or whose search is not at its left, is seen', () => {
  const orders = (html: string): string[] => {
    document.body.innerHTML = `<main>${html}</main>`;
    return looksWrong().filter((words) => words.includes('stand'));
  };
  const [search, quiet, main] = [
    '<input type="search" aria-label="Search">',
    '<button>Refresh</button>',
    '<button class="main">New</button>',
  ];
  const head = (...controls: string[]): string =>
    `<header><div class="actions">${controls.join('')}</div></header>`;
  expect(orders(head(search, quiet, main))).toEqual([]);
  expect(orders(head(quiet, search, main))).toEqual([
    'a head’s actions stand as Refresh, Search, New',
  ]);
  expect(orders(head(search, main, quiet))).toEqual([
    'a head’s actions stand as Search, New, Refresh',
  ]);
  const pane = (...controls: string[]): string =>
    `<aside><div class="foot">${controls.join('')}</div></aside>`;
  expect(orders(pane(main, quiet))).toEqual([]);
  expect(orders(pane(quiet, main))).toEqual([
    'a pane’s main action does not stand first: Refresh, New',
  ]);
});

test('a select that cuts its choice is seen, and one that holds it is well', () => {
  const select = (width: number) =>
    `<select class="control" style="width: ${String(width)}px"><option>Operating EUR ··7345</option></select>`;
  expect(drawn(select(100))).toEqual(['“Operating EUR ··7345” is cut by its select']);
  expect(drawn(select(240))).toEqual([]);
});

test('an amount that a pane covers is seen, and one beside it or scrolled out of its list is not', () => {
  const covered = (list: string, pane: string): string[] => {
    document.body.innerHTML = `<main style="position: relative; width: 400px; height: 200px">
      <div style="height: 100px; overflow: auto; ${list}"><span class="amount">1,250.00</span></div>
      <aside style="position: absolute; background: white; ${pane}">Detail</aside></main>`;
    return looksWrong().filter((words) => words.includes('under the pane'));
  };
  const right = 'inset: 0 0 0 200px';
  expect(covered('text-align: right', right)).toEqual(['the amount 1,250.00 lies under the pane']);
  expect(covered('', right)).toEqual([]);
  expect(covered('padding-top: 140px', 'inset: 100px 0 0 0')).toEqual([]);
});

test('a name that is shortened, and a reference that is shortened or broken, are seen in any list', () => {
  const table = (reference: string, name: string): string[] => {
    document.body.innerHTML = `<main style="width: 300px"><table><thead><tr><th>Payee</th><th>Reference</th></tr></thead>
      <tbody><tr><td>${name}</td><td style="max-width: 60px; overflow-wrap: anywhere">${reference}</td></tr></tbody></table></main>`;
    return cutInLists();
  };
  expect(table('PAY-1', longName)).toEqual([]);
  expect(table('PAY-2026-11-24-0000-0000-0000-0001', longName)).toEqual([
    '“PAY-2026-11-24-0000-0000-0000-0001” is broken under Reference',
  ]);
  expect(table('PAY-…-1', 'Okonkwo … Exports')).toEqual([
    '“Okonkwo … Exports” is shortened under Payee',
    '“PAY-…-1” is shortened under Reference',
  ]);
});
