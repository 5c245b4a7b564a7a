import { FormData } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { clientId } from '../../sandbox/server/client.ts';
import type { Shareholder, SubClient, SubClientDocument } from '../../shared/bank/onboarding.ts';
import { addShares } from '../../shared/money/share.ts';
import { openCaller, type Answered, type Caller } from './caller.ts';

type Method = 'GET' | 'POST' | 'PATCH';

let caller: Caller;
beforeEach(async () => {
  caller = await openCaller({ entries: 200 });
});
afterEach(() => caller.sandbox.close());

const base = `/client-service/api/v1/clients/${clientId}/sub-clients`;
const details = {
  businessName: 'Baobab Textiles SA',
  businessType: 'limited company',
  businessContactEmail: 'kyc@baobab.example',
  countryOfRegistration: 'SEN',
  registrationDate: '2014-05-06',
  businessAddressLine1: '4 Avenue Faidherbe',
  city: 'Dakar',
};

/** What the bank answers, with its status. */
const ask = (method: Method, path: string, body?: unknown): Promise<Answered> =>
  caller.call(method, `/platform${base}${path}`, body);

async function done<T>(answered: Promise<Answered>): Promise<T> {
  const { status, text } = await answered;
  expect(status, text).toBe(200);
  return JSON.parse(text) as T;
}

const refusal = async (answered: Promise<Answered>) => {
  const { status, text } = await answered;
  return { status, ...(JSON.parse(text) as { code: string; message: string }) };
};

const create = async (body: object): Promise<SubClient> =>
  (await done<{ subClient: SubClient }>(ask('POST', '', body))).subClient;
const update = async (id: string, body: object): Promise<SubClient> =>
  (await done<{ subClient: SubClient }>(ask('PATCH', `/${id}`, body))).subClient;
const read = async (id: string): Promise<SubClient> =>
  (await done<{ subClient: SubClient }>(ask('GET', `/${id}`))).subClient;
const owners = async (
  id: string,
): Promise<(Omit<Shareholder, 'ownershipPercentage'> & { ownershipPercentage: number })[]> =>
  (await done<{ shareholders: never[] }>(ask('GET', `/${id}/shareholders`))).shareholders;
const documents = async (id: string): Promise<SubClientDocument[]> =>
  (await done<{ documents: SubClientDocument[] }>(ask('GET', `/${id}/documents`))).documents;

const owner = (name: string, ownershipPercentage: number) => ({
  shareholderType: 'individual',
  name,
  ownershipPercentage,
});
const addOwner = (id: string, name: string, share: number) =>
  ask('POST', `/${id}/shareholders`, owner(name, share));

function upload(id: string, documentType: string, expiryDate?: string): Promise<Answered> {
  const form = new FormData();
  form.set('documentType', documentType);
  if (expiryDate !== undefined) form.set('expiryDate', expiryDate);
  form.set('file', new Blob(['%PDF-1.7\n%%EOF\n'], { type: 'application/pdf' }), 'file.pdf');
  return caller.call('POST', `/platform${base}/${id}/upload-kyc`, form);
}

const submit = (id: string): Promise<Answered> => ask('POST', `/${id}/submit`);

async function advanceDays(days: number): Promise<void> {
  await caller.call('POST', '/sandbox/clock/advance', { ms: days * 86_400_000 });
  await caller.signIn();
}

/** A sub-client to which only the submission is missing. */
async function ready(expiryDate?: string): Promise<string> {
  const { entityId } = await create({ name: 'Baobab Textiles', ...details });
  await done(addOwner(entityId, 'Awa Diop', 100));
  for (const type of ['REGISTRATION_CERTIFICATE', 'PROOF_OF_ADDRESS'])
    await done(upload(entityId, type));
  await done(upload(entityId, 'DIRECTOR_IDENTIFICATION', expiryDate));
  return entityId;
}

