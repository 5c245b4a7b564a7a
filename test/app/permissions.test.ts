import { EventEmitter } from 'node:events';

import type { Session, WebContents } from 'electron';
import { expect, test, vi } from 'vitest';

import { keepInside, refusePermissions } from '../../electron/app/permissions.ts';

type Callback = (answer: unknown) => void;
type Setter = (handler: (...args: unknown[]) => unknown) => void;

function permissions() {
  const set = {
    setPermissionRequestHandler: vi.fn<Setter>(),
    setPermissionCheckHandler: vi.fn<Setter>(),
    setDevicePermissionHandler: vi.fn<Setter>(),
    setDisplayMediaRequestHandler: vi.fn<Setter>(),
  };
  const onBeforeRequest = vi.fn<Setter>();
  const session = Object.assign(new EventEmitter(), set, { webRequest: { onBeforeRequest } });
  refusePermissions(session as unknown as Session);
  const handler = (setter: { mock: { calls: Parameters<Setter>[] } }) =>
    setter.mock.calls[0]?.[0] ?? (() => undefined);
  return { session, handler, ...set, onBeforeRequest };
}

test.each([
  'geolocation',
  'media',
  'notifications',
  'openExternal',
  'fullscreen',
  'hid',
  'unknown',
])('the permission %s is refused when asked for and when looked up', (permission) => {
  const { handler, setPermissionRequestHandler, setPermissionCheckHandler } = permissions();
  const callback = vi.fn<Callback>();
  handler(setPermissionRequestHandler)({}, permission, callback, {});
  expect(callback).toHaveBeenCalledExactlyOnceWith(false);
  expect(handler(setPermissionCheckHandler)({}, permission, 'desk://app', {})).toBe(false);
});

test('no device and no screen is handed out', () => {
  const { handler, setDevicePermissionHandler, setDisplayMediaRequestHandler } = permissions();
  const callback = vi.fn<Callback>();
  handler(setDisplayMediaRequestHandler)({}, callback);
  expect(callback).toHaveBeenCalledExactlyOnceWith(null);
  expect(handler(setDevicePermissionHandler)({ deviceType: 'usb' })).toBe(false);
});

test.each([
  ['desk://app/index.html', false],
  ['devtools://devtools/bundled/index.html', false],
  ['desk://app.evil/x', true],
  ['https://bank.example/', true],
  ['http://127.0.0.1:4010/', true],
  ['ws://127.0.0.1/', true],
  ['wss://evil.example/', true],
  ['file:///etc/passwd', true],
  ['chrome-extension://x/y', true],
  ['blob:desk://app/1', true],
  ['not an address', true],
])('a request to %s is cancelled: %s', (url, cancel) => {
  const { handler, onBeforeRequest } = permissions();
  const callback = vi.fn<Callback>();
  handler(onBeforeRequest)({ url }, callback);
  expect(callback).toHaveBeenCalledExactlyOnceWith({ cancel });
});

test('nothing is downloaded', () => {
  const { session } = permissions();
  const preventDefault = vi.fn<() => void>();
  session.emit('will-download', { preventDefault });
  expect(preventDefault).toHaveBeenCalledOnce();
});

function page() {
  const setWindowOpenHandler = vi.fn<Setter>();
  const contents = Object.assign(new EventEmitter(), { setWindowOpenHandler });
  keepInside(contents as unknown as WebContents);
  const isStopped = (event: string, url: string): boolean => {
    const preventDefault = vi.fn<() => void>();
    contents.emit(event, { url, preventDefault });
    return preventDefault.mock.calls.length > 0;
  };
  return { isStopped, setWindowOpenHandler };
}

test.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])(
  'on %s the page stays at our own address',
  (event) => {
    const { isStopped } = page();
    expect(isStopped(event, 'desk://app/index.html')).toBe(false);
    const elsewhere = [
      'desk://app.evil/',
      'desk://app@evil/',
      'desk://app:secret@app/',
      'desk://evil/app',
      'desk:app',
      'https://desk//app',
      'file:///etc/passwd',
      'about:blank',
      'about:srcdoc',
      'data:text/html,x',
      'blob:desk://app/1',
      'javascript:alert(1)',
      'mailto:a@b.example',
      'ms-msdt:/id',
      'smb://host/share',
      '',
    ];
    for (const url of elsewhere) expect(isStopped(event, url), url).toBe(true);
  },
);

test('a web view is never attached and a window never opened [F4]', () => {
  const { isStopped, setWindowOpenHandler } = page();
  expect(isStopped('will-attach-webview', '')).toBe(true);
  const handler = setWindowOpenHandler.mock.calls[0]?.[0];
  expect(handler?.({ url: 'desk://app/index.html' })).toEqual({ action: 'deny' });
});
