import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { operationsPage, operationsTable } from '../../tools/operations-table.ts';

test('docs/OPERATIONS.md is what the catalogue says (npm run docs writes it)', () => {
  expect(readFileSync(operationsPage, 'utf8')).toBe(operationsTable());
});
