import type { PDFDocumentProxy, PDFPageProxy } from 'unpdf/pdfjs';

import type { Bitmap } from '../codes/bitmap.ts';
import { drawPage, pictureIn, type PagePicture } from './page-drawing.ts';
import { linesOfPage } from './page-text.ts';

/** The parts of a PDF from which an invoice is read. */
export type PdfDocument = {
  readonly pageCount: number;
  /** The embedded XML files, with their names. */
  readonly files: () => Promise<readonly { readonly name: string; readonly bytes: Uint8Array }[]>;
  readonly linesOf: (page: number) => Promise<readonly string[]>;
  readonly drawingOf: (page: number) => Promise<Bitmap | null>;
  readonly close: () => Promise<void>;
};

/** The most points of a picture that is unpacked; a scanned page has some 9 million. */
const pictureMax = 40_000_000;

/** Opens a PDF. Throws the errors of pdf.js, which `pdfFault` explains. */
export async function openPdf(bytes: Uint8Array): Promise<PdfDocument> {
  const { getDocument, OPS } = await import('unpdf/pdfjs');
  const document = await getDocument({
    // A copy of plain bytes: pdf.js transfers them.
    data: new Uint8Array(bytes),
    // No fonts are loaded for drawing, nothing is fetched and nothing is compiled.
    ...{ disableFontFace: true, useSystemFonts: false, fontExtraProperties: false },
    ...{ isOffscreenCanvasSupported: false, isImageDecoderSupported: false, useWasm: false },
    ...{ stopAtErrors: false, enableXfa: false, maxImageSize: pictureMax, verbosity: 0 },
  }).promise;
  const names = new Map(Object.entries(OPS).map(([name, code]) => [code, name]));
  return {
    pageCount: document.numPages,
    files: () => filesIn(document),
    linesOf: async (page) => linesIn(await document.getPage(page)),
    drawingOf: async (page) => drawingIn(await document.getPage(page), names),
    close: () => document.loadingTask.destroy(),
  };
}

/** The most embedded files that are unpacked. */
const filesMax = 20;

/** The embedded XML files, recognized by their own names or by the names in the list of files. */
async function filesIn(document: PDFDocumentProxy) {
  const listed = [...((await document.getAttachments()) ?? [])].filter(([id, { filename }]) =>
    [id, filename].some((name) => /\.xml$/i.test(name)),
  );
  const files: { readonly name: string; readonly bytes: Uint8Array }[] = [];
  for (const [id, { filename }] of listed.slice(0, filesMax)) {
    const bytes = await document.getAttachmentContent(id);
    if (bytes) files.push({ name: filename, bytes });
  }
  return files;
}

async function linesIn(page: PDFPageProxy): Promise<string[]> {
  const { items } = await page.getTextContent();
  return linesOfPage(
    items.flatMap((item) => {
      if (!('str' in item)) return [];
      const [, , , , x, y] = item.transform as readonly number[];
      const { str: text, width, height } = item;
      return [{ text, x: x ?? 0, y: y ?? 0, width, height }];
    }),
  );
}

async function drawingIn(
  page: PDFPageProxy,
  names: ReadonlyMap<number, string>,
): Promise<Bitmap | null> {
  const { width, height, transform } = page.getViewport({ scale: 1 });
  const { fnArray, argsArray } = await page.getOperatorList();
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = transform as readonly number[];
  return drawPage({
    ...{ width, height, transform: [a, b, c, d, e, f] },
    operators: fnArray.map((code, at) => {
      const name = names.get(code) ?? '';
      const values = ((argsArray as unknown[])[at] ?? []) as readonly unknown[];
      return { name, values: name === 'constructPath' ? named(values, names) : values };
    }),
    pictureOf: (name) => pictureOf(page, name),
  });
}

/** Replaces the operation code that a path carries with its name. */
const named = ([act, ...rest]: readonly unknown[], names: ReadonlyMap<number, string>) => [
  typeof act === 'number' ? names.get(act) : act,
  ...rest,
];

function pictureOf(page: PDFPageProxy, name: string): PagePicture | null {
  const objects = (name.startsWith('g_') ? page.commonObjs : page.objs) as {
    readonly has: (name: string) => boolean;
    readonly get: (name: string) => unknown;
  };
  return objects.has(name) ? pictureIn(objects.get(name)) : null;
}

/** Explains to a person why a PDF could not be opened. */
export function pdfFault(cause: unknown): string {
  const name = cause instanceof Error ? cause.name : '';
  return name === 'PasswordException'
    ? 'it is protected by a password: save it without one.'
    : 'it is no PDF that can be read: it was damaged, or is not whole.';
}
