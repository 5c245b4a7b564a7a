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
