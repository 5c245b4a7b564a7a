import { DeskFault } from '../../../../shared/errors.ts';
import { limits } from '../../../../shared/limits.ts';
import { isPicture } from '../../../../shared/media-types.ts';
import { ok } from '../../../../shared/result.ts';
import { saveCopy } from '../../../engines/exports/saved-copy.ts';
import type { OpenSaved, SaveAs } from '../../../engines/exports/whole-file.ts';
import type { Handlers } from '../../../engines/ipc/router.ts';
import { stampOf, type OpenBank } from '../../../engines/submissions/open-bank.ts';
import {
  attach,
  attachedBytes,
  detach,
  restoreAttachment,
  type AttachingParts,
} from './attachments.ts';
import { attachmentsOf } from './attachment-table.ts';
import { staysHere } from './shared-files.ts';

type Open = OpenBank & {
  readonly profile: { readonly folder: { readonly attachments: string } };
};

type Routes = Extract<keyof Handlers, `attachments.${string}`>;

export const attachmentHandlers = (
  desk: () => Open,
  { saveAs, openSaved }: { readonly saveAs: SaveAs; readonly openSaved: OpenSaved },
): Pick<Handlers, Routes> => ({
  'attachments.list': ({ accountNumber, entryId }) => {
    const { journal } = desk().copy;
    return ok({
      files: attachmentsOf(journal, accountNumber, entryId).map((file) => ({
        ...file,
        ...(staysHere(journal, file) && { staysHere: true }),
      })),
    });
  },
  'attachments.add': async (offered) => {
    const open = desk();
    const file = await attach(partsOf(open), offered, stampOf(open));
    announceChange(open, file.accountNumber);
    return ok(file);
  },
  'attachments.remove': ({ fileId }) => {
    const open = desk();
    const file = detach(partsOf(open), fileId, stampOf(open));
    announceChange(open, file.accountNumber);
    return ok(file);
  },
  'attachments.restore': async ({ fileId }) => {
    const open = desk();
    const file = await restoreAttachment(partsOf(open), fileId, stampOf(open).at);
    announceChange(open, file.accountNumber);
    return ok(file);
  },
  'attachments.save': async ({ fileId, open }) => {
    const { file, bytes } = await attachedBytes(partsOf(desk()), fileId);
    return ok(await saveCopy({ ...file, bytes }, open, { saveAs, openSaved }));
  },
  'attachments.show': async ({ fileId }) => {
    const { file, bytes } = await attachedBytes(partsOf(desk()), fileId);
    const { name, mediaType } = file;
    if (!isPicture(mediaType) || bytes.length > limits.shownImageBytesMax)
      throw new DeskFault('input.invalid', `${name} is not shown here: save a copy of it.`);
    return ok({ image: `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}` });
  },
});

const partsOf = ({ copy, profile }: Open): AttachingParts => ({
  reader: copy.reader,
  journal: copy.journal,
  folder: profile.folder.attachments,
});

const announceChange = ({ announce }: Open, accountNumber: string): void => {
  announce('store.changed', { topic: 'statements', accountNumber });
};
