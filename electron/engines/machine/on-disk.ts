import { DeskFault, type ErrorCode } from '../../../shared/errors.ts';

/** A disk that is full or fails is the disk's fault, whoever asked it. */
export const diskCodes: Readonly<Record<string, ErrorCode>> = {
  ENOSPC: 'store.full',
  EDQUOT: 'store.full',
  EIO: 'store.disk-failed',
  ENXIO: 'store.disk-failed',
  ENODEV: 'store.disk-failed',
};

/** The same for what is done in the data folder. */
const codes: Readonly<Record<string, ErrorCode>> = {
  ...diskCodes,
  EACCES: 'store.readonly',
  EPERM: 'store.readonly',
  EROFS: 'store.readonly',
  // Something else stands where a folder is wanted, or a folder where a file is.
  EISDIR: 'store.readonly',
  ENOTDIR: 'store.readonly',
  EEXIST: 'store.readonly',
  ENAMETOOLONG: 'store.readonly',
};

const tooLong =
  'The path of the data folder is longer than this system takes. Choose a shorter one.';

/** Runs `work` on the data folder and turns file system errors into a DeskFault. */
export function onDisk<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw diskFault(cause);
  }
}

/** A file system error as a DeskFault; any other cause unchanged. */
export function diskFault(cause: unknown): unknown {
  const errno = (cause as NodeJS.ErrnoException).code ?? '';
  const code = codes[errno];
  if (!code) return cause;
  return new DeskFault(code, errno === 'ENAMETOOLONG' ? tooLong : undefined, { cause });
}

/** The same for work that takes its time. */
export async function onDiskAsync<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw diskFault(cause);
  }
}
