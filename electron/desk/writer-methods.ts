import { ensureAccount, saveAccounts } from '../accounts/tables.ts';
import { noteEvents } from '../store/bank-events.ts';
import { saveBeneficiaries, saveBeneficiary } from '../beneficiaries/tables.ts';
import {
  checkpoint,
  closeCacheConnection,
  openCacheConnection,
} from '../store/opening/cache-connection.ts';
import type { CacheWriter } from './cache-writer.ts';
import { saveClientConfiguration } from '../webhooks/tables.ts';
import { inTransaction, type CacheConnection } from '../store/database.ts';
import { finishRange } from '../statements/finish-range.ts';
import { keepJournalHead } from '../store/kept-head.ts';
import { dayCounts, readBatch, sums } from '../statements/long-reads.ts';
import { saveMoneyRecords, tradeList, transferList } from '../store/money-lists.ts';
import { proveCached } from '../statements/proof.ts';
import { abandonRange, beginRange, resumableRange } from '../statements/ranges.ts';
import { savePage } from '../statements/save-page.ts';
import { forgetSecondSource, saveSecondSource } from '../statements/second-source/tables.ts';
import { saveShareholders } from '../sub-clients/shareholders-table.ts';
import { markSubClientGone } from '../sub-clients/standings.ts';
import { saveDocuments, saveSubClient, saveSubClients } from '../sub-clients/tables.ts';
import { markRead } from '../statements/unread.ts';

/** The writer's methods as they run in the worker: the same names, answered at once. */
export type WriterMethods = {
  [Name in keyof CacheWriter]: (
    ...input: Parameters<CacheWriter[Name]>
  ) => Awaited<ReturnType<CacheWriter[Name]>>;
};

/** Everything that the worker answers, over one connection. */
export function writerMethods(database: CacheConnection): WriterMethods {
  const writer = { database, ranges: new Map() };
  return {
    saveAccounts: (accounts, asOf, knownAs) => saveAccounts(database, accounts, asOf, knownAs),
    ensureAccount: (accountNumber, currency) => {
      ensureAccount(database, accountNumber, currency);
    },
    resumableRange: (start) => resumableRange(writer, start),
    beginRange: (start) => beginRange(writer, start),
    savePage: (page) => savePage(writer, page),
    finishRange: (finish) => finishRange(writer, finish),
    abandonRange: (rangeId) => {
      abandonRange(writer, rangeId);
    },
    saveBeneficiaries: (records, asOf, { complete }) =>
      saveBeneficiaries(database, records, { asOf, complete }),
    saveBeneficiary: (record, asOf) => {
      saveBeneficiary(database, record, asOf);
    },
    saveSubClients: (subClients, asOf, { complete }) =>
      saveSubClients(database, subClients, { asOf, complete }),
    saveSubClient: (subClient, asOf) => {
      saveSubClient(database, subClient, asOf);
    },
    saveDocuments: (subClientId, documents, asOf, { complete } = { complete: true }) => {
      saveDocuments(database, subClientId, documents, { asOf, complete });
    },
    saveShareholders: (subClientId, shareholders, asOf, { complete }) => {
      saveShareholders(database, subClientId, shareholders, { asOf, complete });
    },
    markSubClientGone: (entityId, asOf) => {
      markSubClientGone(database, entityId, asOf);
    },
    saveTransfers: (transfers, asOf, { complete }) => {
      saveMoneyRecords(database, transferList, transfers, { asOf, complete });
    },
    saveTrades: (trades, asOf, { complete }) => {
      saveMoneyRecords(database, tradeList, trades, { asOf, complete });
    },
    saveSecondSource: (source, keptMax) => {
      saveSecondSource(database, source, keptMax);
    },
    forgetSecondSource: (sourceId) => {
      forgetSecondSource(database, sourceId);
    },
    saveClientConfiguration: (clientId, configuration, asOf) => {
      saveClientConfiguration(database, clientId, configuration, asOf);
    },
    noteEvents: (notes, seenAt) => {
      inTransaction(database, () => {
        noteEvents(database, notes, seenAt);
      });
    },
    keepJournalHead: (head) => {
      keepJournalHead(database, head);
    },
    markRead: (accountNumber, entryIds, isRead) => {
      markRead(database, accountNumber, entryIds, isRead);
    },
    dayCounts: (accountNumber, filter) => dayCounts(database, accountNumber, filter),
    sums: (accountNumber, filter) => sums(database, accountNumber, filter),
    readBatch: (question) => readBatch(database, question),
    proveCached: (accountNumber, period) => proveCached(database, accountNumber, period),
    checkpoint: () => {
      checkpoint(database);
    },
    close: () => {
      closeCacheConnection(database);
    },
  };
}

export function openWriterMethods(file: string, key: Uint8Array): WriterMethods {
  return writerMethods(openCacheConnection(file, key));
}
