import type { BeneficiaryRecord } from '../shared/bank/beneficiaries.ts';
import type { SubClient, SubClientDocument } from '../shared/bank/onboarding.ts';
import type { CallLog } from './calls.ts';
import type { SandboxClock } from './clock.ts';
import { defaultDialect, type Dialect } from './dialect.ts';
import type { CountedRule } from './faults.ts';
import { createIdempotency, type Idempotency } from './idempotency.ts';
import type { Ledger } from './ledger.ts';
import { createOrders, type Orders } from './orders/orders.ts';
import { seedLedger, type SeedParameters } from './seed.ts';
import { seedAccounts, type AccountRecord } from './seed/accounts.ts';
import { seedBeneficiaries } from './seed/beneficiaries.ts';
import { seedDocuments, seedSubClients } from './seed/onboarding.ts';
import { createSessions, type Sessions } from './sessions.ts';

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
  receivedFiles: ReceivedFile[];
  sessions: Sessions;
  dialect: Dialect;
  rules: CountedRule[];
  orders: Orders;
  idempotency: Idempotency;
  /** Called after everything that changes the state. */
  onChange: () => void;
};

export type BankContent = Omit<Bank, 'clock' | 'calls' | 'onChange'>;

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
    receivedFiles: [],
    sessions: createSessions(parameters.seed),
    dialect: { ...defaultDialect },
    rules: [],
    orders: createOrders(),
    idempotency: createIdempotency(),
  };
}

export const byId = <T extends { entityId: string }>(records: readonly T[]): Map<string, T> =>
  new Map(records.map((record) => [record.entityId, record]));
