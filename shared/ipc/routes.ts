import { z } from 'zod';

import { BeneficiaryChange } from '../bank/beneficiaries.ts';
import { namedTexts, Reference } from '../bank/operation.ts';
import { IsoDateText, type Timestamp } from '../calendar.ts';
import { limits } from '../limits.ts';
import { accountRoutes } from './account-routes.ts';
import { bankRoutes } from './bank-routes.ts';
import { moneyRoutes } from './money-routes.ts';
import { onboardingRoutes } from './onboarding-routes.ts';
import { reconcileRoutes } from './reconcile-routes.ts';
import type {
  AccountDetail,
  ActivityRow,
  BeneficiaryDetail,
  BeneficiaryRow,
  CoverageDay,
  DeskState,
  EntryDetail,
  Position,
  Proof,
  SettingsView,
  StatementPageView,
  StatementSummary,
  SubClientDetail,
  SubClientRow,
  SyncProgress,
  UploadItem,
} from './records.ts';
import { answers, id, nothing } from './route.ts';
import type { SubmissionView } from './submission-records.ts';
import { webhookRoutes } from './webhook-routes.ts';

const accountNumber = z.string().min(1).max(64);
const period = { from: IsoDateText.optional(), to: IsoDateText.optional() };

const Filter = z.strictObject({
  ...period,
  direction: z.enum(['debit', 'credit']).optional(),
  transactionType: z.string().max(100).optional(),
  search: z.string().max(limits.searchTextMax).optional(),
});

