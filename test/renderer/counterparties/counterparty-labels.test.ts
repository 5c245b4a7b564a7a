import { expect, test } from 'vitest';

import {
  eventTitle,
  everyText,
  fieldLabel,
  habitText,
  monthLabel,
  movementsText,
  openKindLabel,
  paymentStateText,
  sizeLabel,
  termText,
} from '../../../renderer/features/counterparties/counterparty-labels.ts';
import { fullDay } from '../../../shared/calendar/day-labels.ts';
import { counterparty } from './counterparty-records.ts';

test('fields, months and sizes are written as a person reads them', () => {
  expect(
    ['accountNumber', 'bankBicOrCode', 'branchInformation.branchCode', 'postCode'].map(fieldLabel),
  ).toEqual(['Account number', 'BIC or code', 'Branch information: Branch code', 'Post code']);
  expect([monthLabel('2026-01'), sizeLabel(3), sizeLabel(2_120_400)]).toEqual([
    ...['Jan 2026', '1 KB', '2.1 MB'],
  ]);
});

test('habits and terms count what they rest on', () => {
  expect([
    habitText({ late: 0, times: 2 }),
    habitText({ late: -3, times: 2 }),
    habitText({ late: 1, times: 12 }),
    termText({ days: 1, invoices: 1 }),
    ...[everyText(null), everyText(1), everyText(30)],
  ]).toEqual([
    'on time, as in 2 payments',
    '3 days early, as in 2 payments',
    'a day late, as in 12 payments',
    'a day, as in 1 invoice',
    ...['', 'every day', 'about every 30 days'],
  ]);
});

test('a payment shows what this desk knows of it before the bank’s status', () => {
  const [payment] = counterparty().payments;
  const textOf = (given: object) => paymentStateText({ ...payment!, ...given });
  expect([
    textOf({}),
    textOf({ state: 'unknown' }),
    textOf({ status: '' }),
    textOf({ state: null, status: '' }),
  ]).toEqual(['BOOKED', 'no answer: it may have gone through', 'accepted', '']);
});

test('open things, events and movements have their words', () => {
  const { open, details, entries } = counterparty();
  expect(open.map(openKindLabel)).toEqual([
    ...['Overdue payment', 'Receivable', 'No answer yet', 'Invoice'],
  ]);
  expect([...details, { kind: 'gone', at: null } as const].map(eventTitle)).toEqual([
    'Changed by Ines Obi',
    'Changed at the bank',
    'Bank details checked by Ines Obi',
    'First known details',
    'No longer in the bank’s list',
  ]);
  expect(movementsText({ ...entries, count: 1, first: '2026-11-20' }, fullDay)).toBe(
    '1 entry · first 20 Nov 2026 · last 20 Nov 2026',
  );
});
