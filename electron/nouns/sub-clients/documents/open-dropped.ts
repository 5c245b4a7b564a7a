import type { OpenedUploads, UploadItem } from '../../../../shared/ipc/changes/documents.ts';
import { limits } from '../../../../shared/limits.ts';
import type { Context } from '../../../engines/machine/context.ts';
import type { Questions } from '../../../engines/store/threads/reader-thread.ts';
import type { subClientReads } from '../onboarding-file/find.ts';
import type { UploadDesk } from './send-uploads.ts';
import { addToQueue } from './uploads.ts';

/** The desk whose reader thread opens dropped archives and messages. */
export type OpeningDesk = UploadDesk & {
  readonly copy: {
    readonly questions: Questions<Pick<ReturnType<typeof subClientReads>, 'openDropped'>>;
  };
};

type Dropped = {
  readonly subClientId: string;
  readonly fileName: string;
  readonly bytes: Uint8Array;
};

/**
 * Opens an archive or a message outside the main thread and queues each of its files as if it had been dropped alone. Files queued before a
 * kill are still there.
 */
export async function openToQueue(
  { copy, uploads }: OpeningDesk,
  { subClientId, fileName, bytes }: Dropped,
  context: Context,
): Promise<OpenedUploads> {
  const { files, refused } = await copy.questions.ask('openDropped', [
    fileName,
    bytes,
    {
      fileBytesMax: uploads.rules.sizeBytesMax,
      bytesMax: limits.unpackedBytesMax,
      filesMax: limits.openedFilesMax,
    },
  ]);
  const items: UploadItem[] = [];
  for (const { name, bytes: own } of files)
    items.push(
      await addToQueue(uploads, { subClientId, fileName: name, mimeType: '', bytes: own }, context),
    );
  return {
    items,
    refused: refused.map(({ name, reason }) => ({
      fileName: name,
      message: `${name === fileName ? name : `${name} in ${fileName}`} ${reason}`,
    })),
  };
}
