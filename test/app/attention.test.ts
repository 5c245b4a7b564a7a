import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

const system = vi.hoisted(() => ({
  supported: true,
  focused: null as object | null,
  badges: [] as number[],
  overlays: [] as [unknown, string][],
  shown: [] as { title: string; body: string; silent: boolean; emit: (event: string) => void }[],
  closed: 0,
  raised: 0,
}));

vi.mock('electron', async () => {
  const { EventEmitter } = await import('node:events');
  const window = {
    isMinimized: () => false,
    show: () => undefined,
    focus: () => void (system.raised += 1),
    setOverlayIcon: (icon: unknown, words: string) => void system.overlays.push([icon, words]),
  };
  class Notification extends EventEmitter {
    static isSupported = () => system.supported;
    readonly title: string;
    readonly body: string;
    readonly silent: boolean;
    constructor({ title, body, silent }: { title: string; body: string; silent: boolean }) {
      super();
      this.title = title;
      this.body = body;
      this.silent = silent;
    }
    show = () => void system.shown.push(this);
    close = () => void (system.closed += 1);
  }
  return {
    app: { setBadgeCount: (count: number) => void system.badges.push(count) },
    BrowserWindow: { getAllWindows: () => [window], getFocusedWindow: () => system.focused },
    nativeImage: { createFromDataURL: (url: string) => ({ url }) },
    nativeTheme: { shouldUseDarkColors: false },
    Notification,
  };
});

const { systemSigns } = await import('../../electron/app/attention.ts');

beforeEach(() => {
  Object.assign(system, { supported: true, focused: null, closed: 0, raised: 0 });
  for (const list of [system.badges, system.overlays, system.shown]) list.length = 0;
});

/** The rest of a test is on that system. */
function on(platform: NodeJS.Platform): void {
  const real = process.platform;
  Object.defineProperty(process, 'platform', { value: platform });
  onTestFinished(() => void Object.defineProperty(process, 'platform', { value: real }));
}

test('a notification is shown silently while no one looks at the window, only the newest stays, and a click opens its place', () => {
  const opened: string[] = [];
  const signs = systemSigns((place) => void opened.push(place));
  signs.notify('One thing more needs a person.', 'exceptions');
  signs.notify('3 things more need a person.', 'approvals');
  expect(system.shown).toMatchObject([
    { title: 'Nostro', body: 'One thing more needs a person.', silent: true },
    { title: 'Nostro', body: '3 things more need a person.', silent: true },
  ]);
  expect(system.closed).toBe(1);
  system.shown[1]?.emit('click');
  expect([opened, system.raised]).toEqual([['approvals'], 1]);
});

test('nothing is shown while the window is in front, or where the system shows none', () => {
  const signs = systemSigns(() => undefined);
  system.focused = {};
  signs.notify('One thing more needs a person.', 'exceptions');
  Object.assign(system, { focused: null, supported: false });
  signs.notify('One thing more needs a person.', 'exceptions');
  expect(system.shown).toEqual([]);
});

test('the number stands at the icon; on Windows a dot does, with the number in words', () => {
  const signs = systemSigns(() => undefined);
  on('darwin');
  signs.badge(4);
  signs.badge(0);
  expect(system.badges).toEqual([4, 0]);
  on('win32');
  signs.badge(1);
  signs.badge(2);
  signs.badge(0);
  expect(system.overlays).toEqual([
    [
      { url: expect.stringMatching(/^data:image\/png;base64,/) as string },
      '1 thing needs a person',
    ],
    [
      { url: expect.stringMatching(/^data:image\/png;base64,/) as string },
      '2 things need a person',
    ],
    [null, ''],
  ]);
});
