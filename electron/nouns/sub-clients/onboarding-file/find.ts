import type { Shareholder, SubClientDocument } from '../../../../shared/bank/onboarding.ts';
import type { Hit } from '../../../../shared/ipc/accounts/find.ts';
import { openMessage } from '../../../engines/files/mail-message.ts';
import { isMessageName, type Opened, type OpeningLimits } from '../../../engines/files/opened.ts';
import { openArchive } from '../../../engines/files/zip-archive.ts';
import { namesIn, type RecordQuestion } from '../../../engines/find/records.ts';
import { rows, type CacheReader } from '../../../engines/store/database.ts';
import { foldText, foldedWords, hasTerm } from '../../../engines/store/search/search-text.ts';
import { inOneSlice, type Sliced } from '../../../engines/store/threads/turns.ts';
import type { FileProblem, Table } from '../../../engines/files/table.ts';
import type { Result } from '../../../../shared/result.ts';
import { openOnboardingFile } from './read-onboarding-file.ts';
import { listSubClients } from '../records/tables.ts';

/** The questions about sub-clients and their documents that the reader thread answers. */
export const subClientReads = (reader: CacheReader) => ({
  findSubClients: ({ terms, limit }: RecordQuestion): Sliced<Hit[]> =>
    inOneSlice(() => {
      const names = namesIn(terms);
      if (names.length === 0) return [];
      return listSubClients(reader, names.join(' '))
        .rows.slice(0, limit)
        .map(({ entityId, name, countryOfRegistration, approvalStatus }) => ({
          id: entityId,
          within: null,
          day: null,
          lead: countryOfRegistration,
          text: name || entityId,
          aside: approvalStatus,
          amount: null,
          direction: null,
        }));
    }),
  findOwners: ({ terms, limit }: RecordQuestion): Sliced<Hit[]> =>
    inOneSlice(() => {
      const words = foldedWords(namesIn(terms).join(' '));
      return words.length === 0 ? [] : ownersWith(reader, words).slice(0, limit);
    }),
  findDocuments: ({ terms, limit }: RecordQuestion): Sliced<Hit[]> =>
    inOneSlice(() => {
      const words = foldedWords(namesIn(terms).join(' '));
      return words.length === 0 ? [] : documentsWith(reader, words).slice(0, limit);
    }),
  /** Reads no stored data: it runs here because it takes long. */
  onboardingTable: async (bytes: Uint8Array): Promise<Sliced<Result<Table, FileProblem>>> => {
    const table = await openOnboardingFile(bytes);
    return inOneSlice(() => table);
  },
  /** Reads no stored data: it runs here because it takes long. */
  openDropped: async (
    name: string,
    bytes: Uint8Array,
    limits: OpeningLimits,
  ): Promise<Sliced<Opened>> => {
    const opened = await (isMessageName(name) ? openMessage : openArchive)(name, bytes, limits);
    return inOneSlice(() => opened);
  },
});

/** Returns the shareholders that contain every word, with their sub-client's name, sorted by their own. */
const ownersWith = (reader: CacheReader, words: readonly string[]): Hit[] =>
  rows<{ id: string; owned: string; name: string; document: string }>(
    reader,
    `SELECT h.id, h.sub_client_id AS owned, s.name, h.document FROM shareholder h
     JOIN sub_client s ON s.entity_id = h.sub_client_id WHERE h.gone_at IS NULL AND s.gone_at IS NULL`,
  )
    .map((stored) => ({ ...stored, record: JSON.parse(stored.document) as Shareholder }))
    .filter(({ name, record: { name: owner, emailAddress, identificationNumber } }) => {
      const text = foldText([name, owner, emailAddress, identificationNumber].join('\n'));
      return words.every((word) => hasTerm(text, word));
    })
    .toSorted((a, b) => a.record.name.localeCompare(b.record.name))
    .map(({ id, owned, name, record }) => ({
      id,
      within: owned,
      day: null,
      lead: record.nationality,
      text: `${record.name || id}, owner of ${name || owned}`,
      aside: record.status,
      amount: null,
      direction: null,
    }));

/** Returns the documents that contain every word, with their sub-client's name; the newest first. */
const documentsWith = (reader: CacheReader, words: readonly string[]): Hit[] =>
  rows<{ id: string; owner: string; name: string; document: string }>(
    reader,
    `SELECT d.id, d.sub_client_id AS owner, s.name, d.document FROM sub_client_document d
     JOIN sub_client s ON s.entity_id = d.sub_client_id WHERE d.gone_at IS NULL AND s.gone_at IS NULL`,
  )
    .map((stored) => ({ ...stored, record: JSON.parse(stored.document) as SubClientDocument }))
    .filter(({ name, record }) => {
      const { documentType, description, documentNumber, documentOwner, uploadedFiles } = record;
      const type = documentType.replaceAll('_', ' ');
      const texts = [
        name,
        type,
        documentType,
        description,
        documentNumber,
        documentOwner,
        ...uploadedFiles,
      ];
      const text = foldText(texts.join('\n'));
      return words.every((word) => hasTerm(text, word));
    })
    .toSorted((a, b) => b.record.createdAt.localeCompare(a.record.createdAt))
    .map(({ id, owner, name, record }) => ({
      id,
      within: owner,
      day: null,
      lead: '',
      text: `${typeWords(record.documentType)}, ${name}`,
      aside: record.approvalStatus ?? '',
      amount: null,
      direction: null,
    }));

/** `PROOF_OF_ADDRESS` as a person reads it. */
const typeWords = (type: string): string => {
  const words = type.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
