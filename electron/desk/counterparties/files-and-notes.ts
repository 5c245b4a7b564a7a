import type { CounterpartyFile, CounterpartyNote } from '../../../shared/ipc/counterparties.ts';
import { lastFour } from '../../../shared/account-digits.ts';
import type { Journal } from '../../engines/store/database.ts';
import { attachmentsByEntry } from '../../nouns/statements/annotations/attachment-table.ts';
import { otherNotes, readMarks } from '../../nouns/statements/annotations/marks.ts';
import type { EntryIds } from '../../nouns/statements/parties/counterparty-entries.ts';
import { invoicesOfPayment, type InvoiceRecord } from '../../nouns/invoices/tables.ts';

/** The most files, and the most notes, that are listed. */
const listedMax = 50;
/** The most entries of an account in one query. */
const entriesAtOnce = 500;

function* pieces(entries: readonly EntryIds[]): Generator<EntryIds> {
  for (const { accountNumber, ids } of entries)
    for (let start = 0; start < ids.length; start += entriesAtOnce)
      yield { accountNumber, ids: ids.slice(start, start + entriesAtOnce) };
}

const newestFirst = <T>(of: readonly T[], at: (one: T) => string): T[] =>
  of.toSorted((a, b) => at(b).localeCompare(at(a))).slice(0, listedMax);

/** The files attached to its entries, its invoices, and the invoices of its payments. */
export function filesOf(
  journal: Journal,
  {
    entries,
    invoices,
    references,
  }: {
    readonly entries: readonly EntryIds[];
    readonly invoices: readonly InvoiceRecord[];
    readonly references: readonly string[];
  },
): CounterpartyFile[] {
  const files: CounterpartyFile[] = [];
  for (const { accountNumber, ids } of pieces(entries))
    for (const own of attachmentsByEntry(journal, accountNumber, ids).values())
      files.push(
        ...own.map(({ fileId, name, mediaType, sizeBytes, addedAt, addedBy, entryId }) => ({
          ...{ kind: 'attachment' as const, fileId, name, mediaType, sizeBytes, addedAt, addedBy },
          of: `${lastFour(accountNumber)} ${entryId}`,
        })),
      );
  const paid = references.flatMap((reference) => invoicesOfPayment(journal, reference));
  const byId = new Map([...paid, ...invoices].map((invoice) => [invoice.invoiceId, invoice]));
  for (const { invoiceId, fileName, addedAt, addedBy, reference, ...file } of byId.values())
    files.push({
      ...{ kind: 'invoice', fileId: invoiceId, name: fileName, addedAt, addedBy, of: reference },
      ...{ mediaType: file.mediaType, sizeBytes: file.sizeBytes },
    });
  return newestFirst(files, ({ addedAt }) => addedAt);
}

/** The notes on its entries, with the colleagues' versions of them. */
export function notesOf(journal: Journal, entries: readonly EntryIds[]): CounterpartyNote[] {
  const notes: CounterpartyNote[] = [];
  for (const { accountNumber, ids } of pieces(entries))
    for (const [entryId, { note, markedAt, markedBy }] of readMarks(journal, accountNumber, ids)) {
      if (note === '') continue;
      const others = otherNotes(journal, accountNumber, entryId);
      notes.push(
        { accountNumber, entryId, text: note, at: markedAt, by: markedBy },
        ...others.map(({ words, at, by }) => ({ accountNumber, entryId, text: words, at, by })),
      );
    }
  return newestFirst(notes, ({ at }) => at);
}
