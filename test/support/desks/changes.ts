import { changesAt } from '../../../electron/desk/open-bank/changes.ts';
import type { CacheWriter } from '../../../electron/desk/open-bank/writer-methods.ts';
import { noWords } from '../../../electron/engines/bank/mapping/status-terms.ts';
import { deskClock } from '../../../electron/engines/machine/context.ts';
import { evidenceIn } from '../../../electron/nouns/statements/statement-evidence.ts';
import type { CacheReader, Journal } from '../../../electron/engines/store/database.ts';
import type { FundsParts } from '../../../electron/engines/submissions/funds/funds.ts';
import type { Change, ChangeRegistry } from '../../../electron/engines/submissions/change.ts';
import type { ChangingOperation } from '../../../shared/bank/catalogue.ts';

/** What the desk knows of every change, over this local copy; settled uploads are announced to no one. */
export const registryOver = (cache: CacheWriter): ChangeRegistry =>
  changesAt({ cache, announceUpload: () => undefined });

/** What does not write can be asked without a local copy. */
const noCopy = {} as CacheWriter;
export const registry = registryOver(noCopy);

export const changeOf = <N extends ChangingOperation>(
  operation: N,
  { cache }: { readonly cache: CacheWriter } = { cache: noCopy },
): Change<N> => registryOver(cache)[operation];

/** What funds are read from, over this journal and local copy, at that time; the bank was never asked. */
export const fundsPartsOver = (
  { journal, reader }: { readonly journal: Journal; readonly reader: CacheReader },
  at: string,
): FundsParts => ({
  ...{ journal, reader, registry, evidence: evidenceIn(reader) },
  clock: deskClock({ now: () => Date.parse(at), monotonicMs: () => 0 }, () => null),
  bank: { clockOffsetMs: () => null, statusWords: noWords } as FundsParts['bank'],
});
