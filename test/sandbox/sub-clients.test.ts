import { createHash } from 'node:crypto';

import { FormData } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { clientId } from '../../sandbox/server/client.ts';
import { SubClient, type SubClientDocument } from '../../shared/bank/onboarding.ts';
import { openCaller, type Caller } from './caller.ts';

let caller: Caller;
let pristine: string;
let token: string;
let subClients: SubClient[];

const base = `/client-service/api/v1/clients/${clientId}/sub-clients`;
const pdf = Buffer.from('%PDF-1.7\n%%EOF\n');

beforeAll(async () => {
  caller = await openCaller({ entries: 200 });
  pristine = (await caller.call('GET', '/sandbox/snapshot')).text;
  token = caller.token;
});
afterAll(() => caller.sandbox.close());
beforeEach(async () => {
  const { subClients: page } = await caller.ask<{ subClients: { data: SubClient[] } }>('GET', base);
  subClients = page.data;
});
afterEach(async () => {
  await caller.call('POST', '/sandbox/restore', pristine);
  caller.token = token;
});

function draftWith(stages: number): SubClient {
  const found = subClients.find(
    ({ status, stagesRemaining }) => status === 'draft' && stagesRemaining.length === stages,
  );
  if (!found) throw new Error(`no draft with ${stages} stages`);
  return found;
}

type Upload = { fields?: Record<string, string>; bytes?: Uint8Array; type?: string; name?: string };

function upload(id: string, { fields, bytes = pdf, type, name }: Upload = {}) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields ?? { documentType: 'PROOF_OF_ADDRESS' }))
    form.set(field, value);
  const part = new Blob([new Uint8Array(bytes)], { type: type ?? 'application/pdf' });
  form.set('file', part, name ?? 'proof.pdf');
  return caller.call('POST', `/platform${base}/${id}/upload-kyc`, form);
}

const submit = (id: string) => caller.call('POST', `/platform${base}/${id}/submit`);
const remove = (id: string) => caller.call('PATCH', `/platform${base}/${id}/delete`);

