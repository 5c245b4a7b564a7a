import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import WebhooksView from '../../../renderer/features/webhooks/WebhooksView.svelte';
import { dayWords, linesOf } from '../../../renderer/features/webhooks/timeline/timeline-lines.ts';
import {
  eventWords,
  fieldWords,
  kindChoices,
  wholeWords,
} from '../../../renderer/features/webhooks/timeline/timeline-labels.ts';
import type { Shared } from '../../../renderer/state/context.ts';
import { appError } from '../../../shared/errors.ts';
import { bankEventKinds } from '../../../shared/ipc/review/timeline.ts';
import WithShared from '../support/WithShared.svelte';
import { bankEvent, timelineAnswers, webhookAnswers } from './webhook-records.ts';
import { requested, bridge, lacks, openDesk, sees, wideWindow } from '../support/view.ts';

let shared: Shared;
let newest = 0;

function open(events: number) {
  newest = events;
  shared = openDesk({ ...webhookAnswers(), ...timelineAnswers(() => newest) });
  void render(WithShared, { shared, view: WebhooksView });
}

function arrive(count: number) {
  newest += count;
  bridge.announce('store.changed', { topic: 'timeline' });
}

const grid = () => page.getByRole('grid');
const rows = () => page.getByRole('row').elements();
const waiting = page.getByRole('button', { name: /\d+\+? new/ });
const selected = () => rows().find((row) => row.getAttribute('aria-selected') === 'true');

beforeEach(wideWindow);

test('events stand under their day, newest first', () => {
  const lines = linesOf([bankEvent(10), bankEvent(9), bankEvent(5)]);
  expect(lines.map((line) => line.day ?? line.event.eventId)).toEqual([
    '2026-11-20',
    10,
    9,
    '2026-11-19',
    5,
  ]);
  expect(dayWords('2026-11-20', '2026-11-20')).toBe('Today');
  expect(dayWords('2026-11-19', '2026-11-20')).toBe('Yesterday');
  expect(dayWords('2026-11-12', '2026-11-20')).toBe('Thursday, 12 Nov 2026');
});

test('fields and changes are shown in words, what the bank said stays as it was', () => {
  expect(fieldWords('approvalStatus')).toBe('approval status');
  expect(fieldWords('callbackUrl.test')).toBe('callback url, test');
  expect(wholeWords({ ...bankEvent(1), change: 'appeared' })).toBe('new');
  expect(wholeWords({ ...bankEvent(1), kind: 'entry', change: 'gone' })).toBe('withdrawn');
  expect(wholeWords(bankEvent(10))).toBeNull();
  expect(eventWords(bankEvent(10))).toBe(
    'Transfer · 12,400.00 USD to Harmattan Foods Ltd · status: completed → returned',
  );
});

test('every kind of event can be looked at alone', () => {
  const listed = kindChoices.flatMap(({ kinds = [] }) => kinds);
  expect(listed.toSorted()).toEqual([...bankEventKinds].toSorted());
});

test('a line shows the kind, what it is about, before and now, and the account by its name', async () => {
  open(10);
  const row = page.getByRole('row', { name: /status.*returned/ });
  await expect
    .element(row)
    .toMatchTextContent(/Transfer.*Harmattan.*completed.*returned.*Operating/s);
  await expect
    .element(page.getByRole('row', { name: /37 new entries/ }))
    .toMatchTextContent(/Entry.*new.*Collections/s);
});

test('new events announce themselves and wait; the list does not move until they are asked for', async () => {
  open(10);
  await sees('37 new entries');
  const before = grid().element().getAttribute('aria-rowcount');
  arrive(2);
  await expect.element(waiting).toMatchTextContent('2 new');
  arrive(1);
  await expect.element(waiting).toMatchTextContent('3 new');
  expect(grid().element().getAttribute('aria-rowcount')).toBe(before);
  await userEvent.keyboard('n');
  await lacks(waiting);
  expect(Number(grid().element().getAttribute('aria-rowcount'))).toBeGreaterThan(Number(before));
});

