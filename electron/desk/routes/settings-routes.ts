import { statSync } from 'node:fs';

import { ok } from '../../../shared/result.ts';
import type { Attention } from '../../connections/session/attention.ts';
import type { StoredSelfSync } from '../../connections/session/self-sync-choice.ts';
import { writeAppearance } from '../../connections/session/appearance-settings.ts';
import { keepToured } from '../../connections/session/tour-settings.ts';
import { readKeys, writeKeys, type KeySettings } from '../../connections/session/key-settings.ts';
import { writeAutoLock, type AutoLock } from '../../connections/session/auto-lock.ts';
import { lastBackupAt } from '../../connections/local-copy/backup/last-backup.ts';
import type { DeskSession } from '../session/desk-session.ts';
import { cipher } from '../../engines/store/database.ts';
import { entryCount } from '../../nouns/statements/tables.ts';
import type { Handlers } from '../../engines/ipc/router.ts';

type SettingsRoutes = Extract<keyof Handlers, `settings.${string}`>;

type Chosen = {
  readonly autoLock: AutoLock;
  readonly selfSync: StoredSelfSync;
  readonly attention: Attention;
};

export const settingsHandlers = (
  session: DeskSession,
  { autoLock, selfSync, attention }: Chosen,
): Pick<Handlers, SettingsRoutes> => ({
  'settings.saveAutoLock': ({ minutes }) => {
    writeAutoLock(session.state.dataFolder, minutes);
    autoLock.choose(minutes);
    return ok({ minutes });
  },
  'settings.saveSelfSync': (choice) => {
    selfSync.save(choice);
    return ok({ selfSync: choice });
  },
  'settings.saveNotifies': ({ notifies }) => {
    attention.choose(notifies);
    return ok({ notifies });
  },
  'settings.saveSingleKeys': ({ enabled }) => {
    keepKeys(session, { single: enabled });
    return ok({ enabled });
  },
  'settings.saveOwnKeys': ({ own }) => {
    keepKeys(session, { own });
    return ok({ own });
  },
  'settings.keepToured': () => {
    keepToured(session.state.dataFolder);
    session.toured();
    return ok({ saved: true });
  },
  'settings.saveAppearance': (appearance) => {
    writeAppearance(session.state.dataFolder, appearance);
    session.look(appearance);
    return ok({ appearance });
  },
  'settings.get': () => {
    const { bank, dataFolder, keychain, protection, version } = session.state;
    const { copy, profile } = session.open();
    return ok({
      bank,
      bankFile: profile.bankFileText,
      dataFolder,
      keychain,
      protection,
      cacheBytes: sizeOf(profile.folder.cache),
      journalBytes: sizeOf(profile.folder.journal),
      entries: entryCount(copy.reader),
      version,
      cipher,
      autoLockMinutes: autoLock.minutes,
      selfSync: selfSync.choice,
      notifies: attention.notifies,
      lastBackupAt: lastBackupAt(profile.folder.folder),
    });
  },
});

function keepKeys(session: DeskSession, changed: Partial<KeySettings>): void {
  const { dataFolder } = session.state;
  const keys = { ...readKeys(dataFolder), ...changed };
  writeKeys(dataFolder, keys);
  session.setKeys(keys);
}

/** Bytes on the disk, including the WAL; 0 when there is none. */
function sizeOf(file: string): number {
  return [file, `${file}-wal`].reduce(
    (sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}
