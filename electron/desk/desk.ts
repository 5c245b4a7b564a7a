import { join } from 'node:path';

import { DeskFault, type Outcome } from '../../shared/errors.ts';
import { systemClock, type Clock } from '../engines/machine/context.ts';
import { accountHandlers } from '../nouns/accounts/routes.ts';
import { backupHandlers } from './routes/backup-routes.ts';
import { bankHandlers } from './routes/banks-routes.ts';
import { deskHandlers } from './routes/desk-routes.ts';
import { doctorHandlers } from './routes/doctor-routes.ts';
import { networkHandlers } from './routes/network-routes.ts';
import { lateHandlers } from './routes/late-routes.ts';
import { positionHandlers } from '../nouns/statements/position-routes.ts';
import { settingsHandlers } from './routes/settings-routes.ts';
import { createRouter } from '../engines/ipc/router.ts';
import { createLog } from '../engines/machine/log.ts';
import type { Announce } from '../engines/submissions/open-bank.ts';
import { AutoLock, machineClock, readAutoLock } from '../connections/session/auto-lock.ts';
import { stateFolder } from '../connections/local-copy/continuity/state-folder.ts';
import { DeskSession } from './session/desk-session.ts';
import type { TeamTrial } from './session/team-trial.ts';
import { openNetwork } from '../connections/session/network.ts';
import type { Confirm } from '../connections/session/questions.ts';
import { createKeychain } from '../engines/vault/keychain.ts';
import type { Keychain } from '../engines/vault/vault.ts';
import type { Signs } from '../../shared/signs.ts';
import { Attention } from '../connections/session/attention.ts';
import { StoredSelfSync } from '../connections/session/self-sync-choice.ts';
import { quietSeconds } from '../connections/session/quiet-seconds.ts';
import type { EverySecond } from '../connections/session/session-keeper.ts';

/** The programs that run in threads of their own. */
export type DeskPrograms = { readonly storeWorker: URL; readonly sandbox: URL };

/** The parts that the desk needs from its shell. */
export type DeskPorts = {
  readonly dataDir: string;
  /** The folder for state that must not go back in time with the data folder; the system's own by default. */
  readonly stateDir?: string;
  readonly programs: DeskPrograms;
  readonly version: string;
  readonly program: 'window' | 'cli';
  readonly announce: Announce;
  /** Sets the size of the window’s text in percent. */
  readonly zoom?: (percent: number) => void;
  readonly teamTrial?: TeamTrial | undefined;
  /** Asks a person where to save; undefined when they cancel. */
  readonly saveAs: (suggestedName: string) => Promise<string | undefined>;
  /** Asks a person for a file to read; undefined when they cancel. The path stays here. */
  readonly openFile: () => Promise<string | undefined>;
  /** Asks a person for a folder to read; undefined when they cancel. The path stays here. */
  readonly openFolder: () => Promise<string | undefined>;
  /** Asks a person in a dialog of the system, where no page can answer. */
  readonly confirm: Confirm;
  /** Opens a saved file in the system's viewer, where it can be printed; false where there is none. */
  readonly openSaved: (path: string) => Promise<boolean>;
  readonly copyText: (text: string) => Promise<boolean>;
  /** The badge and notifications of the system, outside the window. */
  readonly signs: Signs;
  /** The system's proxy for an address, as `PROXY a:1; DIRECT`; the environment's without it. */
  readonly resolveProxy?: (url: string) => Promise<string>;
  readonly clock?: Clock;
  /** Milliseconds of a clock that cannot be set and that runs while the machine sleeps. */
  readonly idleClock?: () => number;
  /** The timer by which the desk maintains its sign-in; every second by the machine's timer by default. */
  readonly everySecond?: EverySecond;
  readonly keychain?: Keychain;
};

export type Desk = {
  /** Answers a request of the window; never throws. */
  readonly handle: (route: string, input: unknown) => Promise<Outcome<unknown>>;
  /** Locks the desk when the system locks its screen or goes to sleep, after what is on its way to the bank. */
  lock(): void;
  /** Ends all earlier prices. Called after the machine woke up. */
  woke(): void;
  close(): Promise<void>;
};

