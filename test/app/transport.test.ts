import { beforeEach, expect, test, vi } from 'vitest';

import { announce, serve } from '../../electron/app/transport.ts';

type Handler = (event: unknown, ...args: unknown[]) => Promise<unknown>;
type Window = { isDestroyed: () => boolean; webContents: { send: (...args: unknown[]) => void } };
const electron = vi.hoisted(() => ({
  handlers: new Map<string, Handler>(),
  windows: [] as Window[],
}));
vi.mock('electron', () => ({
  ipcMain: { handle: (name: string, handler: Handler) => electron.handlers.set(name, handler) },
  BrowserWindow: { getAllWindows: () => electron.windows },
}));

const desk = vi.fn((route: string, input: unknown) => Promise.resolve({ route, input }));
const ask = (event: unknown, ...args: unknown[]): Promise<unknown> =>
  Promise.resolve().then(() => electron.handlers.get('desk:request')?.(event, ...args));

const frame = { url: 'desk://app/index.html', origin: 'desk://app', parent: null };
const from = (senderFrame: unknown, mainFrame: unknown = senderFrame) => ({
  senderFrame,
  sender: { mainFrame },
});

beforeEach(() => {
  desk.mockClear();
  electron.handlers.clear();
  serve(desk);
});

test('a request of the page reaches the desk', async () => {
  await expect(ask(from(frame), 'desk.state', {})).resolves.toEqual({
    route: 'desk.state',
    input: {},
  });
});

test('one channel is all there is', () => {
  expect([...electron.handlers.keys()]).toEqual(['desk:request']);
});

const child = { ...frame, parent: frame };
test.each([
  ['a frame that is gone', from(null, frame)],
  ['another frame of the page', from(child, frame)],
  ['a main frame with a parent', from(child)],
  ['another window’s frame', from({ ...frame }, frame)],
  [
    'a page elsewhere',
    from({ ...frame, url: 'https://evil.example/', origin: 'https://evil.example' }),
  ],
  [
    'a page with our name in front',
    from({ ...frame, url: 'desk://app.evil/', origin: 'desk://app.evil' }),
  ],
  [
    'a page with our name as a user',
    from({ ...frame, url: 'desk://app@evil/', origin: 'desk://evil' }),
  ],
  ['an opaque origin at our address', from({ ...frame, origin: 'null' })],
  ['our origin at another address', from({ ...frame, url: 'file:///index.html' })],
  ['a page over https', from({ ...frame, url: 'https://app/', origin: 'https://app' })],
  ['an empty frame', from({ ...frame, url: '', origin: '' })],
])('%s is refused, and its request never reaches the desk [F2]', async (_who, event) => {
  await expect(ask(event, 'desk.state', {})).rejects.toThrow('refused');
  expect(desk).not.toHaveBeenCalled();
});

test.each([undefined, null, 1, {}, ['desk.state'], Symbol('x')])(
  'the route %s is refused',
  async (route) => {
    await expect(ask(from(frame), route, {})).rejects.toThrow('refused');
    expect(desk).not.toHaveBeenCalled();
  },
);

test('a frame that dies while it is looked at is refused [F2]', async () => {
  const dying = {
    parent: null,
    get origin(): string {
      throw new Error('Render frame was disposed');
    },
  };
  await expect(ask(from(dying), 'desk.state', {})).rejects.toThrow('disposed');
  expect(desk).not.toHaveBeenCalled();
});

test('a fact goes to every window that is still there', () => {
  const send = vi.fn<(...args: unknown[]) => void>();
  const lost = vi.fn<(...args: unknown[]) => void>();
  electron.windows = [
    { isDestroyed: () => false, webContents: { send } },
    { isDestroyed: () => true, webContents: { send: lost } },
  ];
  announce('store.changed', { topic: 'accounts' });
  expect(send).toHaveBeenCalledExactlyOnceWith('desk:event:store.changed', { topic: 'accounts' });
  expect(lost).not.toHaveBeenCalled();
});
