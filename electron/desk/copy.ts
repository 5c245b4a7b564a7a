import {
  openLocalCopy,
  openReadableCopy,
  type LocalCopy,
  type ReadableCopy,
} from '../local-copy/local-copy.ts';
import type { CacheWriter } from './writer-methods.ts';

/** The local copy with everything that the nouns write into it. */
export type DeskCopy = LocalCopy<CacheWriter>;
export type ReadableDeskCopy = ReadableCopy<CacheWriter>;

export const openDeskCopy = openLocalCopy<CacheWriter>;
export const openReadableDeskCopy = openReadableCopy<CacheWriter>;
