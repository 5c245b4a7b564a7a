import { join } from 'node:path';

import { expect, onTestFinished } from 'vitest';

import { parseBankFile } from '../../../electron/engines/bank/file/bank-file.ts';
import { createBankClient } from '../../../electron/engines/bank/client.ts';
import { dialectMemory } from '../../../electron/connections/profiles/found-dialect.ts';
import { deskClock } from '../../../electron/engines/machine/context.ts';
import {
  submissionByReference,
  type Submission,
} from '../../../electron/engines/submissions/journal/submission-table.ts';
import { reconcile, type ReconcileParts } from '../../../electron/nouns/reconcile/reconcile.ts';
import { reopen, type ReopeningConfirmation } from '../../../electron/nouns/reconcile/reopen.ts';
import { SyncRunner } from '../../../electron/nouns/statements/sync/sync-runner.ts';
import { LookupRunner } from '../../../electron/engines/submissions/lookup/lookup-runner.ts';
import { submit } from '../../../electron/engines/submissions/submissions.ts';
import { intentOf } from '../../../electron/nouns/payments/send.ts';
import type { Outcome } from '../../../shared/errors.ts';
import type { JournalStatus } from '../../../shared/ipc/submissions.ts';
import type { ReconcileReport } from '../../../shared/ipc/review/reconcile.ts';
import { ok } from '../../../shared/result.ts';
import { openSending } from './open-sending.ts';
import { startMeridian, type Meridian } from '../banks/meridian.ts';
import { tempFolder } from '../setup/temp-folder.ts';
import { wallClock } from '../setup/time.ts';
import type { DeskParts } from '../../../electron/desk/open-bank/changes.ts';
import { partsIn } from './desk-parts.ts';
import { actorNamed } from './actors.ts';

const context = { correlationId: 'a comparison' };

/** A journal that was found to be missing twenty minutes ago. */
export const missing = (changes: Partial<JournalStatus> = {}): JournalStatus => ({
  state: 'missing',
  since: new Date(Date.now() - 1_200_000).toISOString(),
  knownUntil: null,
  lastSentAt: null,
  sends: 0,
  expectedSends: 0,
  ...changes,
});

export type ReconcilingDesk = {
  readonly bank: Meridian;
  readonly parts: ReconcileParts & { readonly changes: DeskParts };
  readonly clock: { ms: number };
  standing: JournalStatus;
  /** Names of those who opened sending again. */
  readonly opened: string[];
  ask(accountNumbers?: readonly string[]): Promise<ReconcileReport>;
  open(
    report: ReconcileReport,
    word?: Partial<ReopeningConfirmation>,
  ): Promise<Outcome<JournalStatus>>;
  /** Pays, whatever the standing; what the store or the bank says against it is thrown. */
  pay(order: { reference: string; amount?: string; beneficiaryId?: string }): Promise<Submission>;
  known(reference: string): Submission | null;
  /** Another desk that remembers nothing, at the same bank. */
  withoutMemory(): Promise<ReconcilingDesk>;
};

/** The engine over a real bank, a real journal and a real cache; only the standing of the journal and the clock are ours. */
export async function openReconcilingDesk(
  given: { bank?: Meridian; bankFile?: (text: string) => string; standing?: JournalStatus } = {},
): Promise<ReconcilingDesk> {
  const bank = given.bank ?? (await startMeridian());
  if (!given.bank) onTestFinished(() => bank.close());
  const folder = tempFolder();
  const parsed = parseBankFile(given.bankFile?.(bank.bankFile) ?? bank.bankFile);
  if (!parsed.ok) expect.fail(parsed.error.message);
  const clock = { ms: Date.now() };
  const port = wallClock(() => clock.ms);
  const client = createBankClient({
    bankFile: parsed.value,
    clock: port,
    sleep: () => Promise.resolve(),
  });
  const deskTime = deskClock(port, () => client.bankDate());
  const opened: string[] = [];
  const { parts: changes, close } = partsIn(folder, {
    bank: client,
    clock: deskTime,
    continuity: {
      ...openSending,
      status: () => desk.standing,
      reopen: ({ name }) => {
        opened.push(name);
        desk.standing = { ...desk.standing, state: 'whole', since: null };
        return Promise.resolve(ok(null));
      },
    },
  });
  onTestFinished(async () => {
    await client.close();
    close();
  });
  const runner = new SyncRunner({
    parts: {
      bank: client,
      cache: changes.cache,
      reader: changes.reader,
      clock: deskTime,
      dialects: dialectMemory(parsed.value, join(folder, 'findings.json')),
    },
    announce: () => undefined,
    onAccount: () => undefined,
    afterAccounts: () => Promise.resolve(ok(null)),
  });
  const parts = { changes, runner, lookups: new LookupRunner(changes) };
  const desk: ReconcilingDesk = {
    bank,
    parts,
    clock,
    standing: given.standing ?? missing(),
    opened,
    ask: async (accountNumbers = []) => {
      const asked = await reconcile(parts, { accountNumbers }, context);
      if (!asked.ok) expect.fail(asked.error.message);
      return asked.value;
    },
    open: (report, word = {}) =>
      reopen(parts, report, { actor: actorNamed('Ines Frei'), hasLooked: false, ...word }, context),
    pay: async ({ reference, amount = '100.10', beneficiaryId = 'b-1' }) => {
      const order = {
        reference,
        amount,
        beneficiaryId,
        accountNumber: bank.accountNumber,
        currency: 'USD',
      };
      const paid = await submit(changes, intentOf(order, null), context);
      if (!paid.ok) throw new Error(paid.error.message);
      return paid.value.submission;
    },
    known: (reference) => submissionByReference(changes.journal, reference),
    withoutMemory: () => openReconcilingDesk({ ...given, bank }),
  };
  const signedIn = await client.session.signIn(bank.credentials, context);
  expect(signedIn.ok).toBe(true);
  return desk;
}
