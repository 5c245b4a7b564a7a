import type { CurrentUser } from '../../../shared/bank/authentication.ts';
import type { OperationName } from '../../../shared/bank/catalogue.ts';
import type { OperationParts } from '../../../shared/bank/operation.ts';
import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import { isLineFailure } from '../../../shared/error-entries.ts';
import { appError, type AppError, type Outcome } from '../../../shared/errors.ts';
import type { StoreTopic } from '../../../shared/ipc/events.ts';
import type { DeskUser } from '../../../shared/ipc/desk/desk.ts';
import type { Changed } from '../../engines/sharing/apply-changes.ts';
import type { SelfSyncChoice } from '../../../shared/ipc/desk/settings.ts';
import { isQuietHour } from '../../../shared/quiet-hours.ts';
import { ok } from '../../../shared/result.ts';
import type { CallRecord } from '../../engines/bank/call-record.ts';
import { createBankClient, type BankClient } from '../../engines/bank/client.ts';
import type { Network } from '../../engines/bank/transport/network.ts';
import { signInAs } from '../../engines/bank/own-account.ts';
import type { Sleep } from '../../engines/bank/pace.ts';
import {
  deskClock,
  timestampNow,
  type Clock,
  type Context,
  type DeskClock,
} from '../../engines/machine/context.ts';
import { workingDaysOf } from '../../nouns/due-payments/working-days.ts';
import { dueDaysAt } from '../../nouns/due-payments/due-days.ts';
import { DoctorRunner } from '../../connections/doctor/runner.ts';
import { listAccounts } from '../../nouns/accounts/tables.ts';
import { isAnyFileSending } from '../../nouns/payments/file/tables/file-tables.ts';
import { openSubmissions } from '../../engines/submissions/journal/submission-table.ts';
import type { ReconcileParts } from '../../nouns/reconcile/reconcile.ts';
import { ReconcileRunner } from '../../nouns/reconcile/reconcile-runner.ts';
import type { EverySecond } from '../../connections/session/session-keeper.ts';
import { sweepRemoved } from '../../nouns/statements/annotations/sweep-removed.ts';
import { AggregateMonitor } from '../../nouns/statements/aggregate-monitor.ts';
import { RunRetry } from '../../nouns/statements/sync/run-retry.ts';
import { SelfSync } from '../../nouns/statements/sync/scheduled-sync.ts';
import { SyncRunner } from '../../nouns/statements/sync/sync-runner.ts';
import type { SyncParts } from '../../nouns/statements/sync/sync-accounts.ts';
import { PaymentFileRunner } from '../../nouns/payments/file/runner.ts';
import { confirmAccepted } from '../../engines/submissions/lookup/confirmation.ts';
import { LookupRunner } from '../../engines/submissions/lookup/lookup-runner.ts';
import { viewOf } from '../../engines/submissions/submission-views.ts';
import { withClaims, type Claims } from '../../engines/submissions/claims.ts';
import { unknownAfterSilence } from '../../engines/submissions/carry-out.ts';
import type { UploadParts } from '../../nouns/sub-clients/documents/parts.ts';
import { ignoreErrorsAsync } from '../../engines/store/local-faults.ts';
import { sweepLeftOut } from '../../nouns/sub-clients/documents/many-files.ts';
import { recoverQueue } from '../../nouns/sub-clients/documents/uploads.ts';
import { WaitingUploads } from '../../nouns/sub-clients/documents/waiting-uploads.ts';
import { ActivityRecorder } from '../../nouns/activity/recorder.ts';
import { dialectMemory } from '../../connections/profiles/found-dialect.ts';
import { knownIn } from './known-records.ts';
import { refreshLists } from './list-refresh.ts';
import type { DeskCopy } from './copy.ts';
import type { DeskTeam } from './desk-team.ts';
import type { Profile } from '../../connections/profiles/profiles.ts';
import { OwnOrderCopier } from '../../nouns/statements/counterparty/own-order-copier.ts';
import { RateFolder } from '../../nouns/rates/rate-folder.ts';
import type { Screening } from '../../nouns/screening/screening.ts';
import { RuleApplier } from '../../nouns/rules/applier.ts';
import { watchingTimeline } from '../../nouns/timeline/watch.ts';
import { announcingNames, openScreening } from '../screening/open-screening.ts';
import { DayRunner, endBrokenRuns } from '../due/day-runs/day-runner.ts';
import { runView } from '../due/day-runs/run-view.ts';
import { changesAt, type DeskParts } from './changes.ts';
import { stampOf, type Announce } from '../../engines/submissions/open-bank.ts';
import type { UploadItem } from '../../../shared/ipc/changes/documents.ts';
import { evidenceIn } from '../../nouns/statements/statement-evidence.ts';

