import { onTestFinished } from 'vitest';

import {
  createBankClient,
  type BankClient,
  type BankClientOptions,
} from '../../../electron/engines/bank/client.ts';
import { parseBankFile, type BankFile } from '../../../electron/engines/bank/file/bank-file.ts';
import type { CallRecord } from '../../../electron/engines/bank/call-record.ts';
import type { ErrorCode, Outcome } from '../../../shared/errors.ts';
import { answerJson, type ReceivedRequest } from './scripted-server.ts';
import type { ServerResponse } from 'node:http';
import { systemClock } from '../../../electron/engines/machine/context.ts';

export const base = '/platform/client-service/api/v1';
export const tokenPath = '/platform/auth-service/api/v1/token';
export const canaries = ['canary-password', 'canary-token', 'canary-renewal'];

export const credentials = { username: 'ada', password: 'canary-password' };

/** A bank file of a foreign bank, with every operation that the tests need confirmed. */
export function bankFileOf(url: string, extra: Record<string, unknown> = {}): BankFile {
  const parsed = parseBankFile(
    JSON.stringify({
      name: 'Test Bank',
      environment: 'uat',
      baseUrl: url,
      operations: {
        getToken: {},
        refreshToken: {},
        logoutUser: {},
        getAccount: {},
        getAllAccounts: {},
      },
      limits: { requestsPerSecond: 10_000 },
      ...extra,
    }),
  );
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}

export const grantOf = (count: number, expiresIn = 3600) => ({
  data: {
    accessToken: `canary-token-${String(count)}`,
    refreshToken: `canary-renewal-${String(count)}`,
    expiresIn,
  },
});

/** Answers sign-ins with numbered tokens; true when it did. */
export function answersSignIn(received: ReceivedRequest, response: ServerResponse): boolean {
  if (received.url !== tokenPath) return false;
  answerJson(response, grantOf(1));
  return true;
}

export type Opened = { client: BankClient; records: CallRecord[]; waits: number[] };

/** A client on a test's bank: waits are noted instead of waited, and jitter is the whole of it. */
export function openClient(bankFile: BankFile, options: Partial<BankClientOptions> = {}): Opened {
  const records: CallRecord[] = [];
  const waits: number[] = [];
  const client = createBankClient({
    bankFile,
    clock: systemClock,
    onCall: (record) => records.push(record),
    random: () => 1,
    sleep: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    ...options,
  });
  onTestFinished(() => client.close());
  return { client, records, waits };
}

/** The same, signed in. */
export async function signedIn(
  bankFile: BankFile,
  options: Partial<BankClientOptions> = {},
): Promise<Opened> {
  const opened = openClient(bankFile, options);
  const outcome = await opened.client.session.signIn(credentials, contextOf('sign-in'));
  if (!outcome.ok) throw new Error(outcome.error.message);
  opened.records.length = 0;
  return opened;
}

export const contextOf = (correlationId = 'ref-1', signal?: AbortSignal) => ({
  correlationId,
  ...(signal ? { signal } : {}),
});

export const codeOf = (outcome: Outcome<unknown>): ErrorCode | 'ok' =>
  outcome.ok ? 'ok' : outcome.error.code;

/** Waits for a call whose outcome the test does not check, only what the bank received. */
export const done = (call: Promise<Outcome<unknown>>): Promise<void> => call.then(() => undefined);

/** An account as the specification shows it; the balance is given as JSON text. */
export const accountAnswer = (balance = '1204.50'): string =>
  `{"message":"ok","account":{"accountId":"a1","clientId":"c1","entityId":"e1","uniqueRequestId":"u","currencyIso3Code":"USD","accountName":"Main","status":"active","availableBalance":${balance},"accountType":"wallet","fundingDetails":[]}}`;

export const subClientAnswer = { entityId: 's1', status: 'draft', name: 'Sub' };
