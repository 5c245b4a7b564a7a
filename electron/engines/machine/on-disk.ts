import { DeskFault, type ErrorCode } from '../../../shared/errors.ts';

/** Codes of a full or failing disk, in any folder. */
export const diskCodes: Readonly<Record<string, ErrorCode>> = {
  ENOSPC: 'store.full',
  EDQUOT: 'store.full',
  EIO: 'store.disk-failed',
  ENXIO: 'store.disk-failed',
  ENODEV: 'store.disk-failed',
};

/** Codes of the data folder. */
const codes: Readonly<Record<string, ErrorCode>> = {
  ...diskCodes,
  EACCES: 'store.readonly',
  EPERM: 'store.readonly',
  EROFS: 'store.readonly',
  // A file is where a folder is needed, or the reverse.
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

/** Converts a file system error to a DeskFault; returns any other cause unchanged. */
export function diskFault(cause: unknown): unknown {
  const errno = (cause as NodeJS.ErrnoException).code ?? '';
  const code = codes[errno];
  if (!code) return cause;
  return new DeskFault(code, errno === 'ENAMETOOLONG' ? tooLong : undefined, { cause });
}

/** Runs asynchronous work like {@link onDisk}. */
export async function onDiskAsync<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw diskFault(cause);
  }
}
