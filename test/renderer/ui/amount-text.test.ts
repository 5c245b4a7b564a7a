import '../../../renderer/ui/tokens.css';
import '../../../renderer/ui/base.css';

import { expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';

import type { Money } from '../../../shared/money/money.ts';
import AmountText from '../../../renderer/ui/text/AmountText.svelte';

async function textOf(money: Money, rest: Record<string, unknown> = {}): Promise<string> {
  const { container } = await render(AmountText, { money, ...rest });
  return container.textContent.trim().replaceAll('\u00a0', ' ');
}

test('an amount has its digits grouped and its currency behind it', async () => {
  expect(await textOf({ amount: '8420118.90', currency: 'USD' })).toBe('8,420,118.90 USD');
});

test('a currency shows its own number of minor digits', async () => {
  expect(await textOf({ amount: '184220500', currency: 'JPY' })).toBe('184,220,500 JPY');
  expect(await textOf({ amount: '88410.28', currency: 'KWD' })).toBe('88,410.280 KWD');
});

test('digits beyond the minor ones are shown, never rounded away', async () => {
  expect(await textOf({ amount: '0.1234', currency: 'USD' })).toBe('0.1234 USD');
});

test('a negative amount has a real minus sign', async () => {
  expect(await textOf({ amount: '-5.00', currency: 'EUR' })).toBe('−5.00 EUR');
});

test('a debit gets one minus sign, not two', async () => {
  const debit = { direction: 'debit' };
  expect(await textOf({ amount: '5.00', currency: 'EUR' }, debit)).toBe('−5.00 EUR');
  expect(await textOf({ amount: '-5.00', currency: 'EUR' }, debit)).toBe('−5.00 EUR');
});

test('the minor digits stand apart, to be dimmed', async () => {
  const { container } = await render(AmountText, { money: { amount: '12.34', currency: 'USD' } });
  expect(container.querySelector('.minor')?.textContent).toBe('.34');
});

test('amounts of several currencies stand under each other at the point, however wide their codes are', async () => {
  const points: number[] = [];
  for (const money of [
    { amount: '88410.28', currency: 'KWD' },
    { amount: '2640118.07', currency: 'EUR' },
    { amount: '184220500', currency: 'JPY' },
  ]) {
    const { container } = await render(AmountText, { money, digits: 3 });
    container.style.cssText = 'display: block; width: 300px; text-align: right';
    const whole = document.createRange();
    whole.selectNodeContents(container.querySelector('.amount')!);
    whole.setEndBefore(container.querySelector('.minor')!);
    points.push(Math.round(whole.getBoundingClientRect().right));
  }
  expect(new Set(points).size, points.join(', ')).toBe(1);
});
