import { Worker } from 'node:worker_threads';

import { createBirpc } from 'birpc';

import type { Account } from '../../shared/bank/accounts.ts';
import type { BeneficiaryRecord } from '../../shared/bank/beneficiaries.ts';
import type { Trade } from '../../shared/bank/conversions.ts';
import type { Shareholder, SubClient, SubClientDocument } from '../../shared/bank/onboarding.ts';
import type { Transfer } from '../../shared/bank/transfers.ts';
import type { ClientConfiguration } from '../../shared/bank/webhooks.ts';
import type { Timestamp } from '../../shared/calendar.ts';
import { DeskFault } from '../../shared/errors.ts';
import type { Proof, StatementFilter } from '../../shared/ipc/statements.ts';
import type { EventNote } from '../store/event-notes.ts';
import type {
  BatchQuestion,
  CachedPeriod,
  Completeness,
  DayCounts,
  ExportBatch,
  FinishedRange,
  PageToSave,
  RangeFinish,
  RangeStart,
  ResumableRange,
  SavedPage,
  SavedRecords,
  StatementSums,
} from '../statements/incoming.ts';
import type { KeptHead } from '../store/kept-head.ts';
import type { SourceToKeep } from '../statements/second-source/tables.ts';
import { packMessage, unpackMessage, type WorkerMethods } from '../store/worker-messages.ts';

/** The writing side of cache.db, in a thread of its own. Every method is one transaction; failures are DeskFaults. */
export type CacheWriter = {
  /** `knownAs` is the number that a single account was asked by. Answers the numbers of those for which there is no room. */
  saveAccounts(accounts: readonly Account[], asOf: Timestamp, knownAs?: string): Promise<string[]>;
  /** Makes room for an account known by its number only. */
  ensureAccount(accountNumber: string, currency: string | null): Promise<void>;

  resumableRange(start: RangeStart): Promise<ResumableRange | null>;
  /** Replaces an unfinished range of the account. */
  beginRange(start: RangeStart): Promise<{ rangeId: number }>;
  savePage(page: PageToSave): Promise<SavedPage>;
  finishRange(finish: RangeFinish): Promise<FinishedRange>;
  abandonRange(rangeId: number): Promise<void>;

  saveBeneficiaries(
    records: readonly BeneficiaryRecord[],
    asOf: Timestamp,
    options: Completeness,
  ): Promise<SavedRecords>;
  saveBeneficiary(record: BeneficiaryRecord, asOf: Timestamp): Promise<void>;
  saveSubClients(
    subClients: readonly SubClient[],
    asOf: Timestamp,
    options: Completeness,
  ): Promise<SavedRecords>;
  saveSubClient(subClient: SubClient, asOf: Timestamp): Promise<void>;
  /** Without options the list is complete: documents left out of it are marked gone. */
  saveDocuments(
    subClientId: string,
    documents: readonly SubClientDocument[],
    asOf: Timestamp,
    options?: Completeness,
  ): Promise<void>;
  /** A complete list marks the shareholders that it leaves out as gone. */
  saveShareholders(
    subClientId: string,
    shareholders: readonly Shareholder[],
    asOf: Timestamp,
    options: Completeness,
  ): Promise<void>;
  /** The bank says that it has no such sub-client. */
  markSubClientGone(entityId: string, asOf: Timestamp): Promise<void>;
  /** A complete list notes when it was read; nothing is taken away. */
  saveTransfers(
    transfers: readonly Transfer[],
    asOf: Timestamp,
    options: Completeness,
  ): Promise<void>;
  saveTrades(trades: readonly Trade[], asOf: Timestamp, options: Completeness): Promise<void>;

  /** Keeps a second telling of a statement; of one account's the newest `keptMax` stay. */
  saveSecondSource(source: SourceToKeep, keptMax: number): Promise<void>;
  forgetSecondSource(sourceId: string): Promise<void>;

  saveClientConfiguration(
    clientId: string,
    configuration: ClientConfiguration,
    asOf: Timestamp,
  ): Promise<void>;
  /** For what is kept elsewhere; every other method notes by itself what it finds changed. */
  noteEvents(notes: readonly EventNote[], seenAt: Timestamp): Promise<void>;

  /** Remembers how far the journal has come, durably. */
  keepJournalHead(head: KeptHead): Promise<void>;

  /** Takes entries off the account's list of arrivals, or puts them back. */
  markRead(accountNumber: string, entryIds: readonly string[], isRead: boolean): Promise<void>;
  dayCounts(accountNumber: string, filter: StatementFilter): Promise<DayCounts>;
  sums(accountNumber: string, filter: StatementFilter): Promise<StatementSums>;
  readBatch(question: BatchQuestion): Promise<ExportBatch>;
  proveCached(accountNumber: string, period: CachedPeriod): Promise<Proof>;
  /** Moves what is in the -wal into cache.db itself. */
  checkpoint(): Promise<void>;
  close(): Promise<void>;
};

