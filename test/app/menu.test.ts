import type { MenuItemConstructorOptions as Item } from 'electron';
import { expect, test, vi } from 'vitest';

import { installMenu } from '../../electron/app/menu.ts';

const electron = vi.hoisted(() => ({ template: [] as unknown[], isPackaged: false }));
vi.mock('electron', () => ({
  app: electron,
  Menu: {
    buildFromTemplate: (template: unknown[]) => template,
    setApplicationMenu: (menu: unknown[]) => {
      electron.template = menu;
    },
  },
}));

type Ask = Parameters<typeof installMenu>[0];

function items(ask: Ask = () => undefined): Item[] {
  installMenu(ask);
  const flat = (list: Item[]): Item[] =>
    list.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])]);
  return flat(electron.template as Item[]);
}

test('every key of the menu has a modifier and belongs to one item', () => {
  const keys = items().flatMap(({ accelerator }) => accelerator ?? []);
  expect(keys.length).toBeGreaterThan(0);
  for (const key of keys) expect(key).toMatch(/^CmdOrCtrl\+/);
  expect(new Set(keys).size).toBe(keys.length);
});

test('lock, sync and settings ask the window', () => {
  const ask = vi.fn<Ask>();
  for (const item of items(ask)) item.click?.({} as never, undefined, {});
  expect(ask.mock.calls.flat().sort()).toEqual(['lock', 'settings', 'sync']);
});

test('the packaged app has no developer tools and never reloads by a key', () => {
  electron.isPackaged = true;
  const roles = items().map(({ role }) => role);
  expect(roles).not.toContain('toggleDevTools');
  expect(roles).not.toContain('reload');
  expect(roles).toEqual(expect.arrayContaining(['editMenu', 'windowMenu', 'help', 'quit']));
});
