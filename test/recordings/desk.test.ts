import { expect, test } from 'vitest';

import { openTestDesk } from '../support/desks/test-desk.ts';

const pair = [
  'POST https://uat.kestrel.example/platform/auth/login',
  '',
  '{"user":"treasury-canary","password":"pa55-canary-word"}',
  '',
  'HTTP 200',
  '',
  '{"token":"tok-0123456789-canary"}',
  '',
  'GET https://uat.kestrel.example/platform/client-service/api/v1/accounts',
  'authorization: Bearer tok-0123456789-canary',
  '',
  'HTTP 200',
  '',
  '{"accounts":[{"accountId":"K-1","availableBalance":1,"currencyIso3Code":"USD"}]}',
].join('\n');

test('the window has a bank file proposed from bytes, and nothing of it is saved', async () => {
  const desk = await openTestDesk();
  const before = await desk.get('banks.list', {});
  const recordings = [{ name: 'pasted text', bytes: new Uint8Array(Buffer.from(pair)) }];
  const open = await desk.get('bankFile.propose', { recordings, answers: {} });
  expect(open.questions.map(({ place }) => place)).toEqual(['environment']);
  const settled = await desk.get('bankFile.propose', {
    recordings,
    answers: { environment: 'uat', name: 'Kestrel' },
  });
  expect(settled.questions).toEqual([]);
  expect(JSON.parse(settled.bankFile)).toMatchObject({
    name: 'Kestrel',
    environment: 'uat',
    auth: { request: { user: '{user}', password: '{password}' }, token: '/token' },
    operations: { getToken: { path: '/auth/login' }, getAllAccounts: {} },
  });
  expect(JSON.stringify([open, settled])).not.toContain('canary');
  expect(await desk.get('banks.list', {})).toEqual(before);
});

test('the window learns which recording cannot be used, and which answer fits nothing', async () => {
  const desk = await openTestDesk();
  const cut = [{ name: 'cut.har', bytes: new Uint8Array(Buffer.from('{"log":{"canary')) }];
  expect(await desk.request('bankFile.propose', { recordings: cut, answers: {} })).toMatchObject({
    ok: false,
    error: {
      code: 'recording.unusable',
      message: expect.stringContaining('cut.har is not whole JSON') as string,
    },
  });
  const recordings = [{ name: 'pasted text', bytes: new Uint8Array(Buffer.from(pair)) }];
  const wrong = { recordings, answers: { environment: 'live' } };
  expect(await desk.request('bankFile.propose', wrong)).toMatchObject({
    error: { fields: { environment: 'is none of uat, production' } },
  });
  const path = { recordings: [{ name: 'x', bytes: '/etc/passwd' }], answers: {} };
  expect(await desk.request('bankFile.propose', path as never)).toMatchObject({
    ok: false,
    error: { code: 'input.invalid' },
  });
});
