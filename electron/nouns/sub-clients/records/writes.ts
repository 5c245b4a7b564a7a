import type {
  Shareholder,
  SubClient,
  SubClientDocument,
} from '../../../../shared/bank/onboarding.ts';
import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { CacheConnection } from '../../../engines/store/database.ts';
import type { Completeness, SavedRecords } from '../../../engines/store/records/record-lists.ts';
import type { Remote } from '../../../engines/store/threads/remote-methods.ts';
import { saveShareholders } from './shareholders-table.ts';
import { markSubClientGone } from './status-events.ts';
import { saveDocuments, saveSubClient, saveSubClients } from './tables.ts';

/** The writes of sub-clients and their records on the thread of the local copy. */
export const subClientWrites = (database: CacheConnection) => ({
  saveSubClients: (
    subClients: readonly SubClient[],
    asOf: Timestamp,
    { complete }: Completeness,
  ): SavedRecords => saveSubClients(database, subClients, { asOf, complete }),
  saveSubClient: (subClient: SubClient, asOf: Timestamp): void => {
    saveSubClient(database, subClient, asOf);
  },
  /** Without options the list is complete: documents left out of it are marked gone. */
  saveDocuments: (
    subClientId: string,
    documents: readonly SubClientDocument[],
    asOf: Timestamp,
    { complete }: Completeness = { complete: true },
  ): void => {
    saveDocuments(database, subClientId, documents, { asOf, complete });
  },
  /** A complete list marks the shareholders that it leaves out as gone. */
  saveShareholders: (
    subClientId: string,
    shareholders: readonly Shareholder[],
    asOf: Timestamp,
    { complete }: Completeness,
  ): void => {
    saveShareholders(database, subClientId, shareholders, { asOf, complete });
  },
  /** The bank says that it has no such sub-client. */
  markSubClientGone: (entityId: string, asOf: Timestamp): void => {
    markSubClientGone(database, entityId, asOf);
  },
});

export type SubClientWrites = Remote<ReturnType<typeof subClientWrites>>;
