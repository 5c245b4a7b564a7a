import { setImmediate } from 'node:timers/promises';

import type { DoneAct, ManyChanged } from '../../../../shared/ipc/route.ts';
import type { Actor } from '../../../../shared/actor.ts';
import { appError, DeskFault, fail, type Outcome } from '../../../../shared/errors.ts';
import type {
  ColumnMatch,
  ConfirmedColumn,
  FileToMatch,
  LineToRepair,
  PaymentFile,
  SeenColumns,
} from '../../../../shared/ipc/changes/payment-files.ts';
import { ok } from '../../../../shared/result.ts';
import type { Context } from '../../../engines/machine/context.ts';
import { OneByOne } from '../../../engines/machine/one-by-one.ts';
import {
  attemptSync,
  ignoreErrors,
  ignoreErrorsAsync,
} from '../../../engines/store/local-faults.ts';
import { dataVersion } from '../../../engines/store/opening/cache-reader.ts';
import { maySend } from '../../../engines/submissions/claims.ts';
import { Sequence } from '../../../engines/submissions/sequence.ts';
import type { PaymentParts } from '../tables.ts';
import { askTransfers } from '../list-transfers.ts';
import { listedTransfers } from '../listed-transfers.ts';
import { twinsUnread } from '../twins.ts';
import {
  addPaymentFile,
  columnsToMatch,
  confirmFileColumns,
  knownFile,
  recheckFile,
  releaseLines,
  repairFileLine,
  requiredFieldsOf,
  todayOf,
  type DroppedPaymentFile,
} from './payment-files.ts';
import { ClaimsAhead } from './claims-ahead.ts';
import { skipLines, undoSkip } from './skip-lines.ts';
import { orderOf, type RunReading } from './line.ts';
import { onTheDay, scheduleLines, type LineScheduling } from '../lines/schedule-lines.ts';
import { laterLines } from './tables/line-tables.ts';
import { BeneficiariesOfRun } from './run-beneficiaries.ts';
import { unconfirmedColumns } from './proposed-columns.ts';
import type { RepairRequest } from './repair-line.ts';
import { ReferencesOfRun } from './run-references.ts';
import { heldBackReason, sendLines, type Run } from './send-lines.ts';
import { unseenIn, type StartConfirmation } from './start-confirmation.ts';
import {
  changeFile,
  checkStamp,
  forgetFile,
  listPaymentFiles,
  stopInterrupted,
  type PaymentFileRecord,
} from './tables/file-tables.ts';
import { UnreadBeneficiaries } from './unread-beneficiaries.ts';
import { fundsLater } from '../../../engines/submissions/funds/funds.ts';
import { RunFunds, type FundsSumAt } from '../../../engines/submissions/funds/run-funds.ts';
import { fileView, interrupted } from './views.ts';
import { awaitColumns, knownWaiting, lookAtWaiting } from './waiting-files.ts';
import { waitingBytes } from './tables/waiting-table.ts';

/** The shortest time between two events of a file that is being sent. */
const announceEveryMs = 250;
/** Each event sums the lines of the file again, so events take at most 1/`announceShare` of the time of a run. */
const announceShare = 20;

/**
 * The payment files of one bank. Sends one file at a time, line by line in its order, each line as a separate payment: its intent
 * is durable before it is sent, and a line with a submission is never sent again.
 */
export class PaymentFileRunner {
  readonly #parts: PaymentParts;
  readonly #announce: (file: PaymentFile) => void;
  readonly #scheduling: LineScheduling;
  #run: Run | null = null;
  /** Batch id -> stamp of the data that its lines were last checked against, and the seal of the warnings. */
  readonly #checked = new Map<string, { stamp: string; seal: string }>();
  readonly #unread = new UnreadBeneficiaries();
  /** Batch id -> line -> why its last run did not send it. */
  readonly #held = new Map<string, ReadonlyMap<number, string>>();
  /** Batch id -> why the bank's list of payments could not be read at its last start; null where it was. */
  readonly #unlisted = new Map<string, string | null>();
  /** Changes of files, one after the other. */
  readonly #oneByOne = new OneByOne();
  #timer: NodeJS.Timeout | undefined;
  #announceTookMs = 0;

