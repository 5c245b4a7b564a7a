import type { BeneficiaryRecord } from '../../shared/bank/beneficiaries.ts';
import type { Shareholder, SubClient, SubClientDocument } from '../../shared/bank/onboarding.ts';
import type { ClientConfiguration } from '../../shared/bank/webhooks.ts';
import type { CallLog } from '../server/calls.ts';
import type { SandboxClock } from '../server/clock.ts';
import { defaultDialect, type Dialect } from '../statements/dialect.ts';
import type { CountedRule } from '../server/faults.ts';
import { createIdempotency, type Idempotency } from '../server/idempotency.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { createOrders, type Orders } from './orders.ts';
import { seedLedger, type SeedParameters } from '../accounts/seed-ledger.ts';
import { clientId, seedAccounts, type AccountRecord } from '../accounts/seed.ts';
import { seedBeneficiaries } from '../beneficiaries/seed.ts';
import { seedDocuments, seedSubClients } from '../sub-clients/seed.ts';
import { seedShareholders } from '../sub-clients/seed-shareholders.ts';
import { createSessions, type Sessions } from '../server/sessions.ts';

/** What the bank received with an upload; the file itself is not kept. */
type ReceivedFile = {
  documentId: string;
  fileName: string;
  mimeType: string;
  sizeBytes: number;
  /** SHA-256, hex. */
  sha256: string;
};

/** Everything the played bank knows. Handlers read and change it; a snapshot is made of it. */
export type Bank = {
  readonly clock: SandboxClock;
  readonly calls: CallLog;
  parameters: SeedParameters;
  ledger: Ledger;
  accounts: AccountRecord[];
  beneficiaries: Map<string, BeneficiaryRecord>;
  subClients: Map<string, SubClient>;
  documents: SubClientDocument[];
  shareholders: Shareholder[];
  receivedFiles: ReceivedFile[];
  sessions: Sessions;
  dialect: Dialect;
  rules: CountedRule[];
  orders: Orders;
  idempotency: Idempotency;
  /** Where the client wants to be told; nothing is ever pushed there. */
  configuration: ClientConfiguration;
  /** Called after everything that changes the state. */
  onChange: () => void;
};

export type BankContent = Omit<Bank, 'clock' | 'calls' | 'onChange'>;

/** Before the client has told any address. */
export const noConfiguration: ClientConfiguration = { clientId, currentMode: '', endpoints: [] };

/** A bank as it is on its first day. */
export function seedBank(parameters: SeedParameters): BankContent {
  const endMs = Date.parse(parameters.endsAt);
  const accounts = seedAccounts(parameters.seed);
  const subClients = seedSubClients(parameters.seed, endMs);
  return {
    parameters,
    ledger: seedLedger(parameters, accounts),
    accounts,
    beneficiaries: byId(seedBeneficiaries(parameters.seed)),
    subClients: byId(subClients),
    documents: seedDocuments(subClients, endMs),
    shareholders: seedShareholders(subClients),
    receivedFiles: [],
    sessions: createSessions(parameters.seed),
    dialect: { ...defaultDialect },
    rules: [],
    orders: createOrders(),
    idempotency: createIdempotency(),
    configuration: noConfiguration,
  };
}

export const byId = <T extends { entityId: string }>(records: readonly T[]): Map<string, T> =>
  new Map(records.map((record) => [record.entityId, record]));
