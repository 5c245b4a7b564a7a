import '../../../renderer/ui/tokens.css';
import '../../../renderer/ui/base.css';
import '../../../renderer/ui/controls.css';

import axe from 'axe-core';
import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';

import App from '../../../renderer/shell/App.svelte';
import { helpOf, pages, terms } from '../../../renderer/shell/help/help-pages.ts';
import { excerpt, search, sectionsOf } from '../../../renderer/shell/help/help-search.ts';
import { blocksOf, plainText, textOf } from '../../../renderer/shell/help/markdown.ts';
import { navigation } from '../../../renderer/shell/navigation.ts';
import { workingDesk } from '../support/desk-records.ts';
import { installBridge } from '../support/fake-bridge.ts';
import { button, lacks, sees } from '../support/view.ts';
import '../support/views-loaded.ts';

const help = page.getByRole('dialog', { name: 'Help' });

beforeEach(async () => {
  await page.viewport(1440, 900);
  installBridge(workingDesk());
});

async function openHelp(view: string): Promise<void> {
  await render(App);
  await sees('Treasury EUR');
  if (view !== '1') await userEvent.keyboard(view);
  await expect.poll(() => document.querySelector('main h1')).not.toBeNull();
  await userEvent.keyboard('{F1}');
  await sees(help);
}

test('every page of the guide and every term is read, with no mark of Markdown left in its words', () => {
  expect(pages.length).toBeGreaterThan(12);
  expect(terms.length).toBeGreaterThan(60);
  const words = [
    ...pages.flatMap(({ blocks }) => blocks.filter(({ kind }) => kind !== 'code').map(textOf)),
    ...terms.map(({ term, means }) => `${plainText(term)}: ${plainText(means)}`),
  ];
  expect(words.filter((text) => /\*\*|\]\(|^#|^\||`/.test(text))).toEqual([]);
  expect(
    terms.find(({ term }) => plainText(term) === 'withdrawn')?.means.map(({ text }) => text),
  ).toEqual(['an entry the bank no longer sends']);
});

test('every view has a page that is there, and every link of a page leads to one', () => {
  const ids = pages.map(({ id }) => id);
  for (const { id } of navigation) expect(ids).toContain(helpOf(id));
  const linked = pages
    .flatMap(({ blocks }) => blocks)
    .flatMap((block) =>
      block.kind === 'table' ? block.rows.flat(2) : block.kind === 'paragraph' ? block.line : [],
    )
    .flatMap(({ page: to }) => to ?? []);
  expect(linked.length).toBeGreaterThan(10);
  expect(linked.filter((id) => !ids.includes(id))).toEqual([]);
});

test('what is written becomes data: no mark, no address and no tag of it acts', () => {
  expect(
    blocksOf(
      '# A\n\nSee **b** and `c`, [d](pay.md), [e](javascript:x).\n\n1. one\n   more\n2. two\n\n<b>x</b>',
    ),
  ).toEqual([
    { kind: 'title', line: [{ text: 'A', as: 'plain' }] },
    {
      kind: 'paragraph',
      line: [
        { text: 'See ', as: 'plain' },
        { text: 'b', as: 'strong' },
        { text: ' and ', as: 'plain' },
        { text: 'c', as: 'code' },
        { text: ', ', as: 'plain' },
        { text: 'd', as: 'link', page: 'pay' },
        { text: ', ', as: 'plain' },
        { text: 'e', as: 'plain' },
        { text: '.', as: 'plain' },
      ],
    },
    {
      kind: 'list',
      isNumbered: true,
      items: [[{ text: 'one more', as: 'plain' }], [{ text: 'two', as: 'plain' }]],
    },
    { kind: 'paragraph', line: [{ text: '<b>x</b>', as: 'plain' }] },
  ]);
});

test('a search finds terms by name before those that name it, and parts of pages, in any order of words', () => {
  const found = search('balance running', { terms, pages });
  expect(plainText(found.terms[0]?.term ?? [])).toBe('running balance');
  expect(search('zzzz', { terms, pages })).toEqual({ terms: [], sections: [] });
  const [one] = search('unknown no answer', {
    terms,
    pages: pages.filter(({ id }) => id === 'pay'),
  }).sections;
  expect(one?.page.id).toBe('pay');
  expect(excerpt(one?.text ?? '', 'unknown')).toMatch(/unknown/i);
  expect(pages.flatMap(sectionsOf).length).toBeGreaterThan(pages.length);
});

test('F1 opens the page of the view, Escape gives the view and the focus back', async () => {
  await openHelp('4');
  await sees(help.getByRole('heading', { name: 'Pay', exact: true }));
  await expect.element(help.getByRole('searchbox', { name: 'Search the help' })).toHaveFocus();
  const { violations } = await axe.run(document.body);
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await lacks(help);
  await userEvent.keyboard('1');
  await sees(page.getByRole('heading', { name: 'Position' }));
});

test('in a field F1 works too, and the field has the focus again behind it', async () => {
  await render(App);
  await button('Add account…').click();
  const field = page.getByRole('textbox').first();
  await field.click();
  await userEvent.keyboard('{F1}');
  await sees(help);
  await userEvent.keyboard('{Escape}');
  await lacks(help);
  await expect.element(field).toHaveFocus();
});

test('the glossary is searched as it is typed, and a page is opened out of what was found', async () => {
  await openHelp('1');
  await userEvent.keyboard('settle window');
  const found = help.getByRole('region', { name: 'Found in the help' });
  await sees(
    found.getByText('settle window', { exact: true }),
    found.getByText(/ten minutes in which/),
  );
  await help.getByRole('searchbox', { name: 'Search the help' }).fill('doctor certificate');
  await found
    .getByRole('button', { name: /^Add a bank/ })
    .first()
    .click();
  await sees(help.getByRole('region', { name: 'Add a bank' }));
  await help.getByRole('searchbox', { name: 'Search the help' }).fill('qqqq');
  await sees(/^Nothing in the help has all of these words/);
});
