import { expect, test } from 'vitest';

import type { Submission } from '../../electron/engines/submissions/journal/submission-table.ts';
import { registry } from '../support/desks/changes.ts';
import { showsChange } from '../../electron/nouns/webhooks/shows-change.ts';
import { ClientConfiguration } from '../../shared/bank/webhooks.ts';
import { newReference } from '../../shared/reference.ts';
import { openTestDesk, type TestDesk, openSandboxDesk } from '../support/desks/test-desk.ts';
import { orderDesk, syncedDesk, controlBank } from '../support/desks/order-desk.ts';

const address = 'https://hooks.example.com/nostro';

const add = (desk: TestDesk, callbackUrl = address, mode: 'test' | 'live' = 'test') =>
  desk.get('webhooks.add', { reference: newReference(), mode, callbackUrl });
const changeMode = (desk: TestDesk, mode: 'test' | 'live') =>
  desk.get('webhooks.changeMode', { reference: newReference(), mode });
const faults = (desk: TestDesk, rules: readonly object[]) =>
  controlBank(desk, 'faults', { rules }, 'PUT');

test('a sync reads what is set, and the view names the client and its sub-clients’ addresses', async () => {
  const desk = await openSandboxDesk();
  expect(await desk.get('webhooks.get', {})).toMatchObject({
    configuration: null,
    asOf: null,
    subClients: [],
  });
  await desk.sync();
  const { configuration, asOf, clientId, subClients, openSubmission } = await desk.get(
    'webhooks.get',
    {},
  );
  expect(configuration).toEqual({ clientId, currentMode: '', endpoints: [] });
  expect(clientId).not.toBeNull();
  expect(asOf).not.toBeNull();
  expect(openSubmission).toBeNull();
  expect(subClients.length).toBeGreaterThan(0);
  for (const { callbackUrl, name } of subClients) {
    expect(callbackUrl).toMatch(/^https:\/\/hooks\.subsidiary\.example\/\d+$/);
    expect(name).not.toBe('');
  }
});

test('an address is set and replaced, the mode is changed, and the timeline shows it', async () => {
  const desk = await syncedDesk();
  expect(await add(desk, ` ${address} `)).toMatchObject({
    state: 'accepted',
    operation: 'addANewClientConfiguration',
    about: { title: 'Webhook address for test' },
  });
  await add(desk, `${address}/2`);
  expect(await changeMode(desk, 'test')).toMatchObject({ state: 'accepted' });
  const { configuration } = await desk.get('webhooks.get', {});
  expect(configuration).toMatchObject({
    currentMode: 'test',
    endpoints: [{ mode: 'test', callbackUrl: `${address}/2` }],
  });
  const refreshed = await desk.get('webhooks.refresh', {});
  expect(refreshed.configuration).toEqual(configuration);
  const { rows } = await desk.get('timeline.list', { limit: 9, kinds: ['webhook'] });
  expect(rows.map(({ field, before, after }) => [field, before, after])).toEqual([
    ['currentMode', null, 'test'],
    ['callbackUrl.test', address, `${address}/2`],
    ['callbackUrl.test', null, address],
  ]);
  const topics = desk.facts.map(({ fact }) => (fact as { topic?: string }).topic);
  expect(topics).toContain('webhooks');
  expect(topics).toContain('timeline');
});

test('the same reference is sent once', async () => {
  const desk = await orderDesk();
  const asked = { reference: newReference(), mode: 'test', callbackUrl: address } as const;
  const [first, second] = [
    await desk.get('webhooks.add', asked),
    await desk.get('webhooks.add', asked),
  ];
  expect(second.submissionId).toBe(first.submissionId);
  expect(second.attempts).toBe(1);
});

test.each(['http://hooks.example.com', 'hooks.example.com', ' ', 'javascript:alert(1)'])(
  'the address %j is refused at its field, and nothing leaves',
  async (callbackUrl) => {
    const desk = await orderDesk();
    const refused = await desk.refused('webhooks.add', {
      reference: newReference(),
      mode: 'live',
      callbackUrl,
    });
    expect(refused).toMatchObject({
      code: 'input.invalid',
      fields: { callbackUrl: 'must be an address that begins with https://' },
    });
    expect((await desk.get('submissions.list', { limit: 9 })).rows).toEqual([]);
  },
);

test('a mode that has no address is refused in the bank’s words', async () => {
  const desk = await orderDesk();
  expect(await changeMode(desk, 'live')).toMatchObject({
    state: 'refused',
    error: {
      code: 'bank.refused',
      bank: { status: 422, message: 'The mode live has no address yet' },
    },
  });
  expect((await desk.get('webhooks.get', {})).openSubmission).toBeNull();
});

