import { expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page } from 'vitest/browser';

import ExtraFields from '../../../renderer/ui/facts/ExtraFields.svelte';
import '../../../renderer/ui/base.css';
import { button, lacks, sees } from '../support/view.ts';

const part = () => page.getByRole('region', { name: 'Extra fields from the bank' });
const words = (): string => part().element().textContent.replace(/\s+/g, ' ');

test('the extra fields of a bank are a list of its own names and values, digit for digit', async () => {
  const extras =
    '{"counterparty":{"name":"Ada Obi"},"limit":12345678901234567890.10,"none":null,"tags":["a","b"]}';
  await render(ExtraFields, { extras: extras });
  await sees('Extra fields from the bank');
  for (const [name, value] of [
    ['counterparty.name', 'Ada Obi'],
    ['limit', '12345678901234567890.10'],
    ['none', 'null'],
    ['tags 2', 'b'],
  ])
    expect(words()).toContain(`${name} ${value}`);
});

test.each([undefined, null])('a record without extra fields shows nothing: %s', async (extras) => {
  await render(ExtraFields, { extras: extras });
  await lacks('Extra fields from the bank');
  expect(document.body.textContent.trim()).toBe('');
});

test('a stranger’s text hides nothing, stays in the pane and is drawn as text', async () => {
  const extras = JSON.stringify({
    'amount\u202Eevil': '<img src=x onerror="document.title=1">',
    a: { b: 1 },
    'a.b': 2,
    long: 'x'.repeat(5_000),
    '': 'nameless',
  });
  const { container } = await render(ExtraFields, { extras: extras });
  container.style.width = '300px';
  expect(words()).toContain('amount\\u{202E}evil');
  expect(words()).toContain('<img src=x');
  expect(words()).toContain('a.b (2)');
  expect(words()).toContain('no name nameless');
  expect(container.querySelector('img')).toBeNull();
  expect(words().length).toBeLessThan(1_500);
  expect(part().element().scrollWidth).toBeLessThanOrEqual(300);
});

test('much of it is folded, and what is not stored is named', async () => {
  const fields = Object.fromEntries(
    Array.from({ length: 40 }, (_, n) => [`field${String(n).padStart(2, '0')}`, n]),
  );
  await render(ExtraFields, { extras: JSON.stringify([fields, ['viewToken', 'scan']]) });
  await lacks('field39');
  await sees('Not stored, as it is too long, too deep or may be a secret: viewToken, scan.');
  await button('Show all 40').click();
  await sees('field39');
});
