import { SelfSyncChoice } from '../../../shared/ipc/desk/settings.ts';
import { StoredChoice } from './bank-choice.ts';

/** When this machine's desk syncs automatically: never, unless a person chose an interval. */
export class StoredSelfSync extends StoredChoice<SelfSyncChoice> {
  constructor(dataDir: string) {
    const otherwise = { everyMinutes: null, quiet: null };
    super({ dataDir, file: 'sync.json', schema: SelfSyncChoice, otherwise });
  }
}