export type CacheWriterOptions = {
  /** Of `worker.ts`, or of what it was bundled into. */
  readonly workerUrl: URL;
  readonly file: string;
  readonly key: Uint8Array;
};

/** A page is saved and forgotten: a small heap is collected often and grows no further. Megabytes. */
const resourceLimits = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 512 };

/** Starts the thread and opens cache.db in it, made and migrated where needed. */
export async function startCacheWriter(options: CacheWriterOptions): Promise<CacheWriter> {
  const worker = new Worker(options.workerUrl, { name: 'cache-writer', resourceLimits });
  const remote = createBirpc<CacheWriter & WorkerMethods, Record<string, never>>(
    {},
    {
      post: (message) => {
        worker.postMessage(message);
      },
      on: (listen) => {
        worker.on('message', listen);
      },
      serialize: packMessage,
      deserialize: unpackMessage,
      timeout: -1,
    },
  );
  worker.once('error', (cause) => {
    remote.$close(new DeskFault('internal', 'The thread of the local copy has ended.', { cause }));
  });
  let hasEnded = false;
  worker.once('exit', () => {
    hasEnded = true;
    remote.$close(new DeskFault('internal', 'The thread of the local copy has ended.'));
  });
  const stop = async (): Promise<void> => {
    remote.$close();
    await worker.terminate();
  };
  await remote.open(options.file, options.key).catch(async (cause: unknown) => {
    await stop();
    throw cause;
  });
  // A thread that ended, such as for want of memory, has nothing left to close.
  const close = async (): Promise<void> => {
    try {
      if (!hasEnded) await remote.close();
    } finally {
      await stop();
    }
  };
  return { ...methodsOf(remote), close };
}

type Remote = { [Name in keyof CacheWriter]: CacheWriter[Name] };

/** The proxy answers to any name; here are those that exist. */
function methodsOf(remote: Remote): CacheWriter {
  return {
    saveAccounts: remote.saveAccounts,
    ensureAccount: remote.ensureAccount,
    resumableRange: remote.resumableRange,
    beginRange: remote.beginRange,
    savePage: remote.savePage,
    finishRange: remote.finishRange,
    abandonRange: remote.abandonRange,
    saveBeneficiaries: remote.saveBeneficiaries,
    saveBeneficiary: remote.saveBeneficiary,
    saveSubClients: remote.saveSubClients,
    saveSubClient: remote.saveSubClient,
    saveDocuments: remote.saveDocuments,
    saveShareholders: remote.saveShareholders,
    markSubClientGone: remote.markSubClientGone,
    saveTransfers: remote.saveTransfers,
    saveTrades: remote.saveTrades,
    saveSecondSource: remote.saveSecondSource,
    forgetSecondSource: remote.forgetSecondSource,
    saveClientConfiguration: remote.saveClientConfiguration,
    noteEvents: remote.noteEvents,
    keepJournalHead: remote.keepJournalHead,
    markRead: remote.markRead,
    dayCounts: remote.dayCounts,
    sums: remote.sums,
    readBatch: remote.readBatch,
    proveCached: remote.proveCached,
    checkpoint: remote.checkpoint,
    close: remote.close,
  };
}
