import '../../../renderer/ui/tokens.css';
import '../../../renderer/ui/base.css';

import { expect, test, vi } from 'vitest';

import { fitted } from '../../../renderer/ui/lists/fitted.ts';

const narration =
  'Inward payment of Copperline Cables GmbH for invoices 88213, 88214, 88219 and 88230, reference BFC/2026/11/0047';

test('what fits stays whole, in two lines too', () => {
  expect(fitted('Kestrel Logistics Ltd', { px: 300, lines: 1 })).toBe('Kestrel Logistics Ltd');
  expect(fitted(narration, { px: 480, lines: 2 })).toBe(narration);
  expect(fitted(narration, { px: 0, lines: 2 })).toBe(narration);
});

test('what does not fit keeps its beginning and its last words', () => {
  const short = fitted(narration, { px: 200, lines: 2 });
  expect(short).toMatch(/^Inward payment .* … .*BFC\/2026\/11\/0047$/);
  expect(narration.startsWith(short.split(' … ')[0] ?? '')).toBe(true);
});

test('an identifier keeps as many letters at its beginning as at its end', () => {
  const short = fitted('9f20c1d4-77aa-4c1b-8f3e-000000000120', { px: 130, lines: 1 });
  expect(short).toMatch(/^9f20\S*…\S*0120$/);
});

test.each([120, 160, 200, 260, 340])('at %i pixels what is shortened takes two lines', (px) => {
  const cell = document.createElement('div');
  cell.style.cssText = `width: ${String(px)}px; font-weight: 550; overflow-wrap: anywhere`;
  cell.style.lineHeight = '15px';
  document.body.append(cell);
  cell.textContent = fitted(narration, { px, lines: 2 });
  expect(cell.getBoundingClientRect().height).toBeLessThanOrEqual(30);
  cell.remove();
});

test.each([
  ['words', `${Array.from({ length: 15_000 }, (_, at) => `w${String(at)}`).join(' ')} INV-9`],
  ['one word', `${'W'.repeat(90_000)}INV-9`],
  ['letters without a width', `${'\u200B'.repeat(90_000)}INV-9`],
])('a very long narration of %s costs no more than the room it has', (_of, text) => {
  const measured = vi.spyOn(CanvasRenderingContext2D.prototype, 'measureText');
  const short = fitted(text, { px: 250, lines: 2 });
  expect(short.length).toBeLessThan(1_000);
  expect(short).toMatch(/INV-9$/);
  const letters = measured.mock.calls.reduce((sum, [part]) => sum + part.length, 0);
  expect(letters).toBeLessThan(20_000);
  measured.mockRestore();
});