/** What the app itself answers. */
export const appRoutes = {
  'desk.state': answers<DeskState>().to(nothing),
  /** Chooses the built-in bank: starts it, opens its local copy and signs in. */
  'desk.openSandbox': answers<DeskState>().to(nothing),
  /** Chooses a bank by the text of its bank file. The text crosses the bridge, never a path. */
  'desk.connectBank': answers<DeskState>().to(
    z.strictObject({ bankFile: z.string().min(1).max(limits.bankFileBytesMax) }),
  ),
  /** Goes back to the first screen; the bank's data stays. */
  'desk.leaveBank': answers<DeskState>().to(nothing),
  /** Closes the local copy and drops key and tokens from memory. */
  'desk.lock': answers<DeskState>().to(nothing),
  'desk.unlock': answers<DeskState>().to(nothing),
  /** After `blocked`: tries to open the local copy again. */
  'desk.retryOpen': answers<DeskState>().to(nothing),
  /** After `blocked` by a lost key or damage: moves the unreadable files into quarantine/ and starts fresh. Nothing is deleted. */
  'desk.setAsideAndStartFresh': answers<DeskState>().to(nothing),
  /** Removes the bank's local copy, journal, key and credentials. The bank's name is typed to confirm. */
  'desk.forgetBank': answers<DeskState>().to(z.strictObject({ confirmation: z.string().max(200) })),
  /** Puts text on the clipboard, such as a reference or a whole report. */
  'desk.copyText': answers<{ copied: boolean }>().to(
    z.strictObject({ text: z.string().max(50_000) }),
  ),

  'session.signIn': answers<DeskState>().to(
    z.strictObject({
      credentials: namedTexts(z.string().max(limits.secretBytesMax)),
      remember: z.boolean(),
    }),
  ),
  'session.signOut': answers<DeskState>().to(nothing),

  'position.get': answers<Position>().to(nothing),
  'accounts.get': answers<AccountDetail>().to(z.strictObject({ accountNumber })),

  'statement.summary': answers<StatementSummary>().to(
    z.strictObject({ accountNumber, filter: Filter }),
  ),
  'statement.page': answers<StatementPageView>().to(
    z.strictObject({
      accountNumber,
      filter: Filter,
      index: z.int().min(0),
      limit: z.int().min(1).max(limits.listRowsMax),
    }),
  ),
  'statement.entry': answers<EntryDetail>().to(z.strictObject({ accountNumber, entryId: id })),
  /** The absolute index of an entry under a filter; null when the filter leaves it out. */
  'statement.locate': answers<{ index: number | null }>().to(
    z.strictObject({ accountNumber, filter: Filter, entryId: id }),
  ),
  'statement.coverage': answers<{ days: readonly CoverageDay[] }>().to(
    z.strictObject({ accountNumber, from: IsoDateText, to: IsoDateText }),
  ),
  'statement.proof': answers<Proof>().to(z.strictObject({ accountNumber, ...period })),
  /** Marks entries; what is left out stays. An empty note removes it. */
  'statement.mark': answers<{ marked: number }>().to(
    z.strictObject({
      accountNumber,
      entryIds: z.array(id).min(1).max(limits.listRowsMax),
      read: z.boolean().optional(),
      flagged: z.boolean().optional(),
      note: z.string().max(limits.noteTextMax).optional(),
    }),
  ),
  /** Asks where to save, then writes every entry of the filter. */
  'statement.export': answers<
    { saved: true; fileName: string; entries: number } | { saved: false }
  >().to(z.strictObject({ accountNumber, filter: Filter, format: z.enum(['csv', 'json']) })),

  /** Starts a run and answers at once; progress comes as events. Without accounts: all of them. */
  'sync.start': answers<SyncProgress>().to(
    z.strictObject({ accountNumbers: z.array(accountNumber).max(500).optional(), ...period }),
  ),
  'sync.cancel': answers<SyncProgress>().to(nothing),
  'sync.progress': answers<SyncProgress>().to(nothing),

  'beneficiaries.list': answers<{
    rows: readonly BeneficiaryRow[];
    total: number;
    asOf: Timestamp | null;
  }>().to(z.strictObject({ search: z.string().max(limits.searchTextMax) })),
  'beneficiaries.get': answers<BeneficiaryDetail>().to(z.strictObject({ entityId: id })),
  'beneficiaries.refresh': answers<{ count: number }>().to(nothing),
  /** `reference` is born with the form, so that a double click is one submission. */
  'beneficiaries.update': answers<SubmissionView>().to(
    z.strictObject({ reference: Reference, entityId: id, change: BeneficiaryChange }),
  ),

  'subClients.list': answers<{ rows: readonly SubClientRow[]; asOf: Timestamp | null }>().to(
    z.strictObject({ search: z.string().max(limits.searchTextMax) }),
  ),
  'subClients.get': answers<SubClientDetail>().to(z.strictObject({ entityId: id })),
  'subClients.refresh': answers<{ count: number }>().to(
    z.strictObject({ entityId: id.optional() }),
  ),
  'subClients.submit': answers<SubmissionView>().to(
    z.strictObject({ reference: Reference, entityId: id }),
  ),
  /** The sub-client's name is typed to confirm. */
  'subClients.delete': answers<SubmissionView>().to(
    z.strictObject({ reference: Reference, entityId: id, confirmation: z.string().max(300) }),
  ),

  'documents.queue': answers<{ items: readonly UploadItem[] }>().to(
    z.strictObject({ subClientId: id.optional() }),
  ),
  /** What the bank takes, for the drop zone's words. */
  'documents.rules': answers<{ sizeBytesMax: number; mimeTypes: readonly string[] }>().to(nothing),
  /** Checks and spools one file, encrypted; a file that fails a check is kept in the list as refused, with the reason. */
  'documents.add': answers<UploadItem>().to(
    z.strictObject({
      subClientId: id,
      fileName: z.string().min(1).max(1_000),
      mimeType: z.string().max(200),
      bytes: z.instanceof(Uint8Array),
    }),
  ),
  'documents.describe': answers<UploadItem>().to(
    z.strictObject({
      itemId: id,
      documentType: z.string().max(100).optional(),
      issueDate: IsoDateText.nullable().optional(),
      expiryDate: IsoDateText.nullable().optional(),
    }),
  ),
  'documents.send': answers<{ items: readonly UploadItem[] }>().to(
    z.strictObject({ itemIds: z.array(id).min(1).max(200) }),
  ),
  'documents.remove': answers<{ removed: true }>().to(z.strictObject({ itemId: id })),

  'activity.list': answers<{ rows: readonly ActivityRow[]; hasMore: boolean }>().to(
    z.strictObject({
      before: z.int().min(0).optional(),
      limit: z.int().min(1).max(limits.listRowsMax),
    }),
  ),

  'settings.get': answers<SettingsView>().to(nothing),

  ...bankRoutes,
  ...onboardingRoutes,
  ...accountRoutes,
  ...webhookRoutes,
  ...moneyRoutes,
  ...reconcileRoutes,
};

export type AppRoutes = typeof appRoutes;
export type AppRoute = keyof AppRoutes;
