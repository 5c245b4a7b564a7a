import { shell } from 'electron';

/** Opens a file that was just saved in the system's own viewer, where it can be printed; answers whether there is one for it. */
export const openSaved = async (path: string): Promise<boolean> =>
  (await shell.openPath(path)) === '';
