import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startPlayingBank, type PlayingBank } from '../../../tools/tour/playing-bank.ts';
import { bankOverHttp, type BankOverHttp } from './bank-over-http.ts';
import { atEndOfTest, type Ending } from './ending.ts';

/** A folder of its own, the desk's data folder in it, and the bank that plays beside it. */
export type Place = {
  readonly folder: string;
  readonly dataDir: string;
  /** The line to the bank: to be cut and mended. */
  readonly line: PlayingBank;
  readonly bank: BankOverHttp;
  readonly atEnd: Ending;
};

/** Gone, with its bank, at the end. */
export async function newPlace(atEnd: Ending = atEndOfTest): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'nostro-e2e-'));
  const dataDir = join(folder, 'data');
  const line = await startPlayingBank(dataDir);
  atEnd(async () => {
    await line.cut();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return { folder, dataDir, line, bank: bankOverHttp(dataDir), atEnd };
}
