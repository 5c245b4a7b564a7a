import { app, Menu, type MenuItemConstructorOptions } from 'electron';

import type { DeskEvents } from '../../shared/ipc/events.ts';

type Ask = (what: DeskEvents['window.requested']['for']) => void;

/** The application menu. Every key has a modifier: the single letters belong to the window. */
export function installMenu(ask: Ask): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(ask)));
}

function menuTemplate(ask: Ask): MenuItemConstructorOptions[] {
  const isMac = process.platform === 'darwin';
  return [
    { label: 'Nostro', submenu: isMac ? macItems(ask) : deskItems(ask) },
    { role: 'editMenu' },
    { label: 'View', submenu: viewItems() },
    { role: 'windowMenu' },
    { role: 'help', submenu: [{ role: 'about', label: 'About Nostro' }] },
  ];
}

function deskItems(ask: Ask): MenuItemConstructorOptions[] {
  const item = (label: string, accelerator: string, what: Parameters<Ask>[0]) => ({
    label,
    accelerator,
    click: () => {
      ask(what);
    },
  });
  return [
    item('Sync All Accounts', 'CmdOrCtrl+R', 'sync'),
    item('Lock', 'CmdOrCtrl+L', 'lock'),
    item('Settings…', 'CmdOrCtrl+,', 'settings'),
    { type: 'separator' },
    { role: 'quit', label: 'Quit Nostro' },
  ];
}

function macItems(ask: Ask): MenuItemConstructorOptions[] {
  const quit = deskItems(ask).slice(-2);
  return [
    { role: 'about', label: 'About Nostro' },
    { type: 'separator' },
    ...deskItems(ask).slice(0, -2),
    { type: 'separator' },
    { role: 'hide' },
    { role: 'hideOthers' },
    { role: 'unhide' },
    ...quit,
  ];
}

function viewItems(): MenuItemConstructorOptions[] {
  const forDevelopers: MenuItemConstructorOptions[] = [
    { type: 'separator' },
    { role: 'toggleDevTools' },
  ];
  return [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
    ...(app.isPackaged ? [] : forDevelopers),
  ];
}
