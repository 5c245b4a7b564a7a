import type { AppError } from '../../../../shared/errors.ts';
import { request } from '../../../state/desk.ts';
import type { Notices } from '../../../state/notices.svelte.ts';

/** Saves the requirements of one sub-client as a letter, or, without an id, of all of them; returns the error, if any. */
export async function saveLetters(notices: Notices, entityId?: string): Promise<AppError | null> {
  const saved = await request('subClients.saveLetters', entityId === undefined ? {} : { entityId });
  if (!saved.ok) return saved.error;
  if (!saved.value.saved) return null;
  const { fileName, letters } = saved.value;
  notices.show(
    letters === 1
      ? `Letter saved as ${fileName}.`
      : `${String(letters)} letters saved as ${fileName}.`,
  );
  return null;
}
