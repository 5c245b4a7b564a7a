import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { reliabilityCases } from '../../tools/reliability/cases.ts';
import {
  checksByCase,
  reliabilityFile,
  reliabilityPage,
  testsByCase,
} from '../../tools/reliability/page.ts';

const ids = Object.values(reliabilityCases)
  .flat()
  .map(({ id }) => id);

test('every fault that the desk is held against is met by a test, or stands on the release checklist', () => {
  const met = new Set([...testsByCase().keys(), ...checksByCase().keys()]);
  expect(ids.filter((id) => !met.has(id))).toEqual([]);
  expect(new Set(ids).size).toBe(103);
});

test('no test and no checklist claims a case that does not exist', () => {
  const claimed = [...testsByCase().keys(), ...checksByCase().keys()];
  expect(claimed.filter((id) => !ids.includes(id))).toEqual([]);
});

test('docs/RELIABILITY.md is what the tests say (npm run docs writes it)', () => {
  expect(readFileSync(reliabilityFile, 'utf8')).toBe(reliabilityPage());
});
