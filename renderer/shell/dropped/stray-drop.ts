import { isCentralBankFile } from '../../../shared/file-name.ts';
import { isQueuedDragged } from '../../ui/controls/dragged-file.ts';
import { isBehindQuestion, sifted, takerAnywhere } from '../../ui/controls/file-drop.svelte.ts';

const strayFile =
  'File not used. Drop documents under Sub-clients, invoices under Payments, one payment file or ledger at a time, and statements (MT940, camt, BAI2, OFX) anywhere.';
/** By their names these are tables and messages: who drops nothing else means another view. */
const isTable = ({ name }: File): boolean => /\.(csv|tsv|txt|xlsx|xml)$/i.test(name);
const isForDocuments = ({ files }: DataTransfer): boolean =>
  ![...files].every(isTable) && !isBehindQuestion();
/** PDFs and pictures alone: they may be invoices, or documents of a sub-client. */
const areInvoiceLike = ({ files }: DataTransfer): boolean =>
  files.length > 0 && [...files].every(({ name }) => /\.(pdf|png|jpe?g)$/i.test(name));
/** One file alone that is a table by its name. */
const onlyTable = ({ files }: DataTransfer): File | null =>
  files.length === 1 && files[0] && isTable(files[0]) && !isBehindQuestion() ? files[0] : null;
const onlyRates = ({ files }: DataTransfer): File | null =>
  files.length === 1 && files[0] && isCentralBankFile(files[0].name) && !isBehindQuestion()
    ? files[0]
    : null;
const noFile = 'Not a file. Save it as a file first, then drop the file.';

const hasFiles = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes('Files') ?? false;

/** Text may be dragged into a field, as everywhere. */
const isMeantForField = (event: DragEvent): boolean =>
  !hasFiles(event) &&
  event.target instanceof Element &&
  event.target.closest('input, textarea, [contenteditable]') !== null;

type Taking = {
  notify: (words: string) => void;
  /** Reads the central bank's rates; false where there is no such place now. */
  takeRates: (file: File) => boolean;
  /** Asks what a table is; false if that is not possible now. */
  takeTable: (file: File) => boolean;
  /** Asks whether PDFs and pictures are invoices or documents; false where there is no such place now. */
  takeInvoices: (transfer: DataTransfer) => boolean;
  /** Passes documents to the view that accepts them; false if that is not possible now. */
  takeDocuments: (transfer: DataTransfer) => boolean;
};

/**
 * Handles files dropped outside of every drop zone: a view that accepts files takes them; elsewhere a person is asked what a table is, and
 * documents go to the drop board. For the rest a sentence says where to drop it. A drop never replaces the window's page.
 */
export const strayDrop = ({
  notify,
  takeRates,
  takeTable,
  takeInvoices,
  takeDocuments,
}: Taking) => ({
  ondragover: (event: DragEvent): void => {
    if (event.defaultPrevented || isMeantForField(event)) return;
    takerAnywhere()?.ondragover(event);
    event.preventDefault();
  },
  /** The drag has left the window. */
  ondragleave: (event: DragEvent): void => {
    if (event.relatedTarget === null) takerAnywhere()?.leave();
  },
  ondrop: (event: DragEvent): void => {
    if (event.defaultPrevented || isMeantForField(event)) return;
    event.preventDefault();
    // Dropped outside every drop zone: it stays where it was.
    if (isQueuedDragged(event)) return;
    if (!event.dataTransfer || !hasFiles(event)) {
      notify(noFile);
      return;
    }
    const taker = takerAnywhere();
    if (taker) taker.ondrop(event);
    else
      sifted(event.dataTransfer, (rest) => {
        const rates = onlyRates(rest);
        if (rates && takeRates(rates)) return;
        const table = onlyTable(rest);
        const isHandled = table
          ? takeTable(table)
          : isForDocuments(rest) &&
            (areInvoiceLike(rest) ? takeInvoices(rest) : takeDocuments(rest));
        if (!isHandled) notify(strayFile);
      });
  },
});
