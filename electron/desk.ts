import { join } from 'node:path';

import type { Outcome } from '../shared/errors.ts';
import { systemClock, type Clock } from './context.ts';
import { activityHandlers } from './ipc/handlers/activity.ts';
import { beneficiaryHandlers } from './ipc/handlers/beneficiaries.ts';
import { deskHandlers } from './ipc/handlers/desk.ts';
import { documentHandlers } from './ipc/handlers/documents.ts';
import { positionHandlers } from './ipc/handlers/position.ts';
import { settingsHandlers } from './ipc/handlers/settings.ts';
import { statementHandlers } from './ipc/handlers/statements.ts';
import { subClientHandlers } from './ipc/handlers/sub-clients.ts';
import { syncHandlers } from './ipc/handlers/sync.ts';
import { transferHandlers } from './ipc/handlers/transfers.ts';
import { batchHandlers } from './ipc/handlers/batches.ts';
import { conversionHandlers } from './ipc/handlers/conversions.ts';
import { remittanceHandlers } from './ipc/handlers/remittances.ts';
import { receivableHandlers } from './ipc/handlers/receivables.ts';
import { exceptionHandlers } from './ipc/handlers/exceptions.ts';
import { practiceHandlers } from './ipc/handlers/practice.ts';
import { submissionHandlers } from './ipc/handlers/submissions.ts';
import { createRouter } from './ipc/router.ts';
import { createLog } from './log.ts';
import type { Announce } from './profile/bank-desk.ts';
import { DeskSession } from './profile/desk-session.ts';
import { createKeychain } from './vault/keychain.ts';
import type { Keychain } from './vault/vault.ts';

/** The programs that run in threads of their own. */
export type DeskPrograms = { readonly storeWorker: URL; readonly sandbox: URL };

/** What the desk needs from the shell it runs in. */
export type DeskPorts = {
  readonly dataDir: string;
  readonly programs: DeskPrograms;
  readonly version: string;
  readonly program: 'window' | 'cli';
  readonly announce: Announce;
  /** Asks a person where to save; nothing when they think better of it. */
  readonly saveAs: (suggestedName: string) => Promise<string | undefined>;
  readonly copyText: (text: string) => void;
  readonly clock?: Clock;
  readonly keychain?: Keychain;
};

export type Desk = {
  /** Answers a request of the window; never throws. */
  readonly handle: (route: string, input: unknown) => Promise<Outcome<unknown>>;
  close(): Promise<void>;
};

/** Wires the desk, without Electron, and opens the bank that was open last. */
export async function createDesk(ports: DeskPorts): Promise<Desk> {
  const clock = ports.clock ?? systemClock;
  const log = createLog(join(ports.dataDir, 'logs'), clock);
  const session = new DeskSession({
    ...ports,
    clock,
    keychain: ports.keychain ?? createKeychain(),
  });
  const open = session.open;
  const handle = createRouter(
    {
      ...deskHandlers(session, ports.copyText),
      ...positionHandlers(open),
      ...statementHandlers(open, ports.saveAs),
      ...syncHandlers(open),
      ...beneficiaryHandlers(open),
      ...subClientHandlers(open),
      ...transferHandlers(open),
      ...batchHandlers(open, ports.saveAs),
      ...conversionHandlers(open),
      ...remittanceHandlers(open),
      ...receivableHandlers(open),
      ...exceptionHandlers(open),
      ...practiceHandlers(open),
      ...submissionHandlers(open),
      ...documentHandlers(open),
      ...activityHandlers(open),
      ...settingsHandlers(session),
    },
    () => open().bank,
    log,
  );
  const started = await session.start({ correlationId: 'start' });
  log.info('desk started', { code: started.ok ? 'ok' : started.error.code });
  return {
    handle,
    close: async () => {
      await session.close();
    },
  };
}
