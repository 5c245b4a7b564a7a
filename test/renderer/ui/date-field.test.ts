import '../../../renderer/ui/tokens.css';
import '../../../renderer/ui/base.css';
import '../../../renderer/ui/controls.css';

import axe from 'axe-core';
import { afterEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';

import DateField from '../../../renderer/ui/fields/DateField.svelte';
import { showDaysAs } from '../../../shared/calendar/day-labels.ts';
import { lacks, sees } from '../support/view.ts';

afterEach(() => {
  showDaysAs('named');
});

const field = page.getByRole('textbox', { name: 'From' });

async function open(value = ''): Promise<() => string> {
  const props = bindable(value);
  await render(DateField, props);
  return () => props.value;
}

/** Properties whose value can be bound from outside a component. */
function bindable(first: string) {
  let value = first;
  return {
    label: 'From',
    get value() {
      return value;
    },
    set value(next: string) {
      value = next;
    },
  };
}

test('a day is shown and typed as days are shown, and is ISO text outside', async () => {
  const value = await open('2026-11-02');
  await expect.element(field).toHaveValue('2 Nov 2026');
  await field.fill('20 nov 2026');
  expect(value()).toBe('2026-11-20');
  await userEvent.tab();
  await field.fill('2026-11-21');
  expect(value()).toBe('2026-11-21');
  expect((await axe.run(document.body)).violations.map(({ id }) => id)).not.toContain('label');
});

test('in another style it is written in that one, and never as the system would', async () => {
  showDaysAs('dotted');
  await open('2026-11-02');
  await expect.element(field).toHaveValue('02.11.2026');
  await expect.element(field).toHaveAttribute('placeholder', '20.11.2026');
});

test('what is no day leaves none behind and says how one is written', async () => {
  const value = await open('2026-11-02');
  await field.fill('31.2.2026');
  expect(value()).toBe('');
  await userEvent.tab();
  await sees(page.getByText('“31.2.2026” is not a date: write 20 Nov 2026.'));
  await field.fill('3.2.2026');
  expect(value()).toBe('2026-02-03');
  await lacks(page.getByText('is no day', { exact: false }));
  await field.fill('');
  await userEvent.tab();
  expect(value()).toBe('');
  await lacks(page.getByText('is no day', { exact: false }));
});