  constructor(
    parts: PaymentParts,
    announce: (file: PaymentFile) => void,
    scheduling: LineScheduling = onTheDay(parts),
  ) {
    this.#parts = parts;
    this.#scheduling = scheduling;
    this.#announce = announce;
    stopInterrupted(parts.journal, interrupted);
  }

  list(): PaymentFile[] {
    const fundsAt = fundsLater(this.#parts);
    return listPaymentFiles(this.#parts.journal).map((file) => this.#viewOf(file, fundsAt));
  }

  /** Checks the lines again where data that they depend on has changed. */
  get(batchId: string, context: Context): Promise<PaymentFile> {
    return this.#oneByOne.run(async () => {
      const { state } = knownFile(this.#parts.journal, batchId);
      const mayChange = state !== 'done' && !this.#isRunning(batchId);
      // Where the local copy cannot be read, the lines stay as last checked: a start checks them again.
      await ignoreErrorsAsync(async () => {
        if (mayChange && this.#checked.get(batchId)?.stamp !== this.#stamp())
          await this.#check(batchId, context);
      });
      return this.#view(batchId);
    });
  }

  add(dropped: DroppedPaymentFile, context: Context): Promise<Outcome<PaymentFile>> {
    return this.#oneByOne.run(async () => {
      const stamp = this.#stamp();
      const added = await addPaymentFile(this.#parts, dropped, this.#checking(context));
      if (!added.ok) return added;
      const { file, seal } = added.value;
      this.#checked.set(file.batchId, { stamp, seal });
      return ok(this.#viewOf(file));
    });
  }

  /** Describes the columns of a file. Saves nothing. */
  columns(
    file: { fileName: string; bytes: Uint8Array; firstLine?: number | undefined },
    context: Context,
  ): Promise<Outcome<SeenColumns>> {
    return columnsToMatch(this.#parts, file, context);
  }

  /** Describes the columns of a file, and saves the file until a person has matched them. */
  awaitColumns(dropped: DroppedPaymentFile, context: Context): Promise<Outcome<FileToMatch>> {
    return this.#oneByOne.run(() => awaitColumns(this.#parts, dropped, context));
  }

  lookAt(
    waiting: { fileId: string; firstLine?: number | undefined },
    context: Context,
  ): Promise<Outcome<FileToMatch>> {
    return lookAtWaiting(this.#parts, waiting, context);
  }

  /** Imports the payments of a waiting file by a person's match of its columns. */
  async match(
    fileId: string,
    choice: { match: ColumnMatch; accountNumber?: string | undefined },
    context: Context,
  ): Promise<Outcome<PaymentFile>> {
    const { journal } = this.#parts;
    const { fileName, accountNumber } = knownWaiting(journal, fileId);
    const bytes = await waitingBytes(journal, fileId);
    const account = choice.accountNumber ?? accountNumber ?? undefined;
    const { match } = choice;
    return this.add({ fileName, bytes, accountNumber: account, match, waitedAs: fileId }, context);
  }

  skip(
    batchId: string,
    change: { readonly lines: readonly number[]; readonly skipped: boolean },
    context: Context,
  ): Promise<DoneAct & { file: PaymentFile }> {
    return this.#skip(batchId, context, () => skipLines(this.#parts.journal, batchId, change));
  }

  undoSkip(
    batchId: string,
    act: number,
    context: Context,
  ): Promise<ManyChanged & { file: PaymentFile }> {
    return this.#skip(batchId, context, () => undoSkip(this.#parts.journal, batchId, act));
  }

  #skip<T>(batchId: string, context: Context, skip: () => T): Promise<T & { file: PaymentFile }> {
    return this.#oneByOne.run(async () => {
      this.#refuseWhileSending(batchId);
      const done = skip();
      await this.#check(batchId, context);
      return { ...done, file: this.#view(batchId) };
    });
  }

  /** Repairs one line, and checks the file again: its twins, warnings and totals are those of the repaired line. */
  repair(batchId: string, request: RepairRequest, context: Context): Promise<PaymentFile> {
    return this.#change(batchId, context, () =>
      repairFileLine(this.#parts, batchId, request, this.#checking(context)),
    );
  }

  /** The first lines that cannot be sent, with offers to repair each. */
  async repairs(batchId: string): Promise<{ total: number; rows: LineToRepair[] }> {
    const file = knownFile(this.#parts.journal, batchId);
    const { repairOffers } = await import('./repair-offers.ts');
    const rows = await repairOffers(this.#parts, file);
    return { total: this.#viewOf(file).counts.invalid, rows };
  }

  /** Confirms the columns of unknown meaning: the file can be sent then. */
  confirmColumns(
    batchId: string,
    columns: readonly ConfirmedColumn[],
    context: Context,
  ): Promise<PaymentFile> {
    return this.#change(batchId, context, () =>
      confirmFileColumns(this.#parts, batchId, columns, this.#checking(context)),
    );
  }

  #change(batchId: string, context: Context, change: () => Promise<void>): Promise<PaymentFile> {
    return this.#oneByOne.run(async () => {
      this.#refuseWhileSending(batchId);
      await change();
      await this.#check(batchId, context);
      const view = this.#view(batchId);
      if (view.state !== 'done' || view.totals.length === 0) return view;
      // A file that was done has a line to send again.
      changeFile(this.#parts.journal, batchId, { state: 'stopped', stopReason: null });
      return this.#view(batchId);
    });
  }

  /** Releases held lines, one of them or all; the actor is the person. */
  release(
    batchId: string,
    release: { line: number | null; actor: Actor },
    context: Context,
  ): Promise<PaymentFile> {
    return this.#oneByOne.run(async () => {
      this.#refuseWhileSending(batchId);
      await releaseLines(this.#parts, batchId, release);
      await this.#check(batchId, context);
      return this.#view(batchId);
    });
  }

  remove(batchId: string): Promise<void> {
    return this.#oneByOne.run(() => {
      this.#refuseWhileSending(batchId);
      knownFile(this.#parts.journal, batchId);
      if (!forgetFile(this.#parts.journal, batchId))
        throw new DeskFault('input.invalid', 'Payments of this file were sent: it stays.');
      return Promise.resolve();
    });
  }

  /**
   * Starts or resumes sending, and returns at once. Refused without a session, while another file is being sent, and where a
   * person did not confirm the current warnings. A script's lines that look like other payments, or whose payee cannot be
   * read, are held back one by one instead.
   */
  start(
    batchId: string,
    confirmation: StartConfirmation,
    context: Context,
  ): Promise<Outcome<PaymentFile>> {
    return this.#oneByOne.run(async () => {
      if (this.#isRunning(batchId)) return ok(this.#view(batchId));
      const { correlationId } = context;
      const allowed = maySend(this.#parts, context);
      if (!allowed.ok) return allowed;
      if (this.#run)
        return fail('input.invalid', correlationId, { message: 'Another file is being sent.' });
      if (!this.#parts.bank.session.isSignedIn()) return fail('session.required', correlationId);
      const unconfirmed = unconfirmedColumns(knownFile(this.#parts.journal, batchId));
      if (unconfirmed !== null)
        return fail('confirmation.required', correlationId, {
          message: unconfirmed,
          fields: { columns: unconfirmed },
        });
      const { unread } = await askTransfers(this.#parts, {}, context);
      this.#unlisted.set(batchId, unread);
      const ledger = await this.#check(batchId, context);
      const view = this.#view(batchId);
      const unseen = unseenIn(view, confirmation, unread && twinsUnread(unread).message);
      if (unseen) return fail('confirmation.required', correlationId, unseen);
      if (view.totals.length === 0 && view.counts.later === 0)
        return fail('input.invalid', correlationId, { message: 'No line can be sent.' });
      this.#scheduleLater(batchId, context);
      if (view.totals.length === 0) return ok(this.#settled(batchId));
      const lines = view.totals.reduce((sum, total) => sum + total.lines, 0);
      const reserved = await this.#parts.continuity.reserve(lines, context);
      if (!reserved.ok) return reserved;
      changeFile(this.#parts.journal, batchId, {
        state: 'sending',
        stopReason: null,
        acknowledged: confirmation.by === 'person' ? confirmation.acknowledged : [],
      });
      this.#begin(
        view,
        {
          approval: confirmation,
          listed: listedTransfers(this.#parts),
          beneficiaries: new BeneficiariesOfRun(ledger.fingerprints),
          references: new ReferencesOfRun(),
        },
        context,
      );
      return ok(this.#view(batchId));
    });
  }

  /** Schedules the lines for a later day. One that cannot be scheduled is marked as invalid, with the reason. */
  #scheduleLater(batchId: string, context: Context): void {
    const later = laterLines(this.#parts.journal, batchId);
    if (later.length === 0) return;
    const orders = later.map((checked) => ({ checked, order: orderOf(checked) }));
    scheduleLines(this.#parts, { batchId, lines: orders, ...this.#scheduling }, context);
  }

  /** Marks a file with nothing to send now as done, or as stopped where lines are invalid. */
  #settled(batchId: string): PaymentFile {
    const { invalid } = this.#view(batchId).counts;
    changeFile(this.#parts.journal, batchId, {
      state: invalid === 0 ? 'done' : 'stopped',
      stopReason: null,
    });
    return this.#view(batchId);
  }

  /** Stops after the line that is being sent. */
  stop(batchId: string): PaymentFile {
    if (this.#run?.batchId === batchId) this.#run.isStopping = true;
    return this.#view(batchId);
  }

  /** Line -> why the last run of this program held it back. */
  heldIn(batchId: string): ReadonlyMap<number, string> {
    return this.#held.get(batchId) ?? new Map<number, string>();
  }

  /** Waits until the file that is being sent has come to its end, or was stopped. */
  async ended(): Promise<void> {
    await this.#run?.done;
  }

  /** Closes the desk: the payment that is being sent loses its answer and is looked up when the desk opens again. */
  async close(): Promise<void> {
    const run = this.#run;
    if (!run) return;
    run.isStopping = true;
    run.isEnding = true;
    run.abort.abort();
    await run.done;
  }

  #begin(view: PaymentFile, reading: RunReading, context: Context): void {
    const { batchId, totals } = view;
    const abort = new AbortController();
    const funds = attemptSync(() => new RunFunds(this.#parts, totals));
    const run: Run = {
      batchId,
      abort,
      isStopping: false,
      isEnding: false,
      funds: funds.ok ? funds.value : null,
      done: Promise.resolve(),
    };
    this.#run = run;
    run.done = this.#sendAll(run, reading, { ...context, signal: abort.signal })
      // oxlint-disable-next-line typescript/no-misused-promises -- `finally` waits for what it is given
      .finally(() => this.#giveBack(context))
      .then(
        (stopReason) => {
          this.#end(run, stopReason);
        },
        (cause: unknown) => {
          this.#end(run, cause instanceof DeskFault ? cause.message : 'Something went wrong here.');
        },
      )
      // The journal cannot be written: the file is stopped when the desk opens again.
      .catch(() => undefined);
  }

  /** Gives back what was reserved or claimed for lines that were not sent. */
  async #giveBack(context: Context): Promise<void> {
    const { claims, continuity } = this.#parts;
    if (claims) await ignoreErrorsAsync(() => claims.release(context));
    await continuity.settle(context);
  }

  async #sendAll(run: Run, reading: RunReading, context: Context): Promise<string | null> {
    // The response of `start` leaves before any event of the run.
    await setImmediate();
    // Shows that the file is being sent, even where it ends before the first event of a line.
    this.#announceProgress(run.batchId);
    const held = new Map<number, string>();
    this.#held.set(run.batchId, held);
    const onLine = (): void => {
      this.#announceSoon(run.batchId);
    };
    const sequence = new Sequence();
    const parts = { ...this.#parts, sequence };
    const { claims } = parts;
    const { batchId } = run;
    const { approval } = reading;
    const ahead = claims ? new ClaimsAhead({ parts, claims, batchId, approval, context }) : null;
    return (
      sendLines({ parts, unread: this.#unread, held, onLine, ahead }, run, reading, context)
        // oxlint-disable-next-line typescript/no-misused-promises -- `finally` waits for what it is given
        .finally(() =>
          Promise.all([
            sequence.over(parts.journal),
            reading.beneficiaries.over(),
            reading.references.over(),
            ahead?.over(),
          ]),
        )
    );
  }

  #checking(context: Context): Parameters<typeof recheckFile>[2] {
    const { bank } = this.#parts;
    const canCheck = bank.isOpen('getBeneficiary') || bank.isOpen('getAllBeneficiaries');
    const closed = canCheck
      ? null
      : appError('operation.closed', context.correlationId, { operation: 'getBeneficiary' });
    return {
      context,
      whyUnread: (entityId) => closed ?? this.#unread.why(entityId),
    };
  }

  #end(run: Run, reason: string | null): void {
    this.#run = null;
    const { batchId } = run;
    const left = this.#view(batchId).totals.reduce((sum, { lines }) => sum + lines, 0);
    const stopReason = run.isEnding ? interrupted : reason;
    changeFile(this.#parts.journal, batchId, {
      state: left === 0 && stopReason === null ? 'done' : 'stopped',
      stopReason: stopReason ?? (left > 0 && !run.isStopping ? this.#heldBack(batchId) : null),
    });
    this.#announceNow(batchId);
  }

  #heldBack(batchId: string): string {
    return heldBackReason([...(this.#held.get(batchId)?.values() ?? [])]);
  }

  #announceSoon(batchId: string): void {
    this.#timer ??= setTimeout(
      () => {
        this.#announceProgress(batchId);
      },
      Math.max(announceEveryMs, this.#announceTookMs * announceShare),
    ).unref();
  }

  /** An event that fails does not stop the run: the sent line stays sent. */
  #announceProgress(batchId: string): void {
    ignoreErrors(() => {
      this.#announceNow(batchId);
    });
  }

  #announceNow(batchId: string): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const started = performance.now();
    this.#announce(this.#view(batchId));
    this.#announceTookMs = performance.now() - started;
  }

  async #check(
    batchId: string,
    context: Context,
  ): Promise<Awaited<ReturnType<typeof recheckFile>>['ledger']> {
    const stamp = this.#stamp();
    const { ledger, seal } = await recheckFile(this.#parts, batchId, this.#checking(context));
    this.#checked.set(batchId, { stamp, seal });
    return ledger;
  }

  #stamp(): string {
    return `${todayOf(this.#parts)} ${dataVersion(this.#parts.reader)} ${checkStamp(this.#parts.journal)} ${this.#unread.stamp}`;
  }

  #isRunning(batchId: string): boolean {
    return this.#run?.batchId === batchId;
  }

  #refuseWhileSending(batchId: string): void {
    if (this.#isRunning(batchId))
      throw new DeskFault('input.invalid', 'The file is being sent: stop it first.');
  }

  #view(batchId: string): PaymentFile {
    return this.#viewOf(knownFile(this.#parts.journal, batchId));
  }

  #viewOf(file: PaymentFileRecord, read: FundsSumAt = fundsLater(this.#parts)): PaymentFile {
    const { batchId } = file;
    const running = this.#isRunning(batchId) ? this.#run?.funds : null;
    const seal = this.#checked.get(batchId)?.seal ?? '';
    return fileView(this.#parts, file, {
      isRunning: this.#isRunning(batchId),
      isUnlisted: (this.#unlisted.get(batchId) ?? null) !== null,
      seal,
      fundsAt: running?.at ?? read,
      requiredFields: requiredFieldsOf(this.#parts),
    });
  }
}