export type BankDeskPorts = {
  readonly clock: Clock;
  readonly announce: Announce;
  readonly network: Network;
  /** Reports a failure on this machine after the bank accepted a change. */
  readonly onLocalFault: (fault: AppError) => void;
  /** The claims of the desk's team; absent where it has none. */
  readonly claims?: Claims | undefined;
  /** The bank was reached, or could not be. */
  readonly onReach: (isOnline: boolean) => void;
  /** When stored aggregates are compared with their entries, and who gets a sentence about a repair; never by default. */
  readonly comparing?:
    | { readonly every: EverySecond; readonly onMended: (sentence: string) => void }
    | undefined;
  /** When the desk syncs automatically, its timer, and milliseconds of a clock that never jumps; never by default. */
  readonly syncing?:
    | {
        readonly every: EverySecond;
        readonly choice: () => SelfSyncChoice;
        readonly idleClock: () => number;
      }
    | undefined;
  /** The desk stays open, so chosen automatic work runs. A program that runs one command sends only what that command asks for. */
  readonly staysOpen?: boolean;
  /** How the client waits before a retry; tests do not wait. */
  readonly sleep?: Sleep;
};

/** One open bank: the client, the local copy, and everything that runs between them. */
export class BankDesk {
  readonly profile: Profile;
  readonly bank: BankClient;
  readonly copy: DeskCopy;
  readonly runner: SyncRunner;
  readonly syncParts: SyncParts;
  readonly uploads: UploadParts;
  readonly waitingUploads: WaitingUploads;
  readonly rateFolder: RateFolder;
  /** The parts with which changes of the bank are carried out. */
  readonly changes: DeskParts;
  readonly lookups: LookupRunner;
  readonly paymentFiles: PaymentFileRunner;
  /** Sends the runs that a person planned, on their day. */
  readonly dayRuns: DayRunner;
  /** Applies the rules to the entries. */
  readonly rules: RuleApplier;
  /** Copies own orders to the entries that settle them. */
  readonly ownOrders: OwnOrderCopier;
  /** Lists of sanctions, and their matches with the names that the desk knows. */
  readonly screening: Screening;
  /** Compares the journal with the bank. */
  readonly reconciler: ReconcileRunner;
  readonly reconciling: ReconcileParts;
  /** Examines the bank, by reads only. */
  readonly doctor: DoctorRunner;
  readonly clock: DeskClock;
  readonly announce: Announce;
  #user: DeskUser | null = null;
  #signedInAt: Timestamp | null = null;
  readonly #activity: ActivityRecorder;
  readonly #aggregateMonitor: AggregateMonitor;
  readonly #selfSync: SelfSync | null;
  readonly #runRetry: RunRetry | null;
  readonly #endSeconds: readonly (() => void)[];
  readonly #wakeListeners: (() => void)[] = [];
  readonly #onReach: BankDeskPorts['onReach'];
  readonly #staysOpen: boolean;
  #isLineLost = false;
  /** Resolves once the unread lists of synced accounts match the read marks. */
  #dropping = Promise.resolve();

