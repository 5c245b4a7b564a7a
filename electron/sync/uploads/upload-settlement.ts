import type { SubClientDocument } from '../../../shared/bank/onboarding.ts';
import type { UploadItem } from '../../../shared/ipc/records.ts';
import type { BankClient } from '../../bank/client.ts';
import type { DeskClock } from '../../context.ts';
import type { Journal } from '../../store/database.ts';
import { changeUpload, listUploads } from '../../store/uploads.ts';
import { sentByBankTime } from '../onboarding/bank-time.ts';
import { settleFromReading } from '../submissions/settle.ts';

type Parts = {
  readonly bank: BankClient;
  readonly journal: Journal;
  readonly clock: DeskClock;
  readonly announceUpload: (item: UploadItem) => void;
};

/**
 * Settles a sub-client's uploads without an answer from the documents the bank shows now: one of the same type,
 * made after the upload began and not already known from another upload, is it.
 */
export function settleUploads(
  parts: Parts,
  subClientId: string,
  documents: readonly SubClientDocument[],
): void {
  const queue = listUploads(parts.journal, subClientId);
  const taken = new Set(queue.map(({ item }) => item.documentId));
  for (const { item } of queue.filter((stored) => stored.item.state === 'unknown')) {
    const candidate = (since: string) =>
      documents.find(
        (document) =>
          document.documentType === item.documentType &&
          document.createdAt >= since &&
          !taken.has(document.id),
      );
    const settled = settleFromReading(parts, item.itemId, ({ createdAt }) =>
      candidate(sentByBankTime(parts.bank, createdAt))
        ? { seen: true }
        : { seen: false, wouldShow: true },
    );
    if (!settled) continue;
    const documentId = candidate(sentByBankTime(parts.bank, settled.createdAt))?.id ?? null;
    taken.add(documentId);
    const { item: changed } = changeUpload(
      parts.journal,
      item.itemId,
      settled.state === 'accepted'
        ? { state: 'sent', documentId, problem: null, sentBytes: item.sizeBytes }
        : { state: 'refused' },
    );
    parts.announceUpload(changed);
  }
}
