import type { Journal } from '../../engines/store/database.ts';
import { storedInvoices } from '../../nouns/invoices/tables.ts';
import { storedFiles } from '../../nouns/statements/annotations/attachment-table.ts';

/** All files next to the journal, of entries and of payments: their names, and the names under which their encrypted bytes are stored. */
export const storedFilesOfDesk = (
  journal: Journal,
): { readonly name: string; readonly blob: string }[] => [
  ...storedFiles(journal),
  ...storedInvoices(journal),
];
