import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import type { z } from 'zod';

import { readSmallJson, writeSmallFile } from '../../engines/machine/small-file.ts';

/** Where a choice is stored. */
export type Place<T> = {
  readonly dataDir: string;
  /** The name of its file in the data folder. */
  readonly file: string;
  readonly schema: z.ZodType<T>;
  /** The value where nothing was chosen, or where the file is damaged. */
  readonly otherwise: T;
};

const pathOf = ({ dataDir, file }: Place<unknown>): string => join(dataDir, file);

/** Reads the stored choice. */
export function readChoice<T>(place: Place<T>): T {
  const saved = place.schema.safeParse(readSmallJson(pathOf(place)));
  return saved.success ? saved.data : place.otherwise;
}

/** Throws `store.full` or `store.readonly`; the former choice remains then. */
export function writeChoice<T>(place: Place<T>, choice: T): void {
  mkdirSync(place.dataDir, { recursive: true, mode: 0o700 });
  writeSmallFile(pathOf(place), JSON.stringify(choice));
}

/** A choice for this machine's desk, stored in a small file of its own and read once. */
export class StoredChoice<T> {
  readonly #place: Place<T>;
  #choice: T | null = null;

  constructor(place: Place<T>) {
    this.#place = place;
  }

  get choice(): T {
    this.#choice ??= readChoice(this.#place);
    return this.#choice;
  }

  /** Throws as {@link writeChoice}. */
  save(choice: T): void {
    writeChoice(this.#place, choice);
    this.#choice = choice;
  }
}
