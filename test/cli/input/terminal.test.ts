import { expect, test } from 'vitest';

import { oneLine } from '../../../electron/cli/input/terminal.ts';

test('a stranger’s text stays on one line, whole, and moves no cursor', () => {
  const name = `Acme\nApproved: 1.00 EUR\u001B[2J\u202E${'x'.repeat(400)}`;
  expect(oneLine(name)).toBe(`Acme Approved: 1.00 EUR [2J ${'x'.repeat(400)}`);
});
