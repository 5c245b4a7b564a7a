import type { PaymentFile } from '../../../../shared/ipc/changes/payment-files.ts';
import type { FileApproval } from './line.ts';

/** The word of whoever starts a file; a person's holds for what they saw, which the view's seal stands for. */
export type StartWord =
  | (Extract<FileApproval, { by: 'person' }> & { readonly seal: string })
  | Extract<FileApproval, { by: 'script' }>;

/** What a person has not confirmed, or not as it stands now; a script's lines are looked at one by one. */
/** `unlisted` says why the bank's list of payments could not be read, in sentences; null where it was. */
export function unseenIn(
  { toConfirm, seal }: PaymentFile,
  word: StartWord,
  unlisted: string | null,
) {
  if (word.by === 'script')
    return unlisted === null || word.twinsUnchecked
      ? null
      : {
          message: `${unlisted} Nothing was sent. To send the file all the same, add --twins-unchecked.`,
        };
  const open = toConfirm.filter(({ kind }) => !word.acknowledged.includes(kind));
  if (open.length > 0) return unconfirmed(open);
  return toConfirm.length === 0 || seal === word.seal ? null : { message: movedSince };
}

const movedSince = 'What the payments look like has changed since it was confirmed.';

const unconfirmed = (open: PaymentFile['toConfirm']) => ({
  message: 'The payments have warnings that were not confirmed.',
  fields: Object.fromEntries(open.map(({ kind, lines }) => [kind, `${lines} lines`])),
});
