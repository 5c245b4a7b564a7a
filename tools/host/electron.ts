/** What `import … from 'electron'` finds in the main process on the host: what the product uses, and nothing more. */
export { app } from './electron/app.ts';
export { BrowserWindow } from './electron/browser-window.ts';
export { clipboard } from './electron/clipboard.ts';
export { dialog } from './electron/dialog.ts';
export { ipcMain } from './electron/ipc-main.ts';
export { Menu } from './electron/menu.ts';
export { nativeImage, Notification } from './electron/notification.ts';
export { powerMonitor } from './electron/power-monitor.ts';
export { protocol } from './electron/protocol.ts';
export { session } from './electron/session.ts';
export { shell } from './electron/shell.ts';
export { nativeTheme, screen } from './electron/surroundings.ts';
