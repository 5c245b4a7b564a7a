import { fail } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import { ok } from '../../../shared/result.ts';
import { listUploads } from '../../store/uploads.ts';
import { addToQueue, describeUpload, removeFromQueue, sendUpload } from '../../sync/uploads.ts';
import type { OpenDesk } from '../open-desk.ts';
import type { Handlers } from '../router.ts';

type DocumentRoutes = Extract<keyof Handlers, `documents.${string}`>;

export const documentHandlers = (desk: OpenDesk): Pick<Handlers, DocumentRoutes> => ({
  'documents.queue': ({ subClientId }) =>
    ok({ items: listUploads(desk().copy.journal, subClientId).map(({ item }) => item) }),
  'documents.rules': () => ok(desk().uploads.rules),
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
    const { bank, clientId, uploads, copy, announce } = desk();
    if (!bank.session.isSignedIn() || clientId === null)
      return fail('session.required', context.correlationId);
    for (const itemId of itemIds) {
      const sent = await sendUpload(uploads, itemId, clientId, context);
      if (!sent.ok) return sent;
      if (sent.value.state === 'sent') announce('store.changed', { topic: 'subClients' });
    }
    const asked = new Set(itemIds);
    const items = listUploads(copy.journal).map(({ item }) => item);
    return ok({ items: items.filter(({ itemId }) => asked.has(itemId)) });
  },
  'documents.remove': async ({ itemId }) => {
    await removeFromQueue(desk().uploads, itemId);
    return ok({ removed: true });
  },
});
