import { fail } from '../../../shared/errors.ts';
import type { UploadItem } from '../../../shared/ipc/documents.ts';
import { limits } from '../../../shared/limits.ts';
import { ok } from '../../../shared/result.ts';
import type { Context } from '../../machine/context.ts';
import { listUploads, queuedUploads } from '../upload-table.ts';
import { rereadSubClient } from '../refresh.ts';
import { takeInSettled } from '../upload-settlement.ts';
import {
  addToQueue,
  describeUpload,
  moveUpload,
  removeFromQueue,
  sendUpload,
  undescribed,
} from './uploads.ts';
import { clientOf } from '../by-id.ts';
import { listExpiries } from '../onboarding.ts';
import type { Handlers } from '../../ipc/router.ts';
import type { OpenSubClients } from '../open-sub-clients.ts';
import type { UploadParts } from './parts.ts';
import { documentPeople } from './people.ts';

type Open = OpenSubClients & { readonly uploads: UploadParts };

type DocumentRoutes = Extract<keyof Handlers, `documents.${string}`>;

const operation = 'uploadSubclientDocuments';

export const documentHandlers = (desk: () => Open): Pick<Handlers, DocumentRoutes> => ({
  'documents.queue': ({ subClientId }) => {
    const { copy, uploads } = desk();
    takeInSettled(uploads);
    return ok({ items: queuedUploads(copy.journal, subClientId) });
  },
  'documents.people': ({ subClientId }) => ok({ rows: documentPeople(desk().copy, subClientId) }),
  'documents.rules': () => ok(desk().uploads.rules),
  'documents.expiries': () => {
    const { copy, clock } = desk();
    return ok({ rows: listExpiries({ ...copy, clock }) });
  },
  'documents.add': async (file, context) => {
    if (file.bytes.length > limits.uploadBytesMax)
      return fail('file.too-large', context.correlationId, {
        message: `${file.fileName} is larger than Nostro takes.`,
      });
    return ok(await addToQueue(desk().uploads, file, context));
  },
  'documents.describe': ({ itemId, ...description }) =>
    ok(describeUpload(desk().uploads, itemId, description)),
  'documents.send': async ({ itemIds }, context) => {
    const open = desk();
    const { bank, uploads, copy } = open;
    if (!bank.session.isSignedIn()) return fail('session.required', context.correlationId);
    if (!bank.isOpen(operation))
      return fail('operation.closed', context.correlationId, { operation });
    // Nothing is sent of a choice that is not described to its end.
    const bare = itemIds.map((itemId) => undescribed(uploads, itemId, context)).find(Boolean);
    if (bare) return bare;
    for (const itemId of itemIds) {
      const sent = await sendUpload(uploads, itemId, (id) => clientOf(open, id), context);
      if (!sent.ok) return sent;
    }
    const asked = new Set(itemIds);
    const items = listUploads(copy.journal)
      .map(({ item }) => item)
      .filter(({ itemId }) => asked.has(itemId));
    await refreshSent(open, items, context);
    return ok({ items });
  },
  'documents.move': ({ itemId, subClientId }) =>
    ok(moveUpload(desk().uploads, itemId, subClientId)),
  'documents.remove': async ({ itemId }) => {
    await removeFromQueue(desk().uploads, itemId);
    return ok({ removed: true });
  },
});

/**
 * What was sent may have finished a stage, and what was refused shows who is gone: the sub-clients are read again. That this
 * fails does not undo the sending.
 */
async function refreshSent(
  open: Open,
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
