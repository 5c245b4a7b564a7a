import { extractText } from 'unpdf';

/** The text of a PDF, as a library that is not ours reads it. */
export const pdfText = async (pdf: Uint8Array): Promise<string> =>
  (await extractText(new Uint8Array(pdf), { mergePages: true })).text;