/** Wires the desk, without Electron, and opens the bank that was open last. */
export async function createDesk(ports: DeskPorts): Promise<Desk> {
  const clock = ports.clock ?? systemClock;
  const log = createLog(join(ports.dataDir, 'logs'), clock);
  const keychain = ports.keychain ?? createKeychain();
  const { dataDir, resolveProxy } = ports;
  // Open requests are answered before the desk locks itself.
  let inProgress = 0;
  let requests = 0;
  const requestsSoFar = (): number => (inProgress > 0 ? (requests += 1) : requests);
  /** A question outside the window does not count as work in progress: a person who walks away from it is locked out too. */
  const aside = <T>(question: Promise<T>): Promise<T> => {
    inProgress -= 1;
    return question.finally(() => (inProgress += 1));
  };
  /** Refuses to save where the desk was locked while the person chose the place: another desk may be open then. */
  const saveAs: DeskPorts['saveAs'] = async (suggestedName) => {
    const asking = session.open();
    const path = await aside(ports.saveAs(suggestedName));
    if (session.open() === asking) return path;
    throw new DeskFault('session.required', 'The desk was locked meanwhile: nothing was saved.');
  };
  const openFile: DeskPorts['openFile'] = () => aside(ports.openFile());
  const openFolder: DeskPorts['openFolder'] = () => aside(ports.openFolder());
  const confirm = oneAtATime((question) => aside(ports.confirm(question)));
  const network = openNetwork({
    dataDir,
    keychain,
    clock,
    env: process.env,
    resolveProxy,
    confirm,
  });
  const selfSync = new StoredSelfSync(dataDir);
  const attention = new Attention({
    dataDir,
    signs: ports.signs,
    quiet: () => selfSync.choice.quiet,
    hour: () => new Date(clock.now()).getHours(),
  });
  const session = new DeskSession({
    ...ports,
    announce: (event, fact) => {
      if (event === 'dayRun.ended' && 'runId' in fact && fact.state === 'done')
        attention.countRun();
      ports.announce(event, fact);
    },
    selfSync,
    stateDir: ports.stateDir ?? stateFolder({ env: process.env }),
    clock,
    keychain,
    network,
    confirm,
    everyQuietSecond:
      ports.program === 'window' ? quietSeconds(requestsSoFar, ports.everySecond) : undefined,
  });
  const autoLock = new AutoLock({
    minutes: ports.program === 'window' ? readAutoLock(ports.dataDir) : 0,
    now: ports.idleClock ?? machineClock,
    isOpen: () => session.state.phase === 'open',
    isBusy: () => session.isSending || inProgress > 0,
    lock: (by) => void session.lock(by),
  });
  const open = session.open;
  const answer = createRouter(
    {
      ...deskHandlers(session, autoLock, { ...ports, attention, openFile }),
      ...positionHandlers(open),
      ...lateHandlers(open, {
        ...ports,
        ...{ keychain, saveAs, openFile, openFolder, confirm },
        openAgain: (context) => session.openAgain(context),
        remind: (requests) => attention.countRequests(requests),
      }),
      ...settingsHandlers(session, { autoLock, selfSync, attention }),
      ...backupHandlers(session, {
        saveAs,
        openFile,
        version: ports.version,
      }),
      ...bankHandlers(session),
      ...doctorHandlers(session),
      ...networkHandlers(session, network),
      ...accountHandlers(open, saveAs),
    },
    log,
  );
  const handle: Desk['handle'] = (route, input) => {
    if (route === 'desk.touch') return answer(route, input);
    inProgress += 1;
    requests += 1;
    return answer(route, input).finally(() => (inProgress -= 1));
  };
  const started = await session.start({ correlationId: 'start' });
  log.info('desk started', { code: started.ok ? 'ok' : started.error.code });
  return {
    handle,
    lock: () => {
      autoLock.lockNow();
    },
    woke: () => {
      session.signing.woke();
      autoLock.look();
    },
    close: async () => {
      autoLock.close();
      await session.close();
    },
  };
}

/** Answers no to a second question while one is open, so that questions do not pile up. */
function oneAtATime(ask: Confirm): Confirm {
  let isAsking = false;
  return async (question) => {
    if (isAsking) return false;
    isAsking = true;
    return ask(question).finally(() => (isAsking = false));
  };
}
