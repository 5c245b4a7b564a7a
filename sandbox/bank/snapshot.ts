import { z } from 'zod';

import { Account } from '../../shared/bank/accounts.ts';
import { BeneficiaryRecord } from '../../shared/bank/beneficiaries.ts';
import { Shareholder, SubClient, SubClientDocument } from '../../shared/bank/onboarding.ts';
import { ClientConfiguration } from '../../shared/bank/webhooks.ts';
import { byId, noConfiguration, seedBank, type Bank } from './bank.ts';
import { Dialect } from '../statements/dialect.ts';
import { CountedRule } from '../server/faults.ts';
import { createIdempotency, IdempotencyState, stateOfIdempotency } from '../server/idempotency.ts';
import { applyChange, LedgerChange } from '../ledger/ledger.ts';
import { openInLedger } from '../accounts/new-account.ts';
import { createOrders, OrdersState, stateOfOrders } from './orders.ts';
import { SeedParameters } from '../accounts/seed-ledger.ts';
import { isMagicBeneficiary } from '../beneficiaries/seed.ts';
import { createSessions, SessionState } from '../server/sessions.ts';

const ReceivedFile = z.strictObject({
  documentId: z.string(),
  fileName: z.string(),
  mimeType: z.string(),
  sizeBytes: z.int(),
  sha256: z.string(),
});

/** An account that was opened through the API; its balance is the book's. */
const OpenedAccount = Account.omit({ availableBalance: true }).extend({
  accountNumber: z.string(),
  listed: z.boolean(),
  opened: z.boolean(),
});

/** Shares are decimal texts here. */
const KeptShareholder = Shareholder.extend({ ownershipPercentage: z.string() });

/** The bank's state: what the seed follows from and what has changed since. Amounts are decimal texts. */
export const Snapshot = z.strictObject({
  version: z.literal(1),
  parameters: SeedParameters,
  clock: z.union([
    z.strictObject({ offsetMs: z.number() }),
    z.strictObject({ standsAtMs: z.number() }),
  ]),
  entries: z.array(LedgerChange),
  beneficiaries: z.array(BeneficiaryRecord),
  subClients: z.array(SubClient),
  documents: z.array(SubClientDocument),
  receivedFiles: z.array(ReceivedFile),
  sessions: SessionState,
  dialect: Dialect,
  rules: z.array(CountedRule),
  // What older state files do not have yet.
  orders: OrdersState.prefault({}),
  idempotency: IdempotencyState.prefault({}),
  openedAccounts: z.array(OpenedAccount).prefault([]),
  configuration: ClientConfiguration.prefault(noConfiguration),
  shareholders: z.array(KeptShareholder).optional(),
});
export type Snapshot = z.output<typeof Snapshot>;

/** The state as it is now. The schema puts the fields in its own order: equal states give equal texts. */
export function snapshotOf(bank: Bank): Snapshot {
  const { issued, password, tokens } = bank.sessions;
  return Snapshot.parse({
    version: 1,
    parameters: bank.parameters,
    clock: bank.clock.state(),
    entries: [...bank.ledger.changes],
    beneficiaries: [...bank.beneficiaries.values()],
    subClients: [...bank.subClients.values()],
    documents: bank.documents,
    receivedFiles: bank.receivedFiles,
    sessions: { issued, password, tokens: [...tokens] },
    dialect: bank.dialect,
    rules: bank.rules,
    orders: stateOfOrders(bank.orders),
    idempotency: stateOfIdempotency(bank.idempotency),
    openedAccounts: bank.accounts.filter(({ opened }) => opened),
    configuration: bank.configuration,
    shareholders: bank.shareholders,
  } satisfies Snapshot);
}

/** Puts the bank back into the state of a snapshot; the seeded history is written anew. */
export function restoreBank(bank: Bank, snapshot: Snapshot): void {
  const { parameters, sessions, dialect, rules, documents, receivedFiles } =
    structuredClone(snapshot);
  const seeded = seedBank(parameters);
  const openedAccounts = structuredClone(snapshot.openedAccounts);
  for (const account of openedAccounts) openInLedger(seeded.ledger, account);
  for (const change of snapshot.entries) applyChange(seeded.ledger, change);
  bank.clock.set(snapshot.clock);
  Object.assign(bank, {
    ...seeded,
    accounts: [...seeded.accounts, ...openedAccounts],
    beneficiaries: withMagic(snapshot.beneficiaries, seeded.beneficiaries),
    subClients: byId(structuredClone(snapshot.subClients)),
    documents,
    receivedFiles,
    sessions: createSessions(parameters.seed, sessions),
    dialect,
    rules,
    orders: createOrders(snapshot.orders),
    idempotency: createIdempotency(snapshot.idempotency),
    configuration: structuredClone(snapshot.configuration),
    shareholders: structuredClone(snapshot.shareholders ?? seeded.shareholders),
  });
}

/** The saved ones, and the magic ones that came into the table after they were saved. */
function withMagic(
  saved: readonly BeneficiaryRecord[],
  seeded: ReadonlyMap<string, BeneficiaryRecord>,
): Map<string, BeneficiaryRecord> {
  const kept = byId(structuredClone(saved));
  const newer = [...seeded.values()].filter(
    ({ entityId }) => isMagicBeneficiary(entityId) && !kept.has(entityId),
  );
  return new Map([...kept, ...byId(newer)]);
}