describe('a new sub-client', () => {
  it('is a draft that loses its stages as they are done, in any order', async () => {
    const made = await create({ name: 'Baobab Textiles', city: 'Dakar' });
    expect(made).toMatchObject({
      name: 'Baobab Textiles',
      city: 'Dakar',
      status: 'draft',
      approvalStatus: '',
      parentClientId: clientId,
      createdAt: '2026-11-20T15:30:00.000Z',
    });
    expect(made.stagesRemaining).toEqual([
      'BUSINESS_DETAILS',
      'SHAREHOLDERS',
      'REGISTRATION_CERTIFICATE',
      'PROOF_OF_ADDRESS',
      'DIRECTOR_IDENTIFICATION',
    ]);
    const { entityId } = made;
    await done(upload(entityId, 'PROOF_OF_ADDRESS'));
    expect((await update(entityId, details)).stagesRemaining).toEqual([
      'SHAREHOLDERS',
      'REGISTRATION_CERTIFICATE',
      'DIRECTOR_IDENTIFICATION',
    ]);
    await done(addOwner(entityId, 'Awa Diop', 60));
    expect((await read(entityId)).stagesRemaining).toContain('SHAREHOLDERS');
    await done(addOwner(entityId, 'Moussa Fall', 40));
    expect((await read(entityId)).stagesRemaining).toEqual([
      'REGISTRATION_CERTIFICATE',
      'DIRECTOR_IDENTIFICATION',
    ]);
    expect((await update(entityId, { city: '' })).stagesRemaining[0]).toBe('BUSINESS_DETAILS');
  });

  it('stands in the list, and another sandbox restored from here has it with its owners', async () => {
    const entityId = await ready();
    const { subClients } = await done<{ subClients: { totalItems: number; data: SubClient[] } }>(
      ask('GET', '?pageSize=500'),
    );
    expect(subClients.data.at(-1)?.entityId).toBe(entityId);
    const { text } = await caller.call('GET', '/sandbox/snapshot');
    const other = await openCaller({ seed: 9, entries: 150 });
    expect((await other.call('POST', '/sandbox/restore', text)).status).toBe(200);
    expect((await other.call('GET', '/sandbox/snapshot')).text === text).toBe(true);
    expect(other.sandbox.bank.shareholders.at(-1)).toMatchObject({
      subClientId: entityId,
      name: 'Awa Diop',
      ownershipPercentage: '100',
    });
    await other.sandbox.close();
  });

  it.each([
    [{ name: '   ' }, 'name'],
    [{ city: 'Dakar' }, 'name'],
    [{ name: 'A', registrationDate: '2026-11-21' }, 'registrationDate'],
    [{ name: 'A', countryOfRegistration: 'Senegal' }, 'countryOfRegistration'],
  ])('%j is refused', async (body, field) => {
    const { status, text } = await ask('POST', '', body);
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ errors: [{ field }] });
  });
});

describe('an update', () => {
  it('changes what is named and nothing else', async () => {
    const made = await create({ name: 'Baobab Textiles', ...details });
    await caller.call('POST', '/sandbox/clock/advance', { ms: 1_000 });
    const changed = await update(made.entityId, { city: 'Thiès', operatingCountries: ['SEN'] });
    expect(changed).toEqual({
      ...made,
      city: 'Thiès',
      operatingCountries: ['SEN'],
      updatedAt: '2026-11-20T15:30:01.000Z',
    });
  });

  it('is refused while the sub-client is under review, and after it was deleted', async () => {
    const entityId = await ready();
    await done(submit(entityId));
    const change = { city: 'Thiès' };
    expect(await refusal(ask('PATCH', `/${entityId}`, change))).toMatchObject({
      status: 400,
      code: 'under_review',
    });
    expect((await refusal(addOwner(entityId, 'Late Comer', 1))).code).toBe('under_review');
    await done(ask('PATCH', `/${entityId}/delete`));
    expect((await refusal(ask('PATCH', `/${entityId}`, change))).code).toBe('already_deleted');
    expect((await read(entityId)).city).toBe('Dakar');
  });
});