describe('an uploaded document', () => {
  it('is stored with its dates, and its stage no longer remains', async () => {
    const { entityId } = draftWith(1);
    const fields = {
      documentType: 'PROOF_OF_ADDRESS',
      issueDate: '2026-01-15',
      expiryDate: '2026-12-01',
      businessUserId: 'user-7',
    };
    const name = 'Nachweis “Köln” 住所.pdf';
    const { status, text } = await upload(entityId, { fields, name });
    expect(status).toBe(200);
    const document = JSON.parse(text) as SubClientDocument;
    expect(document).toMatchObject({
      entityId,
      documentType: 'PROOF_OF_ADDRESS',
      issueDate: '2026-01-15',
      expiryDate: '2026-12-01',
      createdBy: 'user-7',
      mimeType: 'application/pdf',
      isExpired: false,
      expiryStatus: 'expiring',
    });
    expect(decodeURIComponent(document.uploadedFiles[0] ?? '')).toContain(name);
    const { subClient } = await caller.ask<{ subClient: SubClient }>('GET', `${base}/${entityId}`);
    expect(subClient.stagesRemaining).toEqual([]);
    const { documents } = await caller.ask<{ documents: SubClientDocument[] }>(
      'GET',
      `${base}/${entityId}/documents`,
    );
    expect(documents.map(({ id }) => id)).toContain(document.id);
  });

  it('arrives byte for byte', async () => {
    const bytes = Buffer.concat([
      pdf,
      Buffer.from(Array.from({ length: 70_000 }, (_, i) => i % 256)),
    ]);
    await upload(draftWith(3).entityId, { bytes });
    const { text } = await caller.call('GET', '/sandbox/documents');
    const { documents } = JSON.parse(text) as { documents: unknown[] };
    expect(documents.at(-1)).toMatchObject({
      sizeBytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
  });

  it.each([
    ['without its type', { fields: {} }, 'documentType'],
    ['of an unknown type', { fields: { documentType: 'SELFIE' } }, 'documentType'],
    ['empty', { bytes: new Uint8Array() }, 'file'],
    ['of a media type that is not taken', { type: 'application/zip' }, 'file'],
    ['that is not what it says', { type: 'image/png' }, 'file'],
    [
      'with a day that does not exist',
      { fields: { documentType: 'TAX_CERTIFICATE', issueDate: '2026-02-30' } },
      'issueDate',
    ],
    [
      'that expires before it begins',
      {
        fields: {
          documentType: 'TAX_CERTIFICATE',
          issueDate: '2026-02-03',
          expiryDate: '2026-02-02',
        },
      },
      'expiryDate',
    ],
  ] satisfies [string, Upload, string][])(
    '%s is refused with the reason',
    async (_, what, field) => {
      const { entityId } = draftWith(3);
      const { status, text } = await upload(entityId, what);
      expect(status).toBe(400);
      expect(JSON.parse(text)).toMatchObject({ errors: [{ field }] });
      const { subClient } = await caller.ask<{ subClient: SubClient }>(
        'GET',
        `${base}/${entityId}`,
      );
      expect(subClient.stagesRemaining).toHaveLength(3);
    },
  );

  it('may have 10 MiB and not a byte more', async () => {
    const bytes = Buffer.alloc(10 * 1024 * 1024, 0);
    pdf.copy(bytes);
    const { entityId } = draftWith(3);
    expect((await upload(entityId, { bytes })).status).toBe(200);
    const { status, text } = await upload(entityId, {
      bytes: Buffer.concat([bytes, pdf.subarray(0, 1)]),
    });
    expect(status).toBe(400);
    expect(text).toContain('10 MiB');
  });

  it('expires as the clock moves on', async () => {
    const { entityId } = draftWith(1);
    const fields = { documentType: 'BANK_LETTER', expiryDate: '2026-11-25' };
    const { id } = JSON.parse((await upload(entityId, { fields })).text) as SubClientDocument;
    await caller.call('POST', '/sandbox/clock/advance', { ms: 6 * 86_400_000 });
    await caller.signIn();
    const { documents } = await caller.ask<{ documents: SubClientDocument[] }>(
      'GET',
      `${base}/${entityId}/documents`,
    );
    expect(documents.find((document) => document.id === id)).toMatchObject({
      isExpired: true,
      expiryStatus: 'expired',
    });
  });
});

describe('a sub-client', () => {
  it('cannot be submitted while stages remain, and the reason names them', async () => {
    const { status, text } = await submit(draftWith(1).entityId);
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({
      code: 'stages_remaining',
      message: 'Stages remaining: PROOF_OF_ADDRESS',
    });
  });

  it('waits for approval once submitted, and is not submitted twice', async () => {
    const { entityId } = draftWith(0);
    const { status, text } = await submit(entityId);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ status: 'submitted', approvalStatus: 'pending' });
    expect((await submit(entityId)).status).toBe(400);
  });

  it('is deleted once, and takes nothing afterwards', async () => {
    const { entityId } = draftWith(0);
    const { status, text } = await remove(entityId);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ status: 'deleted', message: 'Sub-client deleted' });
    expect((await remove(entityId)).status).toBe(400);
    expect((await submit(entityId)).status).toBe(400);
    expect((await upload(entityId)).status).toBe(400);
  });

  it('is answered by Submit and Delete with the fields that section 2 gives to each, and no others', async () => {
    const { entityId } = draftWith(0);
    const keysOf = ({ text }: { text: string }) => Object.keys(JSON.parse(text) as object);
    const [submitted, deleted] = [keysOf(await submit(entityId)), keysOf(await remove(entityId))];
    const submits = ['approvalComments', 'approvalDate'];
    const deletes = ['message', 'businessAddressLine2', 'callbackUrl', 'tin', 'code'];
    const both = Object.keys(SubClient.shape).filter(
      (field) => ![...submits, ...deletes, 'extras'].includes(field),
    );
    expect(submitted.toSorted()).toEqual([...both, ...submits].toSorted());
    expect(deleted.toSorted()).toEqual([...both, ...deletes].toSorted());
  });

  it('is submitted and deleted without a body: one that is sent is refused', async () => {
    const { entityId } = draftWith(0);
    expect((await caller.call('POST', `/platform${base}/${entityId}/submit`, {})).status).toBe(400);
    expect((await caller.call('PATCH', `/platform${base}/${entityId}/delete`, {})).status).toBe(
      400,
    );
  });

  it('belongs to its client only', async () => {
    const path = `/platform/client-service/api/v1/clients/other/sub-clients/${draftWith(0).entityId}`;
    expect((await caller.call('GET', path)).status).toBe(404);
  });
});
