import { DeskFault, type ErrorCode } from '../../shared/errors.ts';

const codes: Readonly<Record<string, ErrorCode>> = {
  ENOSPC: 'store.full',
  EDQUOT: 'store.full',
  EACCES: 'store.readonly',
  EPERM: 'store.readonly',
  EROFS: 'store.readonly',
  // Something else stands where a folder is wanted, or a folder where a file is.
  EISDIR: 'store.readonly',
  ENOTDIR: 'store.readonly',
  EEXIST: 'store.readonly',
};

/** Runs `work` on the data folder; what the file system says no to leaves it as a DeskFault. */
export function onDisk<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const code = codes[(cause as NodeJS.ErrnoException).code ?? ''];
    throw code ? new DeskFault(code, undefined, { cause }) : cause;
  }
}
