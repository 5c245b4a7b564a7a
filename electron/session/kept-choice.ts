import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import type { z } from 'zod';

import { readSmallJson, writeSmallFile } from '../machine/small-file.ts';

type Place<T> = {
  readonly dataDir: string;
  /** The name of its file in the data folder. */
  readonly file: string;
  readonly schema: z.ZodType<T>;
  /** Where nothing was chosen, or where the file is damaged. */
  readonly otherwise: T;
};

/** Something chosen for this machine's desk, kept in a small file of its own. */
export class KeptChoice<T> {
  readonly #place: Place<T>;
  #choice: T | null = null;

  constructor(place: Place<T>) {
    this.#place = place;
  }

  get choice(): T {
    this.#choice ??= this.#read();
    return this.#choice;
  }

  /** Throws `store.full` or `store.readonly`; what was chosen before stays then. */
  save(choice: T): void {
    mkdirSync(this.#place.dataDir, { recursive: true, mode: 0o700 });
    writeSmallFile(this.#path, JSON.stringify(choice));
    this.#choice = choice;
  }

  get #path(): string {
    return join(this.#place.dataDir, this.#place.file);
  }

  #read(): T {
    const saved = this.#place.schema.safeParse(readSmallJson(this.#path));
    return saved.success ? saved.data : this.#place.otherwise;
  }
}