test('what is selected stays selected when others come in above it', async () => {
  open(10);
  await sees('37 new entries');
  await userEvent.keyboard('jjj');
  await expect.poll(() => selected()?.textContent).toContain('37 new entries');
  arrive(2);
  await sees(waiting);
  await waiting.click();
  const is = () => selected()?.textContent ?? '';
  await expect.poll(is).toContain('37 new entries');
});

test('j and k go from event to event, over the days, and Enter opens the record', async () => {
  open(10);
  await sees('37 new entries');
  await userEvent.keyboard('j');
  await expect.poll(() => selected()?.textContent).toContain('completed');
  await userEvent.keyboard('jjjj');
  await expect.poll(() => selected()?.textContent).toContain('TAX_CERTIFICATE');
  await userEvent.keyboard('k');
  await expect.poll(() => selected()?.textContent).toContain('Oduya Foods');
  await userEvent.keyboard('{Enter}');
  expect(shared.router.place).toMatchObject({
    view: 'beneficiaries',
    params: { entityId: 'b-1' },
  });
});

test.each([
  [0, 'payments', { reference: 'PAY-7' }],
  [2, 'statements', { accountNumber: '30020932', entryId: 'e-37' }],
  [4, 'sub-clients', { entityId: 's-1', place: 'documents' }],
  [6, 'sub-clients', { entityId: 's-1' }],
  [7, 'conversions', { tradeId: 'x-1' }],
  [8, 'accounts', { accountNumber: '30099999' }],
  [9, 'webhooks', { part: 'configuration' }],
] as const)('event %i opens %s', async (age, view, params) => {
  open(10);
  await sees('37 new entries');
  await userEvent.keyboard('j'.repeat(age + 1));
  await userEvent.keyboard('{Enter}');
  expect(shared.router.place).toMatchObject({ view, params });
});

test('the list is narrowed by kind and by words, and shows everything again', async () => {
  open(40);
  await sees(page.getByText('Oduya Foods').first());
  await page.getByLabelText('Which changes').selectOptions('Conversions');
  await lacks('Oduya Foods');
  await sees(page.getByText(/92,114.50 EUR/).first());
  expect(bridge.requested.at(-1)?.input).toMatchObject({ kinds: ['trade'] });
  await userEvent.keyboard('/nothing like it');
  await sees(page.getByRole('heading', { name: 'Nothing found' }));
  await page.getByRole('button', { name: 'Show everything' }).click();
  await sees(page.getByText('Oduya Foods').first());
});

test('older events are read when the end comes into view', async () => {
  open(250);
  await sees(page.getByText('37 new entries').first());
  expect(requested('timeline.list')).toHaveLength(1);
  await expect
    .poll(() => {
      grid().element().scrollTop = 100 * 34;
      return grid().element().scrollTop;
    })
    .toBeGreaterThan(60 * 34);
  await expect
    .poll(() => requested('timeline.list'), { timeout: 10_000 })
    .toContainEqual(expect.objectContaining({ before: 151 }));
});

test('with no events the view says what will be here, and the first one comes by itself', async () => {
  open(0);
  await sees(page.getByRole('heading', { name: 'Nothing has changed yet' }));
  arrive(1);
  await sees('Webhook configuration');
});

test('a failure is shown, and tried again', async () => {
  open(10);
  await sees('37 new entries');
  const error = { ...appError('internal', 'c-1'), retryable: true };
  bridge.answer('timeline.list', () => ({ ok: false, error }));
  await page.getByLabelText('Which changes').selectOptions('Entries');
  await sees(page.getByText(error.message.split('. ')[0]!).first());
  bridge.answer('timeline.list', timelineAnswers(() => 10)['timeline.list']!);
  await page.getByRole('button', { name: 'Try again' }).click();
  await sees('37 new entries');
});
