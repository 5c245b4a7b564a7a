import type { SettingsView } from '../../../shared/ipc/desk/settings.ts';
import { ok } from '../../../shared/result.ts';
import { sandboxDesk } from '../support/desk-records.ts';
import type { Answers } from '../support/fake-bridge.ts';

export const fakeSettings: SettingsView = {
  bank: sandboxDesk.bank,
  bankFile: JSON.stringify(
    {
      name: 'Example Bank',
      environment: 'sandbox',
      baseUrl: 'http://127.0.0.1:4010',
      auth: { operation: 'getToken', request: { user: '{username}', pass: '{password}' } },
    },
    null,
    2,
  ),
  dataFolder: '/home/ada/.local/share/nostro',
  keychain: 'ready',
  protection: 'keychain',
  cacheBytes: 412_876_800,
  journalBytes: 98_304,
  entries: 1_204_311,
  version: '0.1.0',
  autoLockMinutes: 15,
  notifies: true,
  selfSync: { everyMinutes: null, quiet: null },
  lastBackupAt: null,
  cipher: 'AEGIS-256',
};

export const settingsAnswers = (settings: SettingsView = fakeSettings): Answers => ({
  'settings.get': () => ok(settings),
  'paymentFiles.shapes': () => ok({ rows: [] }),
  'accounts.aliases': () => ok({ rows: [] }),
  'rates.folder': () => ok({ folder: null, problem: null, file: null }),
});