test('without an answer it is unknown, another change waits, and reading what is set settles it', async () => {
  const desk = await orderDesk();
  await faults(desk, [
    { operation: 'addANewClientConfiguration', fault: { kind: 'cut-after-commit' } },
  ]);
  expect(await add(desk)).toMatchObject({ state: 'unknown', isLookedUp: true });
  await faults(desk, []);
  const waiting = await desk.refused('webhooks.changeMode', {
    reference: newReference(),
    mode: 'test',
  });
  expect(waiting.code).toBe('outcome.unknown');
  expect((await desk.get('webhooks.get', {})).openSubmission).toMatchObject({ state: 'unknown' });
  const { openSubmission, configuration } = await desk.get('webhooks.refresh', {});
  expect(openSubmission).toBeNull();
  expect(configuration?.endpoints).toMatchObject([{ callbackUrl: address }]);
  expect(await changeMode(desk, 'test')).toMatchObject({ state: 'accepted' });
});

test('what never reached the bank stays unknown until it may be concluded', async () => {
  const desk = await orderDesk();
  await faults(desk, [{ operation: 'addANewClientConfiguration', fault: { kind: 'reset' } }]);
  const { submissionId } = await add(desk);
  const looked = await desk.get('submissions.lookUp', { submissionId });
  expect(looked).toMatchObject({ state: 'unknown', mayRepeat: false });
  expect(looked.lookups).toBeGreaterThan(0);
});

test('signed out nothing is asked, and what was read stays readable', async () => {
  const desk = await orderDesk();
  await add(desk);
  await desk.get('session.signOut', {});
  for (const refused of [
    await desk.refused('webhooks.refresh', {}),
    await desk.refused('webhooks.changeMode', { reference: newReference(), mode: 'test' }),
  ])
    expect(refused.code).toBe('session.required');
  expect((await desk.get('webhooks.get', {})).configuration?.endpoints).toHaveLength(1);
});

test('at a bank whose file does not confirm the operations they stay closed', async () => {
  const desk = await openTestDesk();
  const file = {
    name: 'Elsewhere',
    environment: 'uat',
    baseUrl: 'https://bank.invalid',
    auth: { request: { username: '{username}' } },
  };
  await desk.get('desk.connectBank', { bankFile: JSON.stringify(file) });
  for (const refused of [
    await desk.refused('webhooks.refresh', {}),
    await desk.refused('webhooks.add', {
      reference: newReference(),
      mode: 'test',
      callbackUrl: address,
    }),
  ])
    expect(refused.code).toBe('operation.closed');
  expect(await desk.get('webhooks.get', {})).toMatchObject({ configuration: null, clientId: null });
});

const configured = (given: object) => ({
  message: '',
  configuration: ClientConfiguration.parse({ endpoints: [], ...given }),
});
const endpoint = (mode: string, callbackUrl: string) => ({ id: mode, mode, callbackUrl });

test('an answer that states something else than was sent belongs to nothing of ours', () => {
  const { addANewClientConfiguration, updateClientConfigurationCurrentMode } = registry;
  const path = { clientId: 'C-1' };
  const submission = {} as Submission;
  const sent = { path, body: { mode: 'test' as const, callbackUrl: 'https://a.example' } };
  const reason = (given: object) =>
    addANewClientConfiguration.echo(
      { operation: 'addANewClientConfiguration', input: sent, submission },
      configured(given),
    ).mismatch;
  expect(reason({ endpoints: [endpoint('test', 'https://a.example/')] })).toBeNull();
  expect(
    reason({ clientId: 'C-1', endpoints: [endpoint('test', 'https://a.example')] }),
  ).toBeNull();
  expect(reason({ endpoints: [endpoint('live', 'https://a.example')] })).toContain('for test');
  expect(reason({ endpoints: [endpoint('test', 'https://b.example')] })).toContain(
    'https://a.example',
  );
  expect(reason({ endpoints: [endpoint('test', 'not an address')] })).not.toBeNull();
  expect(reason({ clientId: 'C-2', endpoints: [endpoint('test', 'https://a.example')] })).toContain(
    'C-2 instead of C-1',
  );
  const mode = (currentMode: string) =>
    updateClientConfigurationCurrentMode.echo(
      {
        operation: 'updateClientConfigurationCurrentMode',
        input: { path, body: { mode: 'live' } },
        submission,
      },
      configured({ currentMode }),
    ).mismatch;
  expect(mode('live')).toBeNull();
  expect(mode('test')).toBe('The bank’s answer gives the mode “test” instead of “live”.');
  expect(mode('')).toBe('The bank’s answer gives the mode “” instead of “live”.');
});

test('what is set now shows an address or a mode that was sent', () => {
  const { configuration } = configured({
    currentMode: 'live',
    endpoints: [endpoint('test', 'https://a.example/')],
  });
  const shows = (body: object) =>
    showsChange(configuration, {
      operation:
        'callbackUrl' in body
          ? 'addANewClientConfiguration'
          : 'updateClientConfigurationCurrentMode',
      payload: JSON.stringify({ path: { clientId: 'C-1' }, body }),
    } as Submission);
  expect(shows({ mode: 'live' })).toBe(true);
  expect(shows({ mode: 'test' })).toBe(false);
  expect(shows({ mode: 'test', callbackUrl: 'https://a.example' })).toBe(true);
  expect(shows({ mode: 'live', callbackUrl: 'https://a.example' })).toBe(false);
});
