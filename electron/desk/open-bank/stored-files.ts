import type { Journal } from '../../engines/store/database.ts';
import { storedInvoices } from '../../nouns/invoices/tables.ts';
import { storedFiles } from '../../nouns/statements/annotations/attachment-table.ts';

/** The names of all files next to the journal, of entries and of payments, and under which names their encrypted bytes are stored. */
export const storedFilesOfDesk = (
  journal: Journal,
): { readonly name: string; readonly blob: string }[] => [
  ...storedFiles(journal),
  ...storedInvoices(journal),
];
