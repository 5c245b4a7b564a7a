import { basename } from 'node:path';

import { DeskFault } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import { ok } from '../../../shared/result.ts';
import { writeWholeFile, type OpenSaved, type SaveAs } from '../../exports/whole-file.ts';
import type { Handlers } from '../../ipc/router.ts';
import { timestampNow } from '../../machine/context.ts';
import type { OpenBank } from '../../submissions/open-bank.ts';
import {
  attach,
  attachedBytes,
  detach,
  restoreAttachment,
  type AttachingParts,
} from './attachments.ts';
import { attachmentsOf } from './table.ts';

type Open = OpenBank & {
  readonly profile: { readonly folder: { readonly attachments: string } };
};

type Routes = Extract<keyof Handlers, `attachments.${string}`>;

/** What a window shows by itself: pictures that are no documents with parts of their own. */
const shown: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

const pdf = 'application/pdf';
/** Which program opens a file its name decides, whatever is in it: a page with a PDF at its beginning is no PDF for a browser. */
const isPdfByName = (name: string): boolean => /\.pdf$/i.test(name);

export const attachmentHandlers = (
  desk: () => Open,
  { saveAs, openSaved }: { readonly saveAs: SaveAs; readonly openSaved: OpenSaved },
): Pick<Handlers, Routes> => ({
  'attachments.list': ({ accountNumber, entryId }) =>
    ok({ files: attachmentsOf(desk().copy.journal, accountNumber, entryId) }),
  'attachments.add': async (offered) => {
    const open = desk();
    const file = await attach(partsOf(open), offered, whoOf(open));
    tell(open, file.accountNumber);
    return ok(file);
  },
  'attachments.remove': ({ fileId }) => {
    const open = desk();
    const file = detach(partsOf(open), fileId, whoOf(open));
    tell(open, file.accountNumber);
    return ok(file);
  },
  'attachments.restore': ({ fileId }) => {
    const open = desk();
    const file = restoreAttachment(partsOf(open), fileId);
    tell(open, file.accountNumber);
    return ok(file);
  },
  'attachments.save': async ({ fileId, open }) => {
    const { file, bytes } = await attachedBytes(partsOf(desk()), fileId);
    const { name, mediaType } = file;
    if (open && mediaType !== pdf)
      throw new DeskFault('input.invalid', `${name} is no PDF: save a copy of it.`);
    const path = await saveAs(open && !isPdfByName(name) ? `${name}.pdf` : name);
    if (path === undefined) return ok({ saved: false });
    await writeWholeFile(path, [bytes]);
    const isOpened = open ? isPdfByName(path) && (await openSaved(path)) : null;
    return ok({ saved: true, fileName: basename(path), isOpened });
  },
  'attachments.show': async ({ fileId }) => {
    const { file, bytes } = await attachedBytes(partsOf(desk()), fileId);
    const { name, mediaType } = file;
    if (!shown.has(mediaType) || bytes.length > limits.shownImageBytesMax)
      throw new DeskFault('input.invalid', `${name} is not shown here: save a copy of it.`);
    return ok({ image: `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}` });
  },
});

const partsOf = ({ copy, profile }: Open): AttachingParts => ({
  reader: copy.reader,
  journal: copy.journal,
  folder: profile.folder.attachments,
});

const whoOf = ({ user, clock }: Open) => ({
  by: user?.name ?? 'this desk',
  at: timestampNow(clock),
});

const tell = ({ announce }: Open, accountNumber: string): void => {
  announce('store.changed', { topic: 'statements', accountNumber });
};
