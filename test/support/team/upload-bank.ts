import { formParts } from '../banks/bank-server.ts';
import { startDelta } from '../banks/delta.ts';

/** A file as it arrived at the bank. */
export type ArrivedFile = { readonly name: string; readonly text: string };

/** Delta, which also takes documents. `arrived` gets each file. */
export const startUploadBank = (arrived: ArrivedFile[]) =>
  startDelta({
    instead: (asked) => {
      if (asked.method !== 'POST' || !asked.path.endsWith('/upload-kyc')) return null;
      const parts = formParts(asked);
      const file = parts.find(({ fileName }) => fileName !== undefined);
      arrived.push({ name: file?.fileName ?? '', text: file?.text ?? '' });
      const documentType = parts.find(({ name }) => name === 'documentType')?.text;
      return { body: { id: `D-${String(arrived.length)}`, documentType } };
    },
  });

export const pdf = (text: string): string => `%PDF-1.4\n${text}\n%%EOF\n`;

/** Approval rules that ask for another person before a document is sent. */
export const uploadRules = JSON.stringify({
  rules: [
    { when: { operations: ['uploadSubclientDocuments'] }, need: { role: 'checker', count: 1 } },
  ],
});
