import { beforeEach, expect, test, vi } from 'vitest';

import { confirm, saveAs } from '../../electron/app/dialogs.ts';

const asked = vi.hoisted(() => ({
  boxes: [] as Electron.MessageBoxOptions[],
  saves: [] as Electron.SaveDialogOptions[],
  response: 0,
}));

vi.mock('electron', () => ({
  app: { getPath: () => '/home/ada/Documents' },
  BrowserWindow: { getFocusedWindow: () => null, getAllWindows: () => [] },
  dialog: {
    showMessageBox: (options: Electron.MessageBoxOptions) => {
      asked.boxes.push(options);
      return Promise.resolve({ response: asked.response, checkboxChecked: false });
    },
    showSaveDialog: (options: Electron.SaveDialogOptions) => {
      asked.saves.push(options);
      return Promise.resolve({ canceled: true, filePath: '' });
    },
  },
}));

beforeEach(() => {
  asked.boxes.length = 0;
  asked.saves.length = 0;
});

const question = { message: 'Connect to bank.example?', detail: 'Its file …', yes: 'Connect' };

test.each([
  [0, false],
  [1, true],
])('a question that ends with button %i is answered %s', async (response, answer) => {
  asked.response = response;
  expect(await confirm(question)).toBe(answer);
});

test('a question opens at Cancel, where Escape leads too: no key that was meant for the page says yes', async () => {
  await confirm(question);
  expect(asked.boxes).toMatchObject([
    { buttons: ['Cancel', 'Connect'], defaultId: 0, cancelId: 0, message: question.message },
  ]);
});

test.each(['../../.bashrc', '/etc/cron.d/x', 'a/b/../../x'])(
  'a suggested name %s leads into no other folder',
  async (name) => {
    await saveAs(name);
    expect(asked.saves[0]?.defaultPath).toMatch(/^\/home\/ada\/Documents\/[^/]+$/);
  },
);
