import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startPlayingBank, type PlayingBank } from '../../../tools/tour/playing-bank.ts';
import { bankOverHttp, type BankOverHttp } from './bank-over-http.ts';
import { atEndOfTest, type Ending } from './ending.ts';

/** A folder of its own, with the desk's data folder in it; gone at the end. */
type EmptyPlace = { readonly folder: string; readonly dataDir: string; readonly atEnd: Ending };

/** The same, with the bank that plays beside it. */
export type Place = EmptyPlace & {
  /** The line to the bank: to be cut and mended. */
  readonly line: PlayingBank;
  readonly bank: BankOverHttp;
};

export function emptyPlace(atEnd: Ending = atEndOfTest): EmptyPlace {
  const folder = mkdtempSync(join(tmpdir(), 'nostro-e2e-'));
  atEnd(() => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return { folder, dataDir: join(folder, 'data'), atEnd };
}

export const newPlace = (atEnd?: Ending): Promise<Place> => withBank(emptyPlace(atEnd));

/** Starts the bank that plays for a place; with what it knew there, if it did before. */
export async function withBank(place: EmptyPlace): Promise<Place> {
  const line = await startPlayingBank(place.dataDir);
  place.atEnd(() => line.cut());
  return { ...place, line, bank: bankOverHttp(place.dataDir) };
}
