import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect } from 'vitest';

import type { LoggedCall } from '../../../sandbox/server/calls.ts';
import { clientId } from '../../../sandbox/server/client.ts';
import type { OperationName } from '../../../shared/bank/catalogue.ts';
import type { RouteInput } from '../../../shared/ipc/contract.ts';
import type { UploadItem } from '../../../shared/ipc/changes/documents.ts';
import type { SubClientDetail } from '../../../shared/ipc/changes/sub-clients.ts';
import type { SubmissionView } from '../../../shared/ipc/submissions.ts';
import { usualDocumentTypes } from '../../../shared/document-types.ts';
import { newReference } from '../../../shared/reference.ts';
import { sandboxSignIn } from '../../../shared/sandbox-sign-in.ts';
import { openTestDesk, type TestDesk, openSandboxDesk } from './test-desk.ts';

type Details = RouteInput<'subClients.create'>['details'];

/** A desk at the sandbox on which sub-clients are taken in, with that bank's own desk beside it. */
export type OnboardingDesk = TestDesk & {
  create(details: Details): Promise<SubmissionView>;
  addOwner(subClientId: string, name: string, share: string): Promise<SubmissionView>;
  read(entityId: string): Promise<SubClientDetail>;
  /** Drops a PDF of these words for a sub-client and says what it is, with the days that its type needs. */
  drop(subClientId: string, type: string, given?: Dropped): Promise<UploadItem>;
  /** Controls the sandbox bank, past the desk. */
  bank(method: string, path: string, body?: object): Promise<Record<string, unknown>>;
  /** Lets a fault strike every call of an operation until `null` ends it. */
  strike(operation: OperationName | null, kind?: string): Promise<void>;
  /** How often the bank was called for an operation. */
  calls(operation: OperationName): Promise<number>;
  /** What another program of the same client does at the bank. */
  elsewhere(method: string, path: string, body?: object): Promise<number>;
  /** Time passes at the bank; the session has ended by then and is begun again. */
  minutesLater(minutes: number): Promise<void>;
  daysLater(days: number): Promise<void>;
};

export type Dropped = { words?: string; fileName?: string; expiryDate?: string };

export const wholeDetails = {
  name: 'Baobab Textiles',
  businessName: 'Baobab Textiles SA',
  businessType: 'limited company',
  businessContactEmail: 'kyc@baobab.example',
  countryOfRegistration: 'SEN',
  registrationDate: '2014-05-06',
  businessAddressLine1: '4 Avenue Faidherbe',
  city: 'Dakar',
} satisfies Details;

export const requiredTypes = [
  'REGISTRATION_CERTIFICATE',
  'PROOF_OF_ADDRESS',
  'DIRECTOR_IDENTIFICATION',
] as const;

const pdf = (words: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(`%PDF-1.7\n${words}\n%%EOF\n`));

export async function openOnboardingDesk(
  options: Parameters<typeof openTestDesk>[0] = {},
): Promise<OnboardingDesk> {
  const desk = await openSandboxDesk(options);
  await desk.get('subClients.refresh', {});
  const address = readFileSync(join(desk.dataDir, 'sandbox', 'address.json'), 'utf8');
  const { baseUrl } = JSON.parse(address) as { baseUrl: string };
  const bank = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${baseUrl}/sandbox/${path}`, { method, ...jsonOf(body) });
    expect(answer.status, path).toBe(200);
    return (await answer.json()) as Record<string, unknown>;
  };
  const later = async (minutes: number): Promise<void> => {
    await bank('POST', 'clock/advance', { ms: minutes * 60_000 });
    await desk.get('session.signIn', { credentials: { ...sandboxSignIn }, remember: true });
  };
  return {
    ...desk,
    bank,
    create: (details) => desk.get('subClients.create', { reference: newReference(), details }),
    addOwner: (subClientId, name, ownershipPercentage) =>
      desk.get('shareholders.create', {
        reference: newReference(),
        subClientId,
        shareholder: { shareholderType: 'individual', name, ownershipPercentage },
      }),
    read: (entityId) => desk.get('subClients.get', { entityId }),
    drop: (subClientId, type, given) => dropped(desk, subClientId, { type, ...given }),
    strike: async (operation, kind = 'cut-after-commit') => {
      const rules = operation === null ? [] : [{ operation, fault: { kind } }];
      await bank('PUT', 'faults', { rules });
    },
    calls: async (operation) => {
      const { calls } = await bank('GET', 'calls');
      return (calls as LoggedCall[]).filter((call) => call.operation === operation).length;
    },
    elsewhere: (method, path, body) => otherProgram(baseUrl, { method, path, body }),
    minutesLater: later,
    daysLater: (days) => later(days * 1_440),
  };
}

const jsonOf = (body: object | undefined) =>
  body === undefined
    ? {}
    : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };

async function dropped(
  desk: TestDesk,
  subClientId: string,
  {
    type,
    words = `${subClientId} ${type}`,
    fileName = `${type.toLowerCase()}.pdf`,
    expiryDate,
  }: Dropped & { type: string },
): Promise<UploadItem> {
  const { itemId } = await desk.get('documents.add', {
    subClientId,
    fileName,
    mimeType: 'application/pdf',
    bytes: pdf(words),
  });
  const days = { issueDate: '2026-01-02', expiryDate: '2040-01-02' };
  const needed = usualDocumentTypes.find((usual) => usual.type === type)?.needs ?? [];
  return desk.get('documents.describe', {
    itemId,
    documentType: type,
    ...Object.fromEntries(needed.map((day) => [day, days[day]])),
    ...(expiryDate === undefined ? {} : { expiryDate }),
  });
}

async function otherProgram(
  baseUrl: string,
  { method, path, body }: { method: string; path: string; body: object | undefined },
): Promise<number> {
  const signedIn = await fetch(`${baseUrl}/platform/auth-service/api/v1/token`, {
    method: 'POST',
    ...jsonOf(sandboxSignIn),
  });
  const { data } = (await signedIn.json()) as { data: { accessToken: string } };
  const sent = jsonOf(body);
  const answer = await fetch(
    `${baseUrl}/platform/client-service/api/v1/clients/${clientId}/sub-clients${path}`,
    {
      ...sent,
      method,
      headers: { ...sent.headers, authorization: `Bearer ${data.accessToken}` },
    },
  );
  return answer.status;
}

/** The words of everything that is to be done for a sub-client, in order. */
export const titlesOf = ({ requirements }: SubClientDetail): string[] =>
  requirements.map(({ title }) => title);
