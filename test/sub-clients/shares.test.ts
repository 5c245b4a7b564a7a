import { expect, test } from 'vitest';

import { newReference } from '../../shared/reference.ts';
import {
  openOnboardingDesk,
  wholeDetails,
  type OnboardingDesk,
} from '../support/desks/onboarding-desk.ts';

async function ownedDesk(): Promise<{ desk: OnboardingDesk; subClientId: string }> {
  const desk = await openOnboardingDesk();
  const { recordId } = await desk.create(wholeDetails);
  const subClientId = recordId ?? '';
  await desk.addOwner(subClientId, 'Awa Diop', '33.3333');
  await desk.addOwner(subClientId, 'Moussa Fall', '33.3333');
  return { desk, subClientId };
}

/** Why a share is not taken, in words at its field. */
const problemOf = async (desk: OnboardingDesk, subClientId: string, ownershipPercentage: string) =>
  (
    await desk.refused('shareholders.create', {
      reference: newReference(),
      subClientId,
      shareholder: { shareholderType: 'individual', name: 'Fatou Sy', ownershipPercentage },
    })
  ).fields?.['ownershipPercentage'];

test('a share that the others do not leave is refused before anything is sent', async () => {
  const { desk, subClientId } = await ownedDesk();
  const posts = await desk.calls('createSubclientShareholder');
  expect(await problemOf(desk, subClientId, '33.3335')).toBe(
    'the other owners hold 66.6666 %, so 33.3334 % is left',
  );
  expect(await problemOf(desk, subClientId, '33,3')).toBe('use a point before the decimals');
  expect(await problemOf(desk, subClientId, '0')).toBe('must be above 0');
  expect(await problemOf(desk, subClientId, '1.23456')).toBe('has more than 4 decimals');
  expect(await problemOf(desk, subClientId, '100.0001')).toBe('must be 100 at most');
  expect(await problemOf(desk, subClientId, '1e1')).toBe('only the digits 0–9 and a point');
  expect(await desk.calls('createSubclientShareholder')).toBe(posts);
  expect((await desk.addOwner(subClientId, 'Fatou Sy', '33.3334')).state).toBe('accepted');
  expect((await desk.read(subClientId)).shareholding).toMatchObject({ remaining: '0' });
  expect(await problemOf(desk, subClientId, '0.0001')).toBe(
    'the other owners hold 100 %, so nothing is left: lower another share first',
  );
});

test('an owner’s share is changed against the others’, down to none', async () => {
  const { desk, subClientId } = await ownedDesk();
  const [awa, moussa] = (await desk.read(subClientId)).shareholding?.shareholders ?? [];
  const change = (shareholderId: string | undefined, ownershipPercentage: string) => ({
    reference: newReference(),
    subClientId,
    shareholderId: shareholderId ?? '',
    change: { ownershipPercentage },
  });
  const tooMuch = await desk.refused('shareholders.update', change(awa?.id, '66.6668'));
  expect(tooMuch.fields).toEqual({
    ownershipPercentage: 'the other owners hold 33.3333 %, so 66.6667 % is left',
  });
  expect((await desk.get('shareholders.update', change(moussa?.id, '0'))).state).toBe('accepted');
  expect((await desk.get('shareholders.update', change(awa?.id, '100'))).state).toBe('accepted');
  const { shareholding, requirements } = await desk.read(subClientId);
  expect(shareholding?.shareholders.map((owner) => owner.ownershipPercentage)).toEqual([
    '100',
    '0',
  ]);
  expect(shareholding).toMatchObject({ total: '100', remaining: '0' });
  expect(requirements.some(({ place }) => place === 'shareholders')).toBe(false);
});

test('an owner that was sent once is not sent again under the same reference', async () => {
  const desk = await openOnboardingDesk();
  const { recordId } = await desk.create(wholeDetails);
  const order = {
    reference: newReference(),
    subClientId: recordId ?? '',
    shareholder: { shareholderType: 'individual', name: 'Awa Diop', ownershipPercentage: '60' },
  } as const;
  const first = await desk.get('shareholders.create', order);
  expect(await desk.get('shareholders.create', order)).toMatchObject({
    state: 'accepted',
    recordId: first.recordId,
  });
  expect(await desk.calls('createSubclientShareholder')).toBe(1);
  expect((await desk.read(order.subClientId)).shareholding?.total).toBe('60');
});

test('a date and a country of an owner are cleared at the bank; whatever is none is refused here', async () => {
  const { desk, subClientId } = await ownedDesk();
  const [awa] = (await desk.read(subClientId)).shareholding?.shareholders ?? [];
  const change = (changed: object) => ({
    reference: newReference(),
    subClientId,
    shareholderId: awa?.id ?? '',
    change: changed,
  });
  const owner = async () => (await desk.read(subClientId)).shareholding?.shareholders[0];
  const set = { dateOfBirth: '1980-02-29', nationality: 'SEN', countryOfResidence: 'FRA' };
  expect((await desk.get('shareholders.update', change(set))).state).toBe('accepted');
  expect(await owner()).toMatchObject(set);
  const cleared = { dateOfBirth: null, nationality: '', countryOfResidence: '' };
  expect((await desk.get('shareholders.update', change(cleared))).state).toBe('accepted');
  expect(await owner()).toMatchObject({
    ...cleared,
    name: awa?.name,
    ownershipPercentage: '33.3333',
  });
  for (const wrong of [{ dateOfBirth: '1980-02-30' }, { nationality: 'SN' }, { dateOfBirth: '' }])
    expect((await desk.refused('shareholders.update', change(wrong))).code).toBe('input.invalid');
  expect((await desk.refused('shareholders.update', change({}))).message).toContain(
    'Nothing was changed yet',
  );
});

test.each(['٣', '１０', '-5', '+5', '1e2', '0x10', '', ' ', 'NaN', '100 %%', '33.33333'])(
  'a share of “%s” is refused with its reason and never sent',
  async (text) => {
    const { desk, subClientId } = await ownedDesk();
    const posts = await desk.calls('createSubclientShareholder');
    const refused = await desk.refused('shareholders.create', {
      reference: newReference(),
      subClientId,
      shareholder: { shareholderType: 'individual', name: 'Fatou Sy', ownershipPercentage: text },
    });
    expect(refused.code).toBe('input.invalid');
    expect(await desk.calls('createSubclientShareholder')).toBe(posts);
  },
);
