import { expect, test } from 'vitest';

import { newReference } from '../../shared/reference.ts';
import {
  openOnboardingDesk,
  requiredTypes,
  titlesOf,
  wholeDetails,
  type OnboardingDesk,
} from '../support/desks/onboarding-desk.ts';

/** Drops and sends the required documents; the last one runs out on the given day. */
async function handIn(desk: OnboardingDesk, entityId: string, expiryDate?: string): Promise<void> {
  const items = [];
  for (const type of requiredTypes)
    items.push(
      await desk.drop(
        entityId,
        type,
        type === 'DIRECTOR_IDENTIFICATION' && expiryDate !== undefined ? { expiryDate } : {},
      ),
    );
  const sent = await desk.get('documents.send', { itemIds: items.map(({ itemId }) => itemId) });
  expect(sent.items.map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
}

const idOf = ({
  recordId,
  state,
  error,
}: Awaited<ReturnType<OnboardingDesk['create']>>): string => {
  expect(state, error?.message).toBe('accepted');
  return recordId ?? expect.fail('the bank’s identifier is missing');
};

const submit = (desk: OnboardingDesk, entityId: string) =>
  desk.get('subClients.submit', { reference: newReference(), entityId });

const daysFromNow = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('a sub-client is taken in step by step, each step saved, until the bank approves it a day later', async () => {
  const desk = await openOnboardingDesk();
  const entityId = idOf(await desk.create({ name: '  Baobab Textiles ' }));
  const draft = await desk.read(entityId);
  expect(draft.subClient).toMatchObject({ name: 'Baobab Textiles', status: 'draft' });
  expect(draft.shareholding).toMatchObject({ shareholders: [], total: '0', remaining: '100' });
  expect(titlesOf(draft)).toEqual([
    'Fill in the business details',
    'Add the owners until their shares make 100 %',
    'Upload the director identification',
    'Upload the proof of address',
    'Upload the registration certificate',
  ]);
  const { name, ...change } = wholeDetails;
  const updated = await desk.get('subClients.update', {
    reference: newReference(),
    entityId,
    change,
  });
  expect(updated).toMatchObject({
    state: 'accepted',
    about: { title: `Update Subclient: ${name}` },
  });
  expect((await desk.read(entityId)).subClient).toMatchObject({ name, ...change });

  expect((await desk.addOwner(entityId, 'Awa Diop', '60')).state).toBe('accepted');
  const partly = await desk.read(entityId);
  expect(partly.shareholding).toMatchObject({ total: '60', remaining: '40' });
  expect(partly.requirements[0]).toMatchObject({
    kind: 'stage',
    place: 'shareholders',
    detail: 'They hold 60 %; 40 % is missing.',
  });
  expect((await desk.addOwner(entityId, 'Moussa Fall', '40.0000 %')).state).toBe('accepted');
  const owned = await desk.read(entityId);
  expect(owned.shareholding).toMatchObject({ total: '100', remaining: '0' });
  expect(
    owned.shareholding?.shareholders.map((owner) => [owner.name, owner.ownershipPercentage]),
  ).toEqual([
    ['Awa Diop', '60'],
    ['Moussa Fall', '40'],
  ]);

  await handIn(desk, entityId);
  expect((await desk.read(entityId)).requirements).toMatchObject([
    { kind: 'submit', title: 'Submit for review', place: 'submit', subClientId: entityId },
  ]);
  expect((await submit(desk, entityId)).state).toBe('accepted');
  expect((await desk.read(entityId)).requirements).toEqual([]);

  await desk.daysLater(1);
  await desk.get('subClients.refresh', { entityId });
  const approved = await desk.read(entityId);
  expect(approved.subClient).toMatchObject({ approvalStatus: 'approved', stagesRemaining: [] });
  expect(approved.documents.map(({ approvalStatus }) => approvalStatus)).toEqual([
    'approved',
    'approved',
    'approved',
  ]);
  expect(approved.requirements).toEqual([]);
});

test('one that the bank sent back is cured, submitted again and approved', async () => {
  const desk = await openOnboardingDesk();
  const entityId = idOf(await desk.create(wholeDetails));
  await desk.addOwner(entityId, 'Awa Diop', '100');
  const lastDay = daysFromNow(0);
  await handIn(desk, entityId, lastDay);
  const { requirements } = await desk.read(entityId);
  expect(requirements.map(({ kind, dueBy }) => [kind, dueBy])).toEqual([
    ['document-expiring', lastDay],
    ['submit', null],
  ]);
  await submit(desk, entityId);
  await desk.daysLater(1);
  await desk.get('subClients.refresh', {});
  const back = await desk.read(entityId);
  expect(back.subClient).toMatchObject({ approvalStatus: 'rejected' });
  expect(back.requirements).toMatchObject([
    {
      kind: 'comment',
      title: 'Put right what the bank asks for, then submit again',
      detail: `Director identification expired on ${lastDay}.`,
      place: 'documents',
    },
    {
      kind: 'document-refused',
      title: 'Upload another director identification',
      detail: `Expired on ${lastDay}. Send one that is valid.`,
      dueBy: lastDay,
      documentType: 'DIRECTOR_IDENTIFICATION',
    },
  ]);
  const everywhere = (await desk.get('subClients.requirements', {})).rows;
  expect(everywhere.filter(({ subClientId }) => subClientId === entityId)).toEqual(
    back.requirements,
  );

  const { itemId } = await desk.drop(entityId, 'DIRECTOR_IDENTIFICATION', {
    words: 'a new passport',
    expiryDate: daysFromNow(900),
  });
  await desk.get('documents.send', { itemIds: [itemId] });
  expect((await desk.read(entityId)).requirements.map(({ kind, title }) => [kind, title])).toEqual([
    ['comment', 'Put right what the bank asks for, then submit again'],
    ['submit', 'Submit again for review'],
  ]);
  expect((await submit(desk, entityId)).state).toBe('accepted');
  await desk.daysLater(1);
  await desk.get('subClients.refresh', { entityId });
  expect((await desk.read(entityId)).subClient.approvalStatus).toBe('approved');
  expect((await desk.read(entityId)).requirements).toEqual([]);
});

test('a refusal shows the bank’s own message, and what the bank knows is shown again', async () => {
  const desk = await openOnboardingDesk();
  const entityId = idOf(await desk.create(wholeDetails));
  await desk.addOwner(entityId, 'Awa Diop', '60');
  const elsewhere = { shareholderType: 'company', name: 'Elsewhere Ltd', ownershipPercentage: 30 };
  expect(await desk.elsewhere('POST', `/${entityId}/shareholders`, elsewhere)).toBe(200);
  const refused = await desk.addOwner(entityId, 'Moussa Fall', '40');
  expect(refused).toMatchObject({
    state: 'refused',
    error: {
      code: 'bank.refused',
      bank: {
        status: 422,
        message: 'The other owners hold 90 %, so 10 % is left and 40 % is too much',
      },
    },
  });
  expect((await desk.read(entityId)).shareholding).toMatchObject({ total: '90', remaining: '10' });
});

test('nothing is sent while no one is signed in, without a name, or without a change', async () => {
  const desk = await openOnboardingDesk();
  const [row] = (await desk.get('subClients.list', { search: '' })).rows;
  const entityId = row?.entityId ?? '';
  const create = { reference: newReference(), details: { name: '   ' } };
  expect((await desk.refused('subClients.create', create)).fields).toEqual({ name: 'is missing' });
  const update = { reference: newReference(), entityId, change: {} };
  expect((await desk.refused('subClients.update', update)).code).toBe('input.invalid');
  await desk.get('session.signOut', {});
  const late = { reference: newReference(), details: wholeDetails };
  expect((await desk.refused('subClients.create', late)).code).toBe('session.required');
  expect((await desk.get('submissions.list', { limit: 10 })).rows).toEqual([]);
  expect(await desk.calls('createSubclient')).toBe(0);
});

test('documents that run out within 90 days are listed over all sub-clients, the oldest first', async () => {
  const desk = await openOnboardingDesk();
  const { rows } = await desk.get('documents.expiries', {});
  const days = rows.map((row) => row.days);
  expect(days).toEqual(days.toSorted((a, b) => a - b));
  expect(new Set(days)).toEqual(new Set([-20, 3, 12, 45]));
  expect(rows[0]).toMatchObject({ expiryDate: daysFromNow(-20), days: -20 });
  const [first] = rows;
  const entityId = first?.subClientId ?? '';
  const { subClient } = await desk.read(entityId);
  expect(first?.subClientName).toBe(subClient.name);
  const requirements = (await desk.get('subClients.requirements', {})).rows;
  expect(requirements[0]).toMatchObject({ kind: 'document-expired', dueBy: daysFromNow(-20) });
  expect(requirements.some(({ kind }) => kind === 'comment')).toBe(true);
  expect(new Set(requirements.map(({ requirementId }) => requirementId)).size).toBe(
    requirements.length,
  );

  expect(await desk.elsewhere('PATCH', `/${entityId}/delete`)).toBe(200);
  await desk.get('subClients.refresh', {});
  const left = (await desk.get('documents.expiries', {})).rows;
  expect(left.length).toBeGreaterThan(0);
  expect(left.some(({ subClientId }) => subClientId === entityId)).toBe(false);
  const still = (await desk.get('subClients.requirements', {})).rows;
  expect(still.some(({ subClientId }) => subClientId === entityId)).toBe(false);
});

test('where the bank refuses the owners of one sub-client, its documents and the other sub-clients are still read', async () => {
  const desk = await openOnboardingDesk();
  const whole = (await desk.get('subClients.list', { search: '' })).rows.filter(
    ({ status, documentCount }) => status === 'submitted' && documentCount === 3,
  );
  const [first] = whole;
  const entityId = first?.entityId ?? '';
  const before = await desk.read(entityId);
  await desk.bank('PUT', 'faults', {
    rules: [
      {
        operation: 'getSubclientShareholders',
        match: { subject: entityId },
        fault: { kind: 'status', status: 403, body: 'json', message: 'Ask your branch' },
      },
    ],
  });
  const refused = await desk.refused('subClients.refresh', {});
  expect(refused).toMatchObject({ code: 'bank.refused', bank: { message: 'Ask your branch' } });
  const after = await desk.read(entityId);
  expect(after.shareholding).toEqual(before.shareholding);
  expect(after.documentsAsOf ?? '').toMatch(/T/);
  expect(after.documentsAsOf).not.toBe(before.documentsAsOf);
  const last = await desk.read(whole.at(-1)?.entityId ?? '');
  expect(last.shareholding?.asOf ?? '').toMatch(/T/);
  expect((last.shareholding?.asOf ?? '') > (before.shareholding?.asOf ?? '')).toBe(true);
});
