import { expect, test } from 'vitest';

import type { SubClientRow } from '../../shared/ipc/changes/sub-clients.ts';
import { newReference } from '../../shared/reference.ts';
import {
  openOnboardingDesk,
  wholeDetails,
  type OnboardingDesk,
} from '../support/desks/onboarding-desk.ts';
import { testTime } from '../support/setup/time.ts';

const named = async (desk: OnboardingDesk, name: string): Promise<SubClientRow[]> =>
  (await desk.get('subClients.list', { search: '' })).rows.filter((row) => row.name === name);

const stateOf = async (desk: OnboardingDesk, submissionId: string) =>
  desk.get('submissions.get', { submissionId });

test('a creation whose answer is lost is found in the bank’s list and never sent twice', async () => {
  const desk = await openOnboardingDesk();
  // One of the same name from before is no sign of it.
  expect(await desk.elsewhere('POST', '', { name: 'Baobab Textiles', city: 'Thiès' })).toBe(200);
  await desk.strike('createSubclient');
  const order = { reference: newReference(), details: wholeDetails };
  const lost = await desk.get('subClients.create', order);
  expect(lost).toMatchObject({
    state: 'unknown',
    error: { code: 'outcome.unknown' },
    recordId: null,
  });
  await desk.strike(null);
  expect((await desk.get('subClients.create', order)).state).toBe('unknown');
  const twin = { ...order, reference: newReference() };
  expect((await desk.refused('subClients.create', twin)).code).toBe('outcome.unknown');
  await desk.daysLater(1);
  const found = await desk.get('submissions.lookUp', { submissionId: lost.submissionId });
  expect(found).toMatchObject({ state: 'accepted', error: null });
  const { subClient } = await desk.read(found.recordId ?? '');
  expect(subClient).toMatchObject(wholeDetails);
  expect(await named(desk, 'Baobab Textiles')).toHaveLength(2);
  expect(await desk.calls('createSubclient')).toBe(2);
});

test('a creation that the bank never got is not found at once, and stays unknown', async () => {
  const desk = await openOnboardingDesk();
  await desk.strike('createSubclient', 'reset');
  const lost = await desk.create(wholeDetails);
  await desk.strike(null);
  expect(lost.state).toBe('unknown');
  await desk.get('subClients.refresh', {});
  expect(await stateOf(desk, lost.submissionId)).toMatchObject({
    state: 'unknown',
    recordId: null,
  });
  expect(await named(desk, 'Baobab Textiles')).toEqual([]);
});

test('of two records that both look like a lost creation, neither is taken for it', async () => {
  const desk = await openOnboardingDesk();
  await desk.strike('createSubclient');
  const lost = await desk.create(wholeDetails);
  await desk.strike(null);
  expect(await desk.elsewhere('POST', '', wholeDetails)).toBe(200);
  await desk.get('subClients.refresh', {});
  const { state, history } = await stateOf(desk, lost.submissionId);
  expect(state).toBe('unknown');
  expect(history.at(-1)?.words).toMatch(/^The bank has 2 new records like it: \S+ and \S+\.$/);
});

test('an owner and an update whose answers are lost are found by reading, one after the other', async () => {
  const desk = await openOnboardingDesk();
  const entityId = (await desk.create(wholeDetails)).recordId ?? '';
  await desk.strike('createSubclientShareholder');
  const owner = await desk.addOwner(entityId, 'Awa Diop', '60');
  expect(owner.state).toBe('unknown');
  await desk.strike(null);
  const open = await desk.read(entityId);
  expect(open.openSubmission).toMatchObject({ submissionId: owner.submissionId });
  expect(open.requirements[0]).toMatchObject({ kind: 'unknown', place: 'shareholders' });
  const change = { reference: newReference(), entityId, change: { city: 'Thiès' } };
  expect((await desk.refused('subClients.update', change)).code).toBe('outcome.unknown');

  await desk.get('submissions.lookUp', { submissionId: owner.submissionId });
  const settled = await desk.read(entityId);
  expect(settled.openSubmission).toBeNull();
  expect(settled.shareholding).toMatchObject({ total: '60' });
  expect(await stateOf(desk, owner.submissionId)).toMatchObject({
    state: 'accepted',
    recordId: settled.shareholding?.shareholders[0]?.id,
  });
  expect(await desk.calls('createSubclientShareholder')).toBe(1);

  await desk.strike('updateSubclientShareholder');
  const lowered = await desk.get('shareholders.update', {
    reference: newReference(),
    subClientId: entityId,
    shareholderId: settled.shareholding?.shareholders[0]?.id ?? '',
    change: { ownershipPercentage: '55.5' },
  });
  expect(lowered.state).toBe('unknown');
  await desk.strike('updateSubclient');
  await desk.get('subClients.refresh', { entityId });
  expect(await stateOf(desk, lowered.submissionId)).toMatchObject({ state: 'accepted' });
  expect((await desk.read(entityId)).shareholding?.total).toBe('55.5');

  const moved = await desk.get('subClients.update', change);
  expect(moved.state).toBe('unknown');
  await desk.strike(null);
  await desk.get('subClients.refresh', { entityId });
  expect(await stateOf(desk, moved.submissionId)).toMatchObject({ state: 'accepted' });
  expect((await desk.read(entityId)).subClient.city).toBe('Thiès');
});

test('a creation that the bank does not have after ten minutes is sent again by a person, once', async () => {
  const time = testTime();
  const desk = await openOnboardingDesk({ clock: time.clock });
  await desk.strike('createSubclient', 'reset');
  const { submissionId } = await desk.create(wholeDetails);
  await desk.strike(null);
  await desk.get('submissions.lookUp', { submissionId });
  time.passes(11 * 60_000);
  await desk.minutesLater(11);
  expect(await desk.get('submissions.lookUp', { submissionId })).toMatchObject({
    state: 'not-found',
    mayRepeat: true,
  });
  const again = await desk.get('submissions.sendAgain', { submissionId });
  expect(again).toMatchObject({ state: 'accepted', attempts: 2 });
  expect((await desk.read(again.recordId ?? '')).subClient).toMatchObject(wholeDetails);
  expect(await named(desk, 'Baobab Textiles')).toHaveLength(1);
});

test('a submission whose answer is lost is seen by the review it began, not by an earlier rejection', async () => {
  const desk = await openOnboardingDesk();
  const { rows } = await desk.get('subClients.list', { search: '' });
  const rejected = rows.find(({ approvalStatus }) => approvalStatus === 'rejected');
  const entityId = rejected?.entityId ?? '';
  const submit = { reference: newReference(), entityId };
  await desk.strike('submitSubclient', 'reset');
  const { submissionId, state } = await desk.get('subClients.submit', submit);
  expect(state).toBe('unknown');
  await desk.daysLater(1);
  // Somebody else changes it later; it is still the old rejection that stands there.
  expect(await desk.elsewhere('PATCH', `/${entityId}`, { state: 'Elsewhere' })).toBe(200);
  await desk.get('subClients.refresh', { entityId });
  expect((await stateOf(desk, submissionId)).state).toBe('unknown');

  const draft = rows.find((row) => row.status === 'draft' && row.stagesRemaining.length === 0);
  await desk.strike('submitSubclient');
  const lost = await desk.get('subClients.submit', {
    reference: newReference(),
    entityId: draft?.entityId ?? '',
  });
  expect(lost.state).toBe('unknown');
  await desk.strike(null);
  await desk.get('subClients.refresh', {});
  expect((await stateOf(desk, lost.submissionId)).state).toBe('accepted');
  expect((await stateOf(desk, submissionId)).state).toBe('unknown');
});
