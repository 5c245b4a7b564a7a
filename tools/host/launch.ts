import { fork, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { chromium, type Page } from 'playwright';

import type { DriverMessage, HostReady } from './control.ts';
import type { PowerEvent } from './electron/power-monitor.ts';

export type HostLaunch = {
  /** The main file of the bundle. */
  main: string;
  env: Record<string, string>;
  size?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
  deviceScaleFactor?: number;
  packaged?: boolean;
  /** As on a server without a display. */
  displayless?: boolean;
  /** What the program finds in its own argv. */
  words?: readonly string[];
};

export type Launched = {
  page: Page;
  /** Sets answers in advance. Await them: on a busy machine the question may come before its answer. */
  dialogs: {
    saveAs(path: string | null): Promise<void>;
    /** Sets the answer to the system's next question. Without one the question is declined. */
    answer(yes: boolean): Promise<void>;
  };
  /** The machine falls asleep, wakes up, or its screen is locked. */
  power(event: PowerEvent): Promise<void>;
  pid: number;
  /** When the first line of the bundle ran, in ms since 1970; null where the shell does not report it. */
  mainBeganAt: number | null;
  /** The exit code, at the end. */
  ended: Promise<number>;
  /** Quits as a person does; resolves when the process is gone. Ended once, it stays ended. */
  close(): Promise<void>;
  /** kill -9. Chromium ends with it. */
  kill(): Promise<void>;
  /** What the program wrote to stdout and stderr so far. */
  readonly output: () => string;
};

const runner = fileURLToPath(new URL('./run.ts', import.meta.url));
const quitTimeoutMs = 15_000;

/** Starts a bundle on the host, in a process of its own, and hands over its page. */
export async function launchOnHost(launch: HostLaunch): Promise<Launched> {
  const host = startHost(['--drivable', ...argsOf(launch)], launch);
  const { endpoint, profileDir, browserPid, mainBeganAt } = await host.ready;
  const browser = await chromium.connectOverCDP(endpoint);
  const page = browser.contexts()[0]?.pages()[0];
  if (!page) throw new Error(`the host has no page\n${host.output()}`);
  if (launch.colorScheme) await page.emulateMedia({ colorScheme: launch.colorScheme });
  const end = async (act: () => void): Promise<void> => {
    act();
    await Promise.race([host.ended, setTimeout(quitTimeoutMs, undefined, { ref: false })]);
    host.child.kill('SIGKILL');
    await host.ended;
    await browser.close();
    await endBrowser(browserPid);
    rmSync(profileDir, { recursive: true, force: true, maxRetries: 10 });
  };
  let ending: Promise<void> | undefined;
  let delivered = Promise.resolve();
  const sendInOrder = (message: DriverMessage): Promise<void> =>
    (delivered = delivered.then(() => sendAndAwait(host, message)));
  return {
    page,
    dialogs: {
      saveAs: (path) => sendInOrder({ is: 'saveAs', path }),
      answer: (yes) => sendInOrder({ is: 'answer', yes }),
    },
    power: (event) => sendInOrder({ is: 'power', event }),
    pid: host.child.pid ?? 0,
    mainBeganAt,
    ended: host.ended,
    close: () =>
      (ending ??= end(() => {
        void sendAndAwait(host, { is: 'quit' });
      })),
    kill: () => (ending ??= end(() => host.child.kill('SIGKILL'))),
    output: host.output,
  };
}

/** Resolves once the host has handled the message, or has ended. */
function sendAndAwait({ child, ended }: Host, message: DriverMessage): Promise<void> {
  return new Promise((resolve) => {
    const acknowledge = (): void => {
      resolve();
    };
    child.once('message', acknowledge);
    void ended.then(acknowledge);
    if (child.connected) child.send(message, () => undefined);
    else resolve();
  });
}

/** Runs a bundle on the host to its end, as for a program that refuses to start. */
export async function runOnHost(launch: HostLaunch): Promise<{ code: number; output: string }> {
  const host = startHost(argsOf(launch), launch);
  host.ready.catch(() => undefined);
  return { code: await host.ended, output: host.output() };
}

/** Chromium outlives a killed host by a moment, and writes to its profile until it is gone: it is not waited for. */
async function endBrowser(pid: number): Promise<void> {
  for (let tries = 0; tries < 300 && isKilled(pid); tries++) await setTimeout(10);
}

function isKilled(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false; // it is gone
  }
}

function argsOf(launch: HostLaunch) {
  const { main, size, colorScheme, deviceScaleFactor, packaged, displayless, words } = launch;
  return [
    main,
    ...(size ? ['--size', `${size.width}x${size.height}`] : []),
    ...(colorScheme === 'dark' ? ['--dark'] : []),
    ...(deviceScaleFactor === undefined ? [] : ['--scale', String(deviceScaleFactor)]),
    ...(packaged ? ['--packaged'] : []),
    ...(displayless ? ['--displayless'] : []),
    ...(words ? ['--', ...words] : []),
  ];
}

type Host = {
  child: ChildProcess;
  ready: Promise<HostReady>;
  ended: Promise<number>;
  output: () => string;
};

function startHost(args: string[], { env }: HostLaunch): Host {
  const child = fork(runner, args, {
    env: { ...process.env, ...env },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  const ended = new Promise<number>((resolve) => {
    child.once('exit', (code) => {
      resolve(code ?? -1);
    });
  });
  const ready = new Promise<HostReady>((resolve, reject) => {
    child.once('message', (message) => {
      resolve(message as HostReady);
    });
    void ended.then((code) => {
      reject(new Error(`the desk ended with ${code} before its page was there\n${printed}`));
    });
  });
  return { child, ready, ended, output: () => printed };
}
