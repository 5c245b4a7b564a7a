import { afterEach, beforeEach, expect, it } from 'vitest';

import { Snapshot } from '../../sandbox/bank/snapshot.ts';
import { clientId } from '../../sandbox/server/client.ts';
import type { ClientConfiguration } from '../../shared/bank/webhooks.ts';
import { openCaller, startAt, type Answered, type Caller } from './caller.ts';
import { client, refusalOf } from './orders/order-forms.ts';

let caller: Caller;
beforeEach(async () => {
  caller = await openCaller({ entries: 300 });
});
afterEach(() => caller.sandbox.close());

const path = (id = clientId) => `/platform${client}/clients/${id}/configurations`;
const answerOf = ({ text }: Answered) =>
  JSON.parse(text) as { message: string; configuration: ClientConfiguration };
const read = (id?: string) => caller.call('GET', path(id));
const add = (body: object, id?: string) => caller.call('POST', path(id), body);
const changeMode = (mode: string, id?: string) =>
  caller.call('PATCH', `${path(id)}/current-mode`, { mode });

const address = 'https://hooks.example.com/nostro';

it('nothing is configured at first', async () => {
  expect(answerOf(await read()).configuration).toEqual({
    clientId,
    currentMode: '',
    endpoints: [],
  });
});

it('an address is stored by mode, and one that stands is replaced under its id', async () => {
  const added = answerOf(await add({ mode: 'test', callbackUrl: address }));
  expect(added.message).toBe(
    'Configuration saved. The sandbox keeps the address and pushes nothing to it.',
  );
  const [first] = added.configuration.endpoints;
  expect(first).toEqual({
    id: first?.id,
    mode: 'test',
    callbackUrl: address,
    createdAt: startAt,
    updatedAt: startAt,
  });
  await add({ mode: 'live', callbackUrl: `${address}/live` });
  await caller.call('POST', '/sandbox/clock/advance', { ms: 60_000 });
  await add({ mode: 'test', callbackUrl: `${address}/2` });
  const { endpoints, currentMode } = answerOf(await read()).configuration;
  expect(endpoints.map(({ mode, callbackUrl }) => [mode, callbackUrl])).toEqual([
    ['live', `${address}/live`],
    ['test', `${address}/2`],
  ]);
  expect(endpoints[1]).toMatchObject({
    id: first?.id,
    createdAt: startAt,
    updatedAt: '2026-11-20T15:31:00.000Z',
  });
  expect(endpoints[0]?.id).not.toBe(first?.id);
  expect(currentMode).toBe('');
});

it('the mode is changed to one that has an address, and to no other', async () => {
  expect(refusalOf(await changeMode('live'))).toEqual([422, 'mode_without_address']);
  await add({ mode: 'live', callbackUrl: address });
  expect(answerOf(await changeMode('live')).configuration.currentMode).toBe('live');
  expect(refusalOf(await changeMode('test'))).toEqual([422, 'mode_without_address']);
  expect(answerOf(await read()).configuration.currentMode).toBe('live');
});

it.each(['http://hooks.example.com', 'hooks.example.com', '', 'ftp://hooks.example.com'])(
  'the address %j is refused',
  async (callbackUrl) => {
    expect(refusalOf(await add({ mode: 'test', callbackUrl }))).toEqual([400, 'callbackUrl']);
    expect(answerOf(await read()).configuration.endpoints).toEqual([]);
  },
);

it('an unknown mode is refused, and another client is not found', async () => {
  expect(refusalOf(await add({ mode: 'other', callbackUrl: address }))).toEqual([400, 'mode']);
  for (const answer of [
    await read('somebody'),
    await add({ mode: 'test', callbackUrl: address }, 'somebody'),
    await changeMode('test', 'somebody'),
  ])
    expect(answer.status).toBe(404);
});

it('the configuration outlives a restart, and older state files have none', async () => {
  await add({ mode: 'test', callbackUrl: address });
  await changeMode('test');
  const { text } = await caller.call('GET', '/sandbox/snapshot');
  const before = answerOf(await read()).configuration;
  const other = await openCaller({ entries: 300 });
  await other.call('POST', '/sandbox/restore', text);
  await other.signIn();
  expect(answerOf(await other.call('GET', path())).configuration).toEqual(before);
  await other.sandbox.close();
  const { configuration, ...older } = JSON.parse(text) as Snapshot;
  expect(configuration).toEqual(before);
  expect(Snapshot.parse(older).configuration).toEqual({
    clientId,
    currentMode: '',
    endpoints: [],
  });
});
