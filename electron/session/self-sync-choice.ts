import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { SelfSyncChoice } from '../../shared/ipc/settings.ts';
import { readSmallJson, writeSmallFile } from '../machine/small-file.ts';

const fileOf = (dataDir: string): string => join(dataDir, 'sync.json');

const onlyWhenAsked: SelfSyncChoice = { everyMinutes: null, quiet: null };

/** When this machine's desk syncs by itself: only when asked where nothing was chosen, or where the file is damaged. */
export class KeptSelfSync {
  readonly #dataDir: string;
  #choice: SelfSyncChoice | null = null;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  get choice(): SelfSyncChoice {
    this.#choice ??= this.#read();
    return this.#choice;
  }

  /** Throws `store.full` or `store.readonly`; what was chosen before stays then. */
  save(choice: SelfSyncChoice): void {
    mkdirSync(this.#dataDir, { recursive: true, mode: 0o700 });
    writeSmallFile(fileOf(this.#dataDir), JSON.stringify(choice));
    this.#choice = choice;
  }

  #read(): SelfSyncChoice {
    const saved = SelfSyncChoice.safeParse(readSmallJson(fileOf(this.#dataDir)));
    return saved.success ? saved.data : onlyWhenAsked;
  }
}
