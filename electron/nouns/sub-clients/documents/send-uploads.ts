import type { Outcome } from '../../../../shared/errors.ts';
import type { UploadItem } from '../../../../shared/ipc/changes/documents.ts';
import { ok } from '../../../../shared/result.ts';
import type { Context } from '../../../engines/machine/context.ts';
import { clientOf } from '../by-id.ts';
import type { OpenSubClients } from '../open-sub-clients.ts';
import { rereadSubClient } from '../refresh.ts';
import { listUploads } from '../records/upload-table.ts';
import type { UploadParts } from './parts.ts';
import { keepWaiting, sendUpload } from './uploads.ts';

/** The parts needed to send files of the open bank. */
export type UploadDesk = OpenSubClients & { readonly uploads: UploadParts };

/**
 * Sends files one after the other, each once. When one cannot leave, the rest are not tried and wait with the same reason. `goesOn` is
 * asked after each.
 */
export async function sendUploads(
  open: UploadDesk,
  itemIds: readonly string[],
  context: Context,
  goesOn: (sent: UploadItem) => boolean = () => true,
): Promise<Outcome<readonly UploadItem[]>> {
  const { uploads, copy } = open;
  for (const [index, itemId] of itemIds.entries()) {
    const sent = await sendUpload(uploads, itemId, (id) => clientOf(open, id), context);
    if (!sent.ok) return sent;
    const { state, problem } = sent.value;
    if (state === 'ready' && problem) {
      const behind = readyAmong(open, itemIds.slice(index + 1));
      for (const waiting of behind) keepWaiting(uploads, waiting.itemId, problem);
      break;
    }
    if (!goesOn(sent.value)) break;
  }
  const wanted = new Set(itemIds);
  const items = listUploads(copy.journal)
    .map(({ item }) => item)
    .filter(({ itemId }) => wanted.has(itemId));
  await refreshSent(open, items, context);
  return ok(items);
}

function readyAmong({ copy }: UploadDesk, itemIds: readonly string[]): UploadItem[] {
  const among = new Set(itemIds);
  return listUploads(copy.journal)
    .map(({ item }) => item)
    .filter(({ itemId, state }) => state === 'ready' && among.has(itemId));
}

/**
 * Reads the sub-clients again: a sent file may have finished a stage, and a refused one shows who is gone. A failure does not undo the
 * sending.
 */
async function refreshSent(
  open: UploadDesk,
  items: readonly UploadItem[],
  context: Context,
): Promise<void> {
  const sent = items.filter(({ state }) => state === 'sent').map(({ subClientId }) => subClientId);
  for (const id of new Set(sent)) {
    const clientId = clientOf(open, id);
    if (clientId === null || !(await rereadSubClient(open.uploads, { clientId, id }, context)))
      break;
  }
  open.announce('store.changed', { topic: 'subClients' });
}
