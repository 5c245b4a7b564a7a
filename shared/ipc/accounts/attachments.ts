import { z } from 'zod';

import type { Timestamp } from '../../calendar/calendar.ts';
import { accountNumber, answers, id, type SavedCopy } from '../route.ts';

/** A file that a person attached to an entry. Its bytes stay encrypted in the journal's folder. */
export type Attachment = {
  readonly fileId: string;
  readonly accountNumber: string;
  readonly entryId: string;
  /** Without a path, and valid on any disk. */
  readonly name: string;
  /** Detected from its content, not from its name. */
  readonly mediaType: string;
  readonly sizeBytes: number;
  /** Of its bytes, hex. */
  readonly sha256: string;
  readonly addedAt: Timestamp;
  readonly addedBy: string;
  /** It is too large for the team's record: colleagues do not see it. */
  readonly staysHere?: boolean;
};

const one = z.strictObject({ fileId: id });

export const attachmentsRoutes = {
  /** Of one entry, oldest first. */
  'attachments.list': answers<{ files: readonly Attachment[] }>().to(
    z.strictObject({ accountNumber, entryId: id }),
  ),
  /** Stores a file; if the entry already has one of the same bytes, answers that one. */
  'attachments.add': answers<Attachment>().to(
    z.strictObject({
      accountNumber,
      entryId: id,
      fileName: z.string().min(1).max(1_000),
      bytes: z.instanceof(Uint8Array),
    }),
  ),
  /** Takes it off its entry; `restore` puts it back as long as this desk is open. */
  'attachments.remove': answers<Attachment>().to(one),
  'attachments.restore': answers<Attachment>().to(one),
  /**
   * Asks where to save, then writes a copy. `open` opens a PDF in the system's viewer, if the copy's name says that it is one; `isOpened`
   * is null where that was not asked for.
   */
  'attachments.save': answers<SavedCopy>().to(one.extend({ open: z.boolean() })),
  /** A picture as a `data:` address; other files are saved, and a PDF opened from there. */
  'attachments.show': answers<{ image: string }>().to(one),
};
