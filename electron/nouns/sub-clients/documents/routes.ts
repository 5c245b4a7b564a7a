import { basename } from 'node:path';

import { fail } from '../../../../shared/errors.ts';
import { limits } from '../../../../shared/limits.ts';
import { ok } from '../../../../shared/result.ts';
import { queuedUploads } from '../records/upload-table.ts';
import { takeInSettled } from '../upload-settlement.ts';
import { addToQueue, describeUpload, moveUpload, removeFromQueue, undescribed } from './uploads.ts';
import { listExpiries } from '../requirements/onboarding.ts';
import type { Handlers } from '../../../engines/ipc/router.ts';
import { saveCopy } from '../../../engines/exports/saved-copy.ts';
import {
  writeWholeFile,
  type OpenSaved,
  type SaveAs,
} from '../../../engines/exports/whole-file.ts';
import { timestampNow } from '../../../engines/machine/context.ts';
import { expiryCalendar } from '../expiry-calendar.ts';
import { leaveOut, putBack, describeFiles } from './many-files.ts';
import { documentPeople } from './people.ts';
import { storedBytes, previewOf } from './preview.ts';
import { openToQueue, type OpeningDesk } from './open-dropped.ts';
import { sendUploads, type UploadDesk } from './send-uploads.ts';
import type { WaitingUploads } from './waiting-uploads.ts';

type Open = UploadDesk & OpeningDesk & { readonly waitingUploads: WaitingUploads };

type DocumentRoutes = Extract<keyof Handlers, `documents.${string}`>;

const operation = 'uploadSubclientDocuments';

/** The days that a calendar of expiries covers: an identification is valid for ten years at most. */
const calendarDays = 3_653;

export const documentHandlers = (
  desk: () => Open,
  { saveAs, openSaved }: { readonly saveAs: SaveAs; readonly openSaved: OpenSaved },
): Pick<Handlers, DocumentRoutes> => ({
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
  'documents.saveCalendar': async () => {
    const { copy, clock } = desk();
    const calendar = expiryCalendar(
      listExpiries({ ...copy, clock }, calendarDays),
      timestampNow(clock),
    );
    const path = await saveAs('nostro-documents-expiring.ics');
    if (path === undefined) return ok({ saved: false });
    await writeWholeFile(path, [calendar]);
    return ok({ saved: true, fileName: basename(path) });
  },
  'documents.add': async (file, context) => {
    if (file.bytes.length > limits.uploadBytesMax)
      return fail('file.too-large', context.correlationId, {
        message: `${file.fileName} is larger than Nostro takes.`,
      });
    return ok(await addToQueue(desk().uploads, file, context));
  },
  'documents.open': async (file, context) => {
    if (file.bytes.length > limits.openedBytesMax)
      return fail('file.too-large', context.correlationId, {
        message: `${file.fileName} is larger than Nostro opens: unpack it, and drop its files.`,
      });
    return ok(await openToQueue(desk(), file, context));
  },
  'documents.describe': ({ itemId, ...description }) =>
    ok(describeUpload(desk().uploads, itemId, description)),
  'documents.describeAll': ({ files: details }) =>
    ok({ items: describeFiles(desk().uploads, details) }),
  'documents.leaveOut': ({ itemIds }) => ok({ itemIds: leaveOut(desk().uploads, itemIds) }),
  'documents.putBack': ({ itemIds }) => ok({ items: putBack(desk().uploads, itemIds) }),
  'documents.show': async ({ itemId }) => ok(await previewOf(desk().uploads, itemId)),
  'documents.save': async ({ itemId, open }) => {
    const { stored, bytes } = await storedBytes(desk().uploads, itemId);
    const { fileName: name, mimeType: mediaType } = stored.item;
    return ok(await saveCopy({ name, mediaType, bytes }, open, { saveAs, openSaved }));
  },
  'documents.send': async ({ itemIds }, context) => {
    const open = desk();
    const { bank, uploads } = open;
    if (!bank.session.isSignedIn()) return fail('session.required', context.correlationId);
    if (!bank.isOpen(operation))
      return fail('operation.closed', context.correlationId, { operation });
    // If one file is not fully described, none of them is sent.
    const bare = itemIds.map((itemId) => undescribed(uploads, itemId, context)).find(Boolean);
    if (bare) return bare;
    const sent = await sendUploads(open, itemIds, context);
    return sent.ok ? ok({ items: sent.value }) : sent;
  },
  'documents.whenBack': () => ok({ isSent: desk().waitingUploads.isChosen }),
  'documents.saveWhenBack': ({ isSent }) => {
    desk().waitingUploads.choose(isSent);
    return ok({ isSent });
  },
  'documents.move': ({ itemId, subClientId }) =>
    ok(moveUpload(desk().uploads, itemId, subClientId)),
  'documents.remove': async ({ itemId }) => {
    await removeFromQueue(desk().uploads, itemId);
    return ok({ removed: true });
  },
});