  constructor(profile: Profile, copy: DeskCopy, ports: BankDeskPorts) {
    const clock = deskClock(ports.clock, () => this.bank.bankDate());
    const announce = announcingNames(watchingTimeline(ports.announce, copy.reader), () => {
      if (this.#staysOpen) void this.#screenAll();
    });
    this.profile = profile;
    this.copy = copy;
    this.#onReach = ports.onReach;
    this.#staysOpen = ports.staysOpen ?? false;
    this.clock = clock;
    this.announce = announce;
    this.#activity = new ActivityRecorder(copy.journal, () => {
      announce('store.changed', { topic: 'activity' });
    });
    this.bank = createBankClient({
      bankFile: profile.bankFile,
      clock,
      network: ports.network,
      ...(ports.sleep ? { sleep: ports.sleep } : {}),
      onCall: (record) => {
        this.#activity.add(record);
        const reach = reachOf(record);
        if (reach !== null) this.#reached(reach);
      },
    });
    this.syncParts = {
      bank: this.bank,
      cache: copy.writer,
      reader: copy.reader,
      clock,
      dialects: dialectMemory(profile.bankFile, profile.folder.findings),
    };
    this.doctor = new DoctorRunner(
      {
        bankFile: profile.bankFile,
        bankFileText: profile.bankFileText,
        bank: this.bank,
        clock,
        dialects: this.syncParts.dialects,
        known: () => knownIn(copy.reader, copy.journal),
      },
      (report) => {
        announce('doctor.progressed', report);
      },
    );
    this.runner = new SyncRunner({
      parts: this.syncParts,
      announce: (progress) => {
        announce('sync.progressed', progress);
      },
      onAccount: (accountNumber) => {
        this.#aggregateMonitor.recheck(accountNumber);
        announce('store.changed', { topic: 'statements', accountNumber });
        announce('store.changed', { topic: 'accounts' });
        this.#dropping = this.#dropping.then(() => this.#dropRead(accountNumber));
      },
      afterAccounts: (context) => this.#refreshLists(context),
      onEnd: (question, error) => this.#runRetry?.ended(question, error),
    });
    const announceUpload = (item: UploadItem): void => {
      announce('upload.progressed', item);
    };
    const registry = changesAt({ cache: copy.writer, announceUpload });
    this.screening = openScreening(copy, clock, () => {
      announce('store.changed', { topic: 'screening' });
    });
    const changes: DeskParts = {
      bank: this.bank,
      cache: copy.writer,
      reader: copy.reader,
      journal: copy.journal,
      clock,
      continuity: copy.continuity,
      evidence: evidenceIn(copy.reader),
      screening: this.screening,
      announce: (submission) => {
        announce('submission.changed', viewOf(submission, this.changes));
        if (submission.state === 'unknown') this.lookups.wake();
        if (submission.state === 'accepted') this.ownOrders.accepted(submission.submissionId);
      },
      announceLocalFault: ports.onLocalFault,
      announceUpload,
      registry,
    };
    this.changes = ports.claims ? withClaims(changes, ports.claims) : changes;
    this.lookups = new LookupRunner(this.changes);
    this.paymentFiles = new PaymentFileRunner(
      this.changes,
      (file) => {
        announce('batch.progressed', file);
        if (file.counts.scheduled > 0) announce('store.changed', { topic: 'duePayments' });
      },
      {
        dueDay: workingDaysOf(profile.bankFile),
        days: () => dueDaysAt(clock),
        stamp: () => stampOf(this),
      },
    );
    this.dayRuns = new DayRunner({
      ...{ changes: this.changes, deskId: copy.deskId },
      isFree: () => this.#mayStartRun && !isAnyFileSending(copy.journal),
      onChange: (run) => {
        announce('store.changed', { topic: 'duePayments' });
        if (run.endedAt === null) return;
        announce('store.changed', { topic: 'transfers' });
        announce('dayRun.ended', runView(run));
      },
    });
    this.reconciling = { changes: this.changes, runner: this.runner, lookups: this.lookups };
    this.reconciler = new ReconcileRunner(this.reconciling, (view) => {
      announce('reconcile.progressed', view);
    });
    this.uploads = {
      ...this.changes,
      spoolFolder: profile.folder.spool,
      rules: {
        sizeBytesMax: profile.bankFile.limits.uploadBytes,
        mimeTypes: profile.bankFile.limits.uploadTypes,
        types: profile.bankFile.documentTypes,
      },
    };
    this.waitingUploads = new WaitingUploads({
      desk: this,
      choiceFile: profile.folder.uploadChoice,
    });
    this.rateFolder = new RateFolder({
      ...{ journal: copy.journal, clock },
      choiceFile: profile.folder.rateFolder,
      now: ports.syncing?.idleClock ?? (() => performance.now()),
      onChange: () => {
        announce('store.changed', { topic: 'accounts' });
      },
    });
    this.#aggregateMonitor = new AggregateMonitor({
      accounts: () => listAccounts(copy.reader).map(({ accountNumber }) => accountNumber),
      questions: copy.questions,
      writer: copy.writer,
      isBusy: () => this.runner.progress.running || this.isSending,
      onRepaired: (accountNumber, sentence) => {
        ports.comparing?.onMended(sentence);
        announce('store.changed', { topic: 'statements', accountNumber });
      },
      onFault: ({ code, message }) => {
        ports.onLocalFault(appError(code, 'kept', { message }));
      },
    });
    this.rules = new RuleApplier({
      ...copy,
      onApplied: () => {
        announce('store.changed', { topic: 'rules' });
        announce('store.changed', { topic: 'statements' });
      },
      onFault: ({ code, message }) => {
        ports.onLocalFault(appError(code, 'rules', { message }));
      },
    });
    this.ownOrders = new OwnOrderCopier({
      ...copy,
      onCopied: () => {
        announce('store.changed', { topic: 'statements' });
      },
      onFault: ({ code, message }) => {
        ports.onLocalFault(appError(code, 'own-orders', { message }));
      },
    });
    this.#selfSync = ports.syncing ? this.#syncsByItself(ports.syncing.choice) : null;
    this.#runRetry = ports.syncing ? this.#retryingRun(ports.syncing) : null;
    this.#endSeconds = [
      ports.comparing?.every(() => void this.#aggregateMonitor.checkNext()),
      ports.syncing?.every(() => {
        this.#selfSync?.look();
        this.#runRetry?.look();
        this.rateFolder.look();
        copy.team?.look();
        if (this.#staysOpen) this.dayRuns.look();
      }),
    ].flatMap((end) => end ?? []);
    this.#recover();
    this.lookups.wake();
    void this.rules.run();
    void this.ownOrders.run();
    if (this.#staysOpen) void this.#screenAll();
    if (!this.#staysOpen || !copy.team) return;
    const { team } = copy;
    const announceTeam = (): void => {
      announce('store.changed', { topic: 'team' });
    };
    team.listen((changed) => void this.#shared(team, changed));
    team.listenToState(announceTeam);
    team.listenToReleases(() => {
      announce('store.changed', { topic: 'beneficiaries' });
    });
    team.compareOrders(profile.bankFile.statusWords, announceTeam);
    team.listenToPresence(() => {
      announce('store.changed', { topic: 'presence' });
    });
    // Follows the changes that an earlier process read but did not apply.
    void this.#shared(team, new Map());
  }

  get user(): DeskUser | null {
    return this.#user;
  }

  /** Null until the sign-in is complete: the user is known by then, where the bank reports it. */
  get signedInAt(): Timestamp | null {
    return this.bank.session.isSignedIn() ? this.#signedInAt : null;
  }

  /** The client that owns the sub-clients: the signed-in user's, or that of the accounts. */
  get clientId(): string | null {
    const owner = listAccounts(this.copy.reader).find((account) => account.clientId !== '');
    return this.#user?.clientId ?? owner?.clientId ?? null;
  }

  /** Signs in, and asks who the user is where the bank reports it. */
  async signIn(
    credentials: Readonly<Record<string, string>>,
    context: Context,
  ): Promise<Outcome<null>> {
    const { bank } = this;
    const { bankFile } = this.profile;
    const signedIn = await signInAs({ bank, bankFile }, credentials, context);
    if (!signedIn.ok) return signedIn;
    if (signedIn.value) this.#user = userOf(signedIn.value);
    this.#signedInAt = timestampNow(this.clock);
    if (this.#staysOpen) this.waitingUploads.lineIsBack();
    this.#selfSync?.wake();
    return ok(null);
  }

  /** Ends calls in flight first, then waits until running work is finished: afterwards no data of the bank is written. */
  async signOut(context: Context): Promise<void> {
    this.#runRetry?.clear();
    this.dayRuns.stop('Nostro was locked or signed out while it sent this run.');
    const left = this.bank.session.signOut(context);
    await this.dayRuns.ended();
    await this.reconciler.stop();
    await this.runner.stop();
    await this.lookups.pause();
    await left;
    await this.copy.writer.checkpoint();
    this.#user = null;
    this.#signedInAt = null;
  }

  /** Whether a change is on its way to the bank, or a payment file is being sent. */
  get isSending(): boolean {
    const { journal } = this.copy;
    return (
      this.dayRuns.isRunning ||
      openSubmissions(journal).some(({ state }) => state === 'sending') ||
      isAnyFileSending(journal)
    );
  }

  /**
   * Checks whether the bank can be reached again. A connection comes first, which is not recorded, so that an offline night leaves no trail
   * of calls; then one read, if there is one. True once the bank answered, whatever the answer.
   */
  async findLine(context: Context): Promise<boolean> {
    const { failed } = await this.bank.probes.reach(context);
    if (failed) return false;
    const read = this.#lineRead();
    if (read) return (await this.bank.probes.look(...read, 'signed-in', context)).ok;
    this.#reached(true);
    return true;
  }

  /** A read whose input is already known. */
  #lineRead(): readonly [OperationName, OperationParts] | null {
    if (this.bank.isOpen('getAllAccounts')) return ['getAllAccounts', {}];
    const [account] = listAccounts(this.copy.reader);
    return account && this.bank.isOpen('getAccountsBy')
      ? ['getAccountsBy', { query: { accountNumber: account.accountNumber } }]
      : null;
  }

  /** Registers a listener for when the machine woke up. */
  onWake(listen: () => void): void {
    this.#wakeListeners.push(listen);
  }

  /** Checks everything that depends on the machine's clocks again, after it slept. */
  woke(): void {
    for (const listen of this.#wakeListeners) listen();
    this.lookups.wake();
    this.#selfSync?.wake();
  }

  /** Stops waiting for the bank's answers. Called before the bank is closed. */
  letGo(): void {
    this.doctor.stop();
    this.bank.stopCalls();
  }

  /** Ends calls and threads even if something fails, such as on a full disk: nothing may keep the process alive. */
  async close(): Promise<void> {
    this.doctor.stop();
    for (const end of this.#endSeconds) end();
    this.#aggregateMonitor.close();
    this.dayRuns.stop('Nostro was closed while it sent this run.');
    try {
      await this.dayRuns.ended();
      await this.rules.close();
      await this.ownOrders.close();
      await this.screening.close();
      await this.reconciler.stop();
      await this.waitingUploads.stop();
      await this.paymentFiles.close();
      await this.lookups.stop();
      await this.runner.stop();
      await this.#dropping;
      await this.bank.close();
      this.#activity.close();
    } finally {
      await this.copy.close();
    }
  }

  /** Applies changes of colleagues to shared records. */
  async #shared(team: DeskTeam, changed: Changed): Promise<void> {
    const { followChanges, topicsOf } = await import('./shared-records.ts');
    const { journal, writer } = this.copy;
    const { attachments } = this.profile.folder;
    await ignoreErrorsAsync(() => followChanges({ journal, writer, attachments, team }));
    const topics = topicsOf(changed);
    if (topics.has('rules')) void this.rules.run();
    for (const topic of topics) this.announce('store.changed', { topic });
  }

  /** Applies read marks of colleagues that arrived before the entry. */
  async #dropRead(accountNumber: string): Promise<void> {
    let dropped = 0;
    await ignoreErrorsAsync(async () => {
      const { dropReadEntries } =
        await import('../../nouns/statements/annotations/follow-reads.ts');
      dropped = await dropReadEntries(this.copy, accountNumber);
    });
    if (dropped > 0)
      this.announce('store.changed', { topic: 'statements', accountNumber, only: 'read' });
  }

  #reached(isOnline: boolean): void {
    this.#onReach(isOnline);
    const isBack = isOnline && this.#isLineLost;
    this.#isLineLost = !isOnline;
    if (isBack && this.#staysOpen) this.waitingUploads.lineIsBack();
    if (!isBack) return;
    this.#selfSync?.wake();
    this.#runRetry?.look();
  }

  /** Whether an automatic run may start: not while the bank is compared with the journal or examined. */
  get #mayStartRun(): boolean {
    return (
      this.bank.session.isSignedIn() &&
      !this.#isLineLost &&
      !this.runner.progress.running &&
      !this.reconciler.isRunning &&
      !this.doctor.isRunning
    );
  }

  /** The retry of a failed run, which respects quiet hours too. */
  #retryingRun({ choice, idleClock }: NonNullable<BankDeskPorts['syncing']>): RunRetry {
    return new RunRetry({
      now: idleClock,
      isFree: () => this.#mayStartRun && !isQuietHour(choice().quiet, this.#hour()),
      start: (question) => {
        this.runner.start(question, { correlationId: 'sync-again' });
      },
    });
  }

  /** The local hour of the day. */
  #hour(): number {
    return new Date(this.clock.now()).getHours();
  }

  /** The automatic sync: one run over all accounts, as a person starts it. */
  #syncsByItself(choice: () => SelfSyncChoice): SelfSync {
    return new SelfSync({
      choice,
      now: () => this.clock.now(),
      hour: () => this.#hour(),
      isFree: () => this.#mayStartRun,
      lastRun: () => {
        const last = this.runner.lastWhole;
        return (
          last && { startedMs: Date.parse(last.startedAt), endedMs: Date.parse(last.finishedAt) }
        );
      },
      start: () => {
        this.runner.start({}, { correlationId: 'sync-by-itself' });
      },
    });
  }

  #recover(): void {
    const open = openSubmissions(this.copy.journal).filter(({ state }) => state === 'sending');
    unknownAfterSilence(this.copy.journal, this.clock, open);
    endBrokenRuns(this.copy.journal, this.clock);
    recoverQueue(this.copy.journal, 'restart');
    sweepLeftOut(this.copy.journal, this.profile.folder.spool);
    sweepRemoved({ journal: this.copy.journal, folder: this.profile.folder.attachments });
  }

  /** Refreshes the lists. Every sync also looks up submissions without an answer, even if a list could not be read. */
  async #refreshLists(context: Context): Promise<Outcome<null>> {
    const { changes, clientId } = this;
    const onList = (topic: StoreTopic): void => {
      this.announce('store.changed', { topic });
    };
    const refreshed = await refreshLists({ changes, clientId, onList }, context);
    await this.lookups.tick({ all: true });
    await confirmAccepted(changes, context);
    return refreshed;
  }

  /** Screens new names in the background. A payment screens its own payee. */
  #screenAll(): Promise<void> {
    return ignoreErrorsAsync(() => this.screening.run());
  }
}

/** Opens the desk of a bank over its local copy. A failure closes the copy, so that it does not block the next opening. */
export async function openBankDesk(
  ...parts: ConstructorParameters<typeof BankDesk>
): Promise<BankDesk> {
  try {
    return new BankDesk(...parts);
  } catch (cause) {
    const [, copy] = parts;
    await ignoreErrorsAsync(() => copy.close());
    throw cause;
  }
}

/** Whether a call shows that the bank can be reached; null when it shows nothing. */
function reachOf({ outcome, status }: CallRecord): boolean | null {
  if (status !== null) return true;
  return isLineFailure(outcome) ? false : null;
}

const userOf = (user: CurrentUser): DeskUser => ({
  userId: user.userId,
  name: `${user.firstName} ${user.lastName}`.trim() || user.emailAddress || user.userId,
  emailAddress: user.emailAddress,
  clientId: user.clientId,
  clientName: user.clientName,
});
