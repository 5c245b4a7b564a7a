import type { PaymentFile } from '../../../../shared/ipc/changes/payment-files.ts';
import type { FileApproval } from './line.ts';

/** The confirmation of a start; a person's is valid for the warnings that they saw, identified by the view's seal. */
export type StartConfirmation =
  | (Extract<FileApproval, { by: 'person' }> & { readonly seal: string })
  | Extract<FileApproval, { by: 'script' }>;

/**
 * The warnings that a person has not confirmed, or that changed since; null where there are none. A script's lines are checked one by one.
 * `unlisted` is the reason, in sentences, why the bank's list of payments could not be read; null where it was.
 */
export function unseenIn(
  { toConfirm, seal }: PaymentFile,
  confirmation: StartConfirmation,
  unlisted: string | null,
) {
  if (confirmation.by === 'script')
    return unlisted === null || confirmation.twinsUnchecked
      ? null
      : {
          message: `${unlisted} Nothing was sent. To send the file anyway, add --twins-unchecked.`,
        };
  const open = toConfirm.filter(({ kind }) => !confirmation.acknowledged.includes(kind));
  if (open.length > 0) return unconfirmed(open);
  return toConfirm.length === 0 || seal === confirmation.seal ? null : { message: movedSince };
}

const movedSince = 'What the payments look like has changed since it was confirmed.';

const unconfirmed = (open: PaymentFile['toConfirm']) => ({
  message: 'The payments have warnings that were not confirmed.',
  fields: Object.fromEntries(open.map(({ kind, lines }) => [kind, `${lines} lines`])),
});
