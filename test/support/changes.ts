import { changesAt } from '../../electron/desk/changes.ts';
import type { CacheWriter } from '../../electron/desk/writer-methods.ts';
import type { Change, ChangeRegistry } from '../../electron/submissions/change.ts';
import type { ChangingOperation } from '../../shared/bank/catalogue.ts';

/** What the desk knows of every change, over this local copy; uploads that are settled are told nobody. */
export const registryOver = (cache: CacheWriter): ChangeRegistry =>
  changesAt({ cache, announceUpload: () => undefined });

/** What does not write can be asked without a local copy. */
const noCopy = {} as CacheWriter;
export const registry = registryOver(noCopy);

export const changeOf = <N extends ChangingOperation>(
  operation: N,
  { cache }: { readonly cache: CacheWriter } = { cache: noCopy },
): Change<N> => registryOver(cache)[operation];
