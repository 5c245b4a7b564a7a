import { join } from 'node:path';

import { _electron } from 'playwright';

import { keepToured } from '../electron/connections/session/tour-settings.ts';
import { electronBinary } from './electron-binary.ts';
import { launchOnHost, type Launched } from './host/launch.ts';

export type DeskLaunch = {
  dataDir: string;
  env?: Record<string, string>;
  size?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
  deviceScaleFactor?: number;
  /** Shows the first tour, as for a new person. */
  isNew?: boolean;
};

export type DeskWindow = Launched & { shell: 'electron' | 'host' };

const root = join(import.meta.dirname, '..');
let isShellReported = false;

/**
 * Opens the built app on its own data folder and hands over its page. Real Electron when its binary is there
 * (`E2E_SHELL=electron` demands it, `E2E_SHELL=host` declines it), else the host; says once which one runs.
 */
export async function launchDesk(launch: DeskLaunch): Promise<DeskWindow> {
  const wanted = process.env['E2E_SHELL'];
  const binary = wanted === 'host' ? undefined : electronBinary();
  if (wanted === 'electron' && binary === undefined)
    throw new Error('E2E_SHELL=electron, but Electron’s binary is not there');
  const shell = binary === undefined ? 'host' : 'electron';
  if (launch.isNew !== true) keepToured(launch.dataDir);
  if (!isShellReported) process.stderr.write(`The desk runs on ${shell}.\n`);
  isShellReported = true;
  const launched = await (binary === undefined ? onHost(launch) : onElectron(launch, binary));
  return { ...launched, shell };
}

/** The state of the desk outside its data folder is in a folder next to it. */
const envOf = ({ dataDir, env }: DeskLaunch): Record<string, string> => ({
  XDG_STATE_HOME: `${dataDir}-state`,
  ...env,
  NOSTRO_DATA_DIR: dataDir,
});

function onHost(launch: DeskLaunch): Promise<Launched> {
  const { size, colorScheme, deviceScaleFactor } = launch;
  return launchOnHost({
    main: join(root, 'out/main/main.js'),
    env: envOf(launch),
    ...(size ? { size } : {}),
    ...(colorScheme ? { colorScheme } : {}),
    ...(deviceScaleFactor ? { deviceScaleFactor } : {}),
  });
}

async function onElectron(launch: DeskLaunch, executablePath: string): Promise<Launched> {
  const { size, colorScheme, deviceScaleFactor } = launch;
  const isRoot = process.getuid?.() === 0;
  const app = await _electron.launch({
    executablePath,
    args: [
      root,
      ...(isRoot ? ['--no-sandbox'] : []),
      ...(deviceScaleFactor ? [`--force-device-scale-factor=${deviceScaleFactor}`] : []),
    ],
    env: { ...(process.env as Record<string, string>), ...envOf(launch) },
  });
  const child = app.process();
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => {
      printed += text.toString('utf8');
    });
  const page = await app.firstWindow();
  await page.waitForLoadState();
  if (colorScheme) await page.emulateMedia({ colorScheme });
  if (size)
    await app.evaluate(({ BrowserWindow }, { width, height }) => {
      BrowserWindow.getAllWindows()[0]?.setContentSize(width, height);
    }, size);
  return {
    page,
    dialogs: {
      saveAs: (path) =>
        app.evaluate(({ dialog }, filePath) => {
          const answer = { canceled: filePath === null, filePath: filePath ?? '' };
          dialog.showSaveDialog = () => Promise.resolve(answer);
          const filePaths = filePath === null ? [] : [filePath];
          dialog.showOpenDialog = () => Promise.resolve({ ...answer, filePaths });
        }, path),
      answer: (yes) =>
        app.evaluate(({ dialog }, response) => {
          const answer = { response, checkboxChecked: false };
          dialog.showMessageBox = () => Promise.resolve(answer);
        }, Number(yes)),
    },
    power: (event) =>
      app.evaluate(({ powerMonitor }, name) => {
        powerMonitor.emit(name);
      }, event),
    pid: child.pid ?? 0,
    mainBeganAt: null,
    ended: new Promise((resolve) => {
      child.once('exit', (code) => {
        resolve(code ?? -1);
      });
    }),
    close: () => app.close(),
    kill: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    },
    output: () => printed,
  };
}
