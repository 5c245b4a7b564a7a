import { expect, test } from 'vitest';

import { parseBankFile } from '../../../electron/engines/bank/file/bank-file.ts';
import type { OpenBank } from '../../../electron/engines/submissions/open-bank.ts';
import { calendarHandlers } from '../../../electron/nouns/payments/arrival/calendar-days.ts';
import { holidayEdition } from '../../../shared/calendar/holiday-edition.ts';
import { accountOf, beginning, openLoneDesk } from '../../support/desks/lone-desk.ts';

const days = [
  { day: '2026-12-24', name: 'Bank day' },
  { day: '2026-12-25', calendar: 'USD', name: 'Open on Christmas', open: true },
  { day: '2026-12-28', calendar: 'NG', name: 'Of Nigeria' },
];
const cutOffs = [{ currency: 'EUR', at: '15:30', zone: 'Europe/Berlin', days: 1 }];

function viewOf(bank: object, code?: string) {
  const file = parseBankFile(
    JSON.stringify({ name: 'B', environment: 'uat', baseUrl: 'https://bank.invalid', ...bank }),
  );
  if (!file.ok) expect.fail(file.error.message);
  const desk = openLoneDesk();
  desk.cache.saveAccounts([accountOf()], beginning);
  const { clock } = desk.parts;
  const open = { clock, copy: { reader: desk.reader }, profile: { bankFile: file.value } };
  const handlers = calendarHandlers(() => open as unknown as OpenBank);
  const view = handlers['calendars.view'](code === undefined ? {} : { code }, {
    correlationId: 'test',
  });
  return view;
}

test('the first calendar is that of an account, and own days count before holidays, open ones too', async () => {
  const view = await viewOf({ calendars: { days, dueDays: 'before' }, cutOffs });
  if (!view.ok) expect.fail(view.error.message);
  const { value } = view;
  expect(value).toMatchObject({
    ...{ code: 'USD', isKnown: true, edition: holidayEdition, dueDays: 'before', ownDayCount: 3 },
    codesInUse: ['USD', 'EUR', 'NG'],
    cutOffs: [{ operation: 'createSingleTransfer', ...cutOffs[0] }],
  });
  expect(value.days.filter(({ day }) => day > '2026-12-01' && day < '2027-01-05')).toEqual([
    { day: '2026-12-24', name: 'Bank day', kind: 'closed', isOwn: true },
    { day: '2026-12-25', name: 'Open on Christmas', kind: 'open', isOwn: true },
    { day: '2027-01-01', name: 'New Year’s Day', kind: 'closed', isOwn: false },
  ]);
  expect(value.countries).toContain('NG');
});

test('a calendar whose holidays are not known has own days alone, and says so', async () => {
  const view = await viewOf({ calendars: { days } }, 'XAU');
  expect(view.ok && view.value).toMatchObject({
    ...{ code: 'XAU', isKnown: false, cutOffs: [], dueDays: 'after' },
    days: [{ day: '2026-12-24', name: 'Bank day', kind: 'closed', isOwn: true }],
  });
});