describe('shareholders', () => {
  it('never come to more than 100 %, to the last digit', async () => {
    const { entityId } = await create({ name: 'Baobab Textiles', ...details });
    await done(addOwner(entityId, 'Awa Diop', 33.3333));
    await done(addOwner(entityId, 'Moussa Fall', 33.3333));
    expect(await refusal(addOwner(entityId, 'Too Much', 33.3335))).toMatchObject({
      status: 422,
      code: 'shares_exceeded',
      message: 'The other owners hold 66.6666 %, so 33.3334 % is left and 33.3335 % is too much',
    });
    expect(await owners(entityId)).toHaveLength(2);
    await done(addOwner(entityId, 'Just Enough', 33.3334));
    expect((await read(entityId)).stagesRemaining).not.toContain('SHAREHOLDERS');
    for (const share of [0, -1, 100.0001])
      expect((await refusal(addOwner(entityId, 'Nobody', share))).status).toBe(400);
  });

  it('are changed alone; 0 makes one an owner no more and leaves room', async () => {
    const { entityId } = await create({ name: 'Baobab Textiles', ...details });
    await done(addOwner(entityId, 'Awa Diop', 60));
    await done(addOwner(entityId, 'Moussa Fall', 40));
    const [awa, moussa] = await owners(entityId);
    const path = `/${entityId}/shareholders`;
    expect(
      (await refusal(ask('PATCH', `${path}/${awa?.id ?? ''}`, { ownershipPercentage: 61 }))).status,
    ).toBe(422);
    await done(ask('PATCH', `${path}/${moussa?.id ?? ''}`, { ownershipPercentage: 0 }));
    expect((await read(entityId)).stagesRemaining).toContain('SHAREHOLDERS');
    await done(
      ask('PATCH', `${path}/${awa?.id ?? ''}`, { ownershipPercentage: 100, city: 'Thiès' }),
    );
    expect(await owners(entityId)).toMatchObject([
      { name: 'Awa Diop', ownershipPercentage: 100, city: 'Thiès', status: 'active' },
      { name: 'Moussa Fall', ownershipPercentage: 0, status: 'former' },
    ]);
    expect((await read(entityId)).stagesRemaining).not.toContain('SHAREHOLDERS');
    expect((await refusal(ask('PATCH', `${path}/nobody`, { city: 'X' }))).status).toBe(404);
  });

  it('of the seeded sub-clients hold all of them, so that their stages stay as they were', async () => {
    const { bank } = caller.sandbox;
    const held = Map.groupBy(bank.shareholders, ({ subClientId }) => subClientId);
    expect([...held.keys()]).toEqual([...bank.subClients.keys()]);
    for (const shares of held.values())
      expect(addShares(shares.map((share) => share.ownershipPercentage))).toBe('100');
    const draft = [...bank.subClients.values()].find(
      ({ status, stagesRemaining }) => status === 'draft' && stagesRemaining.length === 1,
    );
    const changed = await update(draft?.entityId ?? '', { state: 'Elsewhere' });
    expect(changed.stagesRemaining).toEqual(draft?.stagesRemaining);
  });

  it('come from the seed where an older state file has none', async () => {
    const { text } = await caller.call('GET', '/sandbox/snapshot');
    const { shareholders, ...older } = JSON.parse(text) as { shareholders: object[] };
    expect(shareholders.length).toBeGreaterThan(20);
    expect((await caller.call('POST', '/sandbox/restore', JSON.stringify(older))).status).toBe(200);
    expect((await caller.call('GET', '/sandbox/snapshot')).text === text).toBe(true);
  });
});

describe('the review', () => {
  it('approves a day later by the clock, not before, and examines the documents', async () => {
    const entityId = await ready('2027-01-31');
    expect(await done<SubClient>(submit(entityId))).toMatchObject({ approvalStatus: 'pending' });
    await advanceDays(0.9);
    expect((await read(entityId)).approvalStatus).toBe('pending');
    await advanceDays(3);
    expect(await read(entityId)).toMatchObject({
      status: 'submitted',
      approvalStatus: 'approved',
      approvalDate: '2026-11-21',
      updatedAt: '2026-11-21T15:30:00.000Z',
      stagesRemaining: [],
    });
    expect((await documents(entityId)).map(({ approvalStatus }) => approvalStatus)).toEqual([
      'approved',
      'approved',
      'approved',
    ]);
  });

  it('sends back one with an expired document, which is cured and submitted again', async () => {
    const entityId = await ready('2026-11-20');
    await done(submit(entityId));
    await advanceDays(1);
    expect(await read(entityId)).toMatchObject({
      approvalStatus: 'rejected',
      approvalComments: 'Director identification expired on 2026-11-20.',
      approvalDate: '2026-11-21',
      stagesRemaining: ['DIRECTOR_IDENTIFICATION'],
    });
    expect(await documents(entityId)).toMatchObject([
      { approvalStatus: 'approved', comment: null },
      { approvalStatus: 'approved', comment: null },
      { approvalStatus: 'rejected', comment: 'Expired on 2026-11-20. Send one that is valid.' },
    ]);
    expect((await refusal(submit(entityId))).code).toBe('stages_remaining');
    await done(upload(entityId, 'DIRECTOR_IDENTIFICATION', '2030-01-31'));
    expect((await read(entityId)).stagesRemaining).toEqual([]);
    await done(submit(entityId));
    await advanceDays(1);
    expect(await read(entityId)).toMatchObject({
      approvalStatus: 'approved',
      approvalDate: '2026-11-22',
    });
  });

  it('is still to come in another sandbox that was restored meanwhile', async () => {
    const entityId = await ready();
    await done(submit(entityId));
    const { text } = await caller.call('GET', '/sandbox/snapshot');
    await caller.call('POST', '/sandbox/restore', text);
    await advanceDays(1);
    expect((await read(entityId)).approvalStatus).toBe('approved');
  });

  it('leaves a sub-client that was deleted meanwhile as it is', async () => {
    const entityId = await ready();
    await done(submit(entityId));
    await done(ask('PATCH', `/${entityId}/delete`));
    await advanceDays(2);
    expect(await read(entityId)).toMatchObject({ status: 'deleted', approvalStatus: 'pending' });
  });
});
