import type { CounterpartyFile } from '../../../shared/ipc/counterparties.ts';
import { request } from '../../state/desk.ts';
import type { Notices } from '../../state/notices.svelte.ts';
import { savedCopyWords } from '../../ui/text/opened-labels.ts';

/** Saves a copy of a file; a PDF opens in the system's viewer from there. The notice names the copy, or the reason why there is none. */
export async function openFile(
  notices: Pick<Notices, 'show'>,
  { kind, fileId, mediaType }: Pick<CounterpartyFile, 'kind' | 'fileId' | 'mediaType'>,
): Promise<void> {
  const open = mediaType === 'application/pdf';
  const saved =
    kind === 'invoice'
      ? await request('invoices.save', { invoiceId: fileId, open })
      : await request('attachments.save', { fileId, open });
  if (!saved.ok) notices.show(saved.error.message);
  else if (saved.value.saved) notices.show(savedCopyWords(saved.value));
}
