import { expect, test } from 'vitest';

import { Router } from '../../../renderer/state/router.svelte.ts';

test('what a view notes is found again on the way back', () => {
  const router = new Router();
  router.go('webhooks');
  router.note('webhooks', { part: 'configuration' });
  router.go('position');
  router.back();
  expect(router.place).toMatchObject({ view: 'webhooks', params: { part: 'configuration' } });
});

test('a note of what is known already changes nothing, so that a view may note where it was opened', () => {
  const router = new Router();
  router.go('webhooks', { part: 'timeline' });
  const { place } = router;
  router.note('webhooks', { part: 'timeline' });
  expect(router.place).toBe(place);
});

test('a note that comes late, of a view that was left, changes nothing', () => {
  const router = new Router();
  router.go('webhooks');
  router.go('position');
  const { place } = router;
  router.note('webhooks', { part: 'timeline' });
  expect(router.place).toBe(place);
});

test('another bank starts at its position with no past; the same bank is where it was', () => {
  const router = new Router();
  router.belongTo('one');
  router.go('webhooks');
  router.belongTo('one');
  expect([router.view, router.canGoBack]).toEqual(['webhooks', true]);
  router.belongTo('other');
  expect([router.view, router.canGoBack]).toEqual(['position', false]);
});

test('a view opened by its name alone is where it was left; opened once more it begins anew', () => {
  const router = new Router();
  router.go('sub-clients');
  router.note('sub-clients', { tab: 'board' });
  router.go('position');
  router.go('sub-clients');
  expect(router.place).toMatchObject({ view: 'sub-clients', params: { tab: 'board' } });
  router.go('sub-clients');
  expect(router.place).toMatchObject({ view: 'sub-clients', params: {} });
});

test('what a view is opened with takes precedence over where it was left, and what it was only opened with is not stored', () => {
  const router = new Router();
  router.go('sub-clients');
  router.note('sub-clients', { tab: 'board' });
  router.go('payments', { again: 'PAY-1' });
  router.go('sub-clients', { entityId: 'SC-1' });
  expect(router.place.params).toEqual({ entityId: 'SC-1' });
  router.go('payments');
  expect(router.place.params).toEqual({});
});

test('a step within a view is taken back by itself, and the view is the same one', () => {
  const router = new Router();
  router.go('statements', { accountNumber: '1' });
  const { visit } = router.place;
  router.step('statements', { accountNumber: '1', direction: 'debit' });
  router.step('statements', { accountNumber: '1', direction: 'debit', search: 'acme' });
  router.back();
  expect(router.place).toEqual({
    view: 'statements',
    params: { accountNumber: '1', direction: 'debit' },
    visit,
  });
  router.back();
  expect(router.place).toEqual({ view: 'statements', params: { accountNumber: '1' }, visit });
  router.back();
  expect(router.view).toBe('position');
});

test('forward goes where back came from, until somebody goes elsewhere', () => {
  const router = new Router();
  router.go('payments');
  router.go('webhooks');
  router.back();
  router.back();
  router.forward();
  expect([router.view, router.canGoForward]).toEqual(['payments', true]);
  router.forward();
  expect([router.view, router.canGoForward]).toEqual(['webhooks', false]);
  router.back();
  router.go('activity');
  expect(router.canGoForward).toBe(false);
  router.back();
  expect(router.view).toBe('payments');
});

test('another bank has neither a way forward nor a place that was left', () => {
  const router = new Router();
  router.belongTo('one');
  router.go('webhooks');
  router.note('webhooks', { part: 'configuration' });
  router.back();
  router.belongTo('other');
  expect(router.canGoForward).toBe(false);
  router.go('webhooks');
  expect(router.place.params).toEqual({});
});
