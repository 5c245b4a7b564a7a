import { droppedFiles } from '../../ui/controls/dropped-files.ts';
import { isBehindQuestion, type Sieve } from '../../ui/controls/file-drop.svelte.ts';
import { beginningOf, transferOf } from './dropped-content.ts';

/** Types of files that may be an invoice. */
const pictures = /\.(pdf|png|jpe?g)$/i;
const isXml = (name: string): boolean => /\.xml$/i.test(name);

/** The beginnings of invoices in UBL, CII and ZUGFeRD 1.0. */
const beginning = /<(?:\w+:)?CrossIndustry(?:Invoice|Document)\b|xsd:(?:Invoice|CreditNote)-2["']/;

type Parts = {
  readonly give: (files: readonly File[]) => void;
  readonly isOpen: () => boolean;
  /** PDFs and pictures are invoices in the view that is open. */
  readonly arePictures: () => boolean;
};

/** Extracts XML invoices from any drop; in a view of payments PDFs, pictures and folders too. `next` gets the rest. */
export const invoiceSieve =
  ({ give, isOpen, arePictures }: Parts, next: Sieve): Sieve =>
  (transfer, onrest) => {
    const files = [...transfer.files];
    const takesAll = arePictures();
    const mayBe = ({ name, type }: File): boolean =>
      isXml(name) || (takesAll && (pictures.test(name) || (type === '' && !name.includes('.'))));
    if (!isOpen() || isBehindQuestion() || !files.some(mayBe)) return next(transfer, onrest);
    const dropped = takesAll ? droppedFiles(transfer).then(({ files: all }) => all) : files;
    void sift(dropped, takesAll).then(({ invoices, others }) => {
      give(invoices);
      if (others.length === 0) return;
      const rest = transferOf(others);
      if (!next(rest, onrest)) onrest(rest);
    });
    return true;
  };

async function sift(dropped: Promise<readonly File[]> | readonly File[], takesAll: boolean) {
  const files = await dropped;
  const areInvoices = await Promise.all(
    files.map((file) =>
      isXml(file.name) ? isInvoice(file) : Promise.resolve(takesAll && pictures.test(file.name)),
    ),
  );
  return {
    invoices: files.filter((_, at) => areInvoices[at]),
    others: files.filter((_, at) => !areInvoices[at]),
  };
}

async function isInvoice(file: File): Promise<boolean> {
  const text = await beginningOf(file);
  return beginning.test(text);
}
