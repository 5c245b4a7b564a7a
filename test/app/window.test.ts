import { EventEmitter } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { plainAppearance, type Appearance } from '../../shared/ipc/desk/appearance.ts';
import { focusFirstWindow, openWindow, pagePreferences } from '../../electron/app/window.ts';

type Options = Record<string, unknown> & { webPreferences: Record<string, unknown> };
type FakeWindow = EventEmitter & {
  options: Options;
  webContents: EventEmitter & Record<string, unknown>;
};
const electron = vi.hoisted(() => ({ windows: [] as unknown[], dark: false, screenWidth: 2_560 }));

vi.mock('electron', async () => {
  const events = await import('node:events');
  class BrowserWindow extends events.EventEmitter {
    options: unknown;
    webContents = Object.assign(new events.EventEmitter(), {
      reload: vi.fn<() => void>(),
      forcefullyCrashRenderer: vi.fn<() => void>(),
    });
    loadURL = vi.fn<(url: string) => Promise<void>>(() => Promise.resolve());
    show = vi.fn<() => void>();
    focus = vi.fn<() => void>();
    restore = vi.fn<() => void>();
    maximize = vi.fn<() => void>();
    isMinimized = () => true;
    isMaximized = () => false;
    getNormalBounds = () => ({ x: 10, y: 20, width: 1_000, height: 700 });
    static getAllWindows = () => electron.windows;
    constructor(options: unknown) {
      super();
      this.options = options;
      electron.windows.push(this);
    }
  }
  const screen = {
    getDisplayMatching: () => ({
      workArea: { x: 0, y: 0, width: electron.screenWidth, height: 1_440 },
    }),
  };
  const nativeTheme = {
    get shouldUseDarkColors() {
      return electron.dark;
    },
  };
  return { BrowserWindow, screen, nativeTheme };
});

let dataDir: string;
const file = (): string => join(dataDir, 'window.json');
const open = async (chosen: Partial<Appearance> = {}): Promise<FakeWindow> => {
  const appearance = { ...plainAppearance, ...chosen };
  return (await openWindow('/preload.cjs', { dataDir, appearance })) as unknown as FakeWindow;
};
const saved = (window: object): void => {
  writeFileSync(file(), JSON.stringify({ window }));
};

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'nostro-window-'));
  electron.windows = [];
  electron.dark = false;
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(dataDir, { recursive: true });
});

test('a page is sandboxed and isolated, and its preferences cannot be changed', async () => {
  expect((await open()).options.webPreferences).toEqual({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    spellcheck: false,
    partition: 'desk',
    preload: '/preload.cjs',
    zoomFactor: 1,
  });
  expect(Object.isFrozen(pagePreferences)).toBe(true);
});

test('the first window has the first size, the smallest size and the colour of the paper', async () => {
  expect((await open()).options).toMatchObject({
    width: 1_440,
    height: 900,
    minWidth: 960,
    minHeight: 640,
    title: 'Nostro',
    show: false,
    backgroundColor: '#fbfaf7',
  });
  electron.dark = true;
  expect((await open()).options['backgroundColor']).toBe('#121715');
});

test.each([
  ['light', true, '#fbfaf7'],
  ['dark', false, '#121715'],
  ['contrast', false, '#ffffff'],
  ['contrast', true, '#000000'],
] as const)(
  'as %s the window has its paper from the start; is the system dark: %j',
  async (...given) => {
    const [theme, isDark, paper] = given;
    electron.dark = isDark;
    const { options } = await open({ theme, textPercent: 125 });
    expect(options).toMatchObject({ backgroundColor: paper, webPreferences: { zoomFactor: 1.25 } });
  },
);

test('the window comes back where it was', async () => {
  saved({ x: 30, y: 40, width: 1_200, height: 800, maximized: true });
  const window = (await open()) as FakeWindow &
    Record<'show' | 'maximize', ReturnType<typeof vi.fn>>;
  expect(window.options).toMatchObject({ x: 30, y: 40, width: 1_200, height: 800 });
  expect(window.show).not.toHaveBeenCalled();
  window.emit('ready-to-show');
  expect(window.maximize).toHaveBeenCalledOnce();
  expect(window.show).toHaveBeenCalledOnce();
});

test('a place on a screen that is gone keeps the size only', async () => {
  saved({ x: 3_000, y: 40, width: 1_200, height: 800, maximized: false });
  const { options } = await open();
  expect(options).toMatchObject({ width: 1_200, height: 800 });
  expect(options).not.toHaveProperty('x');
});

test.each([
  '',
  '{"window":',
  '\0\0\0\0',
  'null',
  '[]',
  '{"window":null}',
  '{"window":{"x":0,"y":0,"width":10,"height":10,"maximized":false}}',
  '{"window":{"x":0,"y":0,"width":1e9,"height":900,"maximized":false}}',
  '{"window":{"x":"0","y":0,"width":1200,"height":900,"maximized":false}}',
  '{"window":{"x":0.5,"y":0,"width":1200,"height":900,"maximized":false}}',
])('with %j in window.json the window opens at the first size [S13]', async (text) => {
  writeFileSync(file(), text);
  const { options } = await open();
  expect(options).toMatchObject({ width: 1_440, height: 900 });
  expect(options).not.toHaveProperty('x');
});

test('the place is stored when the window closes, readable by its owner only', async () => {
  (await open()).emit('close');
  await vi.waitFor(() => {
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({
      window: { x: 10, y: 20, width: 1_000, height: 700, maximized: false },
    });
  });
  expect(statSync(file()).mode & 0o777).toBe(0o600);
});

test('moving the window writes once it rests', async () => {
  vi.useFakeTimers();
  const window = await open();
  for (let step = 0; step < 20; step++) window.emit('move');
  expect(() => statSync(file())).toThrow();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toHaveProperty('window.x', 10);
});

test('a folder that cannot be written costs nothing but the memory', async () => {
  vi.useFakeTimers();
  const window = await open();
  rmSync(dataDir, { recursive: true });
  writeFileSync(dataDir, 'not a folder');
  window.emit('move');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(readFileSync(dataDir, 'utf8')).toBe('not a folder');
});

test('a page that died is drawn again, but not over and over [F5]', async () => {
  const { webContents } = await open();
  webContents.emit('render-process-gone');
  webContents.emit('render-process-gone');
  expect(webContents['reload']).toHaveBeenCalledOnce();
});

test('a page that hangs is ended, and drawn again as one that died [F5]', async () => {
  const window = await open();
  const { webContents } = window;
  vi.mocked(webContents['forcefullyCrashRenderer'] as () => void).mockImplementation(() => {
    webContents.emit('render-process-gone');
  });
  window.emit('unresponsive');
  expect(webContents['reload']).toHaveBeenCalledOnce();
});

test('a second start brings the first window to the front', async () => {
  focusFirstWindow();
  const window = (await open()) as FakeWindow &
    Record<'restore' | 'focus', ReturnType<typeof vi.fn>>;
  focusFirstWindow();
  expect(window.restore).toHaveBeenCalledOnce();
  expect(window.focus).toHaveBeenCalledOnce();
});
