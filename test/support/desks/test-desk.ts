import { expect, onTestFinished } from 'vitest';

import { createDesk, type Desk, type DeskPrograms } from '../../../electron/desk/desk.ts';
import { systemClock, type Clock } from '../../../electron/engines/machine/context.ts';
import type { Confirm, Question } from '../../../electron/connections/session/questions.ts';
import type { AppError, Outcome } from '../../../shared/errors.ts';
import type { Bridge, RouteInput, RouteOutput } from '../../../shared/ipc/contract.ts';
import type { Route } from '../../../shared/ipc/routes.ts';
import type { DeskEvent, DeskEvents } from '../../../shared/ipc/events.ts';
import type { SyncProgress } from '../../../shared/ipc/accounts/statements.ts';
import { memoryKeychain, type MemoryKeychain } from '../setup/memory-keychain.ts';
import { programs } from '../programs/programs.ts';
import { tempFolder } from '../setup/temp-folder.ts';
import type { EverySecond } from '../../../electron/connections/session/session-keeper.ts';

/** A real desk, over real files in a folder of its own, asked as the window asks. */
export type TestDesk = {
  readonly dataDir: string;
  readonly keychain: MemoryKeychain;
  readonly facts: { event: DeskEvent; fact: unknown }[];
  request: Bridge['request'];
  /** The value, or the test fails with the error's words. */
  get<R extends Route>(route: R, input: RouteInput<R>): Promise<RouteOutput<R>>;
  /** The error, or the test fails. */
  refused<R extends Route>(route: R, input: RouteInput<R>): Promise<AppError>;
  /** Runs a sync to its end. */
  sync(input?: RouteInput<'sync.start'>): Promise<SyncProgress>;
  saveTo: string | undefined;
  /** What a person chooses to be read. */
  openFrom: string | undefined;
  /** What a person answers whom the system asks, and what was asked. */
  saysYes: boolean;
  readonly questions: Question[];
  /** The number at the program’s icon, and the notifications outside the window. */
  badge: number;
  readonly notified: string[];
  /** Files that were opened in the system's viewer, and whether it has one. */
  readonly viewed: string[];
  hasViewer: boolean;
  /** As the system says them: it locks or sleeps; it wakes up. */
  lock(): void;
  woke(): void;
  close(): Promise<void>;
};

type TestDeskOptions = {
  dataDir?: string;
  keychain?: MemoryKeychain;
  programs?: DeskPrograms;
  clock?: Clock;
  /** Counts idle time. */
  idleClock?: () => number;
  /** Lets the desk look after its sign-in when the test says so. */
  everySecond?: EverySecond;
  resolveProxy?: (url: string) => Promise<string>;
  /** A save dialog, or a question of the system, that a person leaves open. */
  saveAs?: () => Promise<string | undefined>;
  /** The folder that a person chooses. */
  openFolder?: () => Promise<string | undefined>;
  confirm?: Confirm;
};

export async function openTestDesk(options: TestDeskOptions = {}): Promise<TestDesk> {
  const dataDir = options.dataDir ?? tempFolder();
  const keychain = options.keychain ?? memoryKeychain();
  const facts: TestDesk['facts'] = [];
  const desk: Desk = await createDesk({
    dataDir,
    programs: options.programs ?? programs,
    keychain,
    clock: options.clock ?? systemClock,
    ...(options.idleClock ? { idleClock: options.idleClock } : {}),
    ...(options.everySecond ? { everySecond: options.everySecond } : {}),
    resolveProxy: options.resolveProxy ?? (() => Promise.resolve('DIRECT')),
    version: '0.0.0-test',
    program: 'window',
    announce: <E extends DeskEvent>(event: E, fact: DeskEvents[E]) => {
      facts.push({ event, fact });
    },
    saveAs: options.saveAs ?? (() => Promise.resolve(testDesk.saveTo)),
    openFile: () => Promise.resolve(testDesk.openFrom),
    openFolder: options.openFolder ?? (() => Promise.resolve(testDesk.openFrom)),
    confirm: (question) => {
      testDesk.questions.push(question);
      return options.confirm?.(question) ?? Promise.resolve(testDesk.saysYes);
    },
    openSaved: (path) => {
      testDesk.viewed.push(path);
      return Promise.resolve(testDesk.hasViewer);
    },
    copyText: () => Promise.resolve(true),
    signs: {
      badge: (needing) => void (testDesk.badge = needing),
      notify: (sentence) => void testDesk.notified.push(sentence),
    },
  });
  let isClosed = false;
  const close = async (): Promise<void> => {
    if (isClosed) return;
    isClosed = true;
    await desk.close();
  };
  onTestFinished(close);
  const request = desk.handle as Bridge['request'];
  const testDesk: TestDesk = {
    dataDir,
    keychain,
    facts,
    request,
    saveTo: undefined,
    openFrom: undefined,
    saysYes: true,
    questions: [],
    badge: 0,
    notified: [],
    viewed: [],
    hasViewer: true,
    get: async (route, input) => {
      const outcome = await request(route, input);
      if (!outcome.ok) expect.fail(`${route}: ${outcome.error.code} ${outcome.error.message}`);
      return outcome.value;
    },
    refused: async (route, input) => {
      const outcome: Outcome<unknown> = await request(route, input);
      if (outcome.ok) expect.fail(`${route} was not refused`);
      return outcome.error;
    },
    sync: async (input = {}) => {
      await testDesk.get('sync.start', input);
      for (;;) {
        const progress = await testDesk.get('sync.progress', {});
        if (!progress.running) return progress;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    lock: () => {
      desk.lock();
    },
    woke: () => {
      desk.woke();
    },
    close,
  };
  return testDesk;
}

/** A desk at the sandbox. */
export async function openSandboxDesk(options: TestDeskOptions = {}): Promise<TestDesk> {
  const desk = await openTestDesk(options);
  await desk.get('desk.openSandbox', {});
  return desk;
}

/** A desk at the sandbox, with everything synced. */
export async function openSyncedSandbox(options: TestDeskOptions = {}): Promise<TestDesk> {
  const desk = await openSandboxDesk(options);
  await desk.sync();
  return desk;
}
