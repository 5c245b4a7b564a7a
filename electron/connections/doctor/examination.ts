import type {
  DoctorCheck,
  DoctorFinding,
  DoctorReport,
  DoctorState,
} from '../../../shared/ipc/desk/doctor.ts';
import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import type { AppError, Outcome } from '../../../shared/errors.ts';
import type { BankFile } from '../../engines/bank/file/bank-file.ts';
import type { BankClient } from '../../engines/bank/client.ts';
import { parseJsonText } from '../../engines/bank/json/json-text.ts';
import { operationRowsOf } from '../../engines/bank/file/operation-rows.ts';
import { readPointer } from '../../engines/bank/json/pointer.ts';
import { timestampNow, type Clock, type Context } from '../../engines/machine/context.ts';
import type { DialectMemory } from '../../engines/bank/file/dialect-memory.ts';
import type { Known } from './learnt.ts';

/** The parts with which the doctor examines a bank. None of them can write. */
export type DoctorParts = {
  readonly bankFile: BankFile;
  /** The file's own text, for its current value of a field; null for the sandbox. */
  readonly bankFileText: string | null;
  readonly bank: BankClient;
  readonly clock: Clock;
  readonly dialects: Pick<DialectMemory, 'candidates' | 'pageSize'>;
  /** Identifiers in the local copy. */
  readonly known: () => Known;
};

/** The question of one run. */
export type DoctorQuestion = {
  /** The account to examine; without it, the first one that the bank lists. */
  readonly accountNumber: string | undefined;
  /** Signs in unless a user is signed in. */
  readonly signIn: (context: Context) => Promise<Outcome<unknown>>;
  /** Makes connections present the stored client certificate, where the bank asks for one: without it nothing answers. */
  readonly present?: () => Promise<void>;
};

/** The result of a check; `ok` needs no advice, a failure brings its error. */
type CheckResult = {
  readonly state: DoctorState;
  readonly detail: string;
  readonly advice?: string;
  readonly error?: AppError;
};

const titles = {
  address: 'The bank’s address answers',
  tls: 'The connection can be trusted',
  api: 'It is an API that answers in JSON',
  'sign-in': 'The bank accepts the sign-in',
  user: 'The bank reports who is signed in',
  accounts: 'The bank lists its accounts',
  'statement-dialect': 'The statement answers the question it is asked',
  'page-size': 'Entries on a page of a statement',
  'first-page': 'What the first page is called',
  'error-message': 'Where the bank’s own words are',
  clock: 'The bank’s clock',
  idempotency: 'A change that is sent twice',
  operations: 'Which operations are open',
} as const;
type KnownCheck = keyof typeof titles;

/** One examination of a bank: collects checks and findings, and reports progress after each check. */
export class Examination {
  readonly parts: DoctorParts;
  readonly #onProgress: (report: DoctorReport) => void;
  readonly #startedAt: Timestamp;
  readonly #checks: DoctorCheck[] = [];
  readonly #findings: DoctorFinding[] = [];
  tls: DoctorReport['tls'] = null;
  statementDialect: string | null = null;
  /** The connection was lost during the run: further calls are skipped. */
  isLost = false;

  constructor(parts: DoctorParts, onProgress: (report: DoctorReport) => void) {
    this.parts = parts;
    this.#onProgress = onProgress;
    this.#startedAt = timestampNow(parts.clock);
  }

  get host(): string {
    return new URL(this.parts.bankFile.baseUrl).host;
  }

  record(id: KnownCheck, result: CheckResult): void {
    this.#add({ id, title: titles[id] }, result);
  }

  reportOperation(name: string, title: string, result: CheckResult): void {
    this.#add({ id: `operation:${name}`, title }, result);
  }

  skip(ids: readonly KnownCheck[], reason: string): void {
    for (const id of ids) this.record(id, { state: 'skipped', detail: `Not asked: ${reason}.` });
  }

  /** Records a finding, unless the bank file already has this value. */
  find(field: string, found: unknown, reason: string): void {
    const current = this.#written(field);
    const text = JSON.stringify(found);
    if (current !== text) this.#findings.push({ field, current, found: text, reason });
  }

  report(finishedAt: Timestamp | null): DoctorReport {
    const { bankFile, bank } = this.parts;
    const { name, environment } = bankFile;
    return {
      startedAt: this.#startedAt,
      finishedAt,
      ok: this.#checks.every(({ state }) => state !== 'failed'),
      bank: { name, environment, host: this.host },
      clockOffsetMs: bank.clockOffsetMs(),
      statementDialect: this.statementDialect,
      tls: this.tls,
      checks: [...this.#checks],
      findings: [...this.#findings],
      operations: operationRowsOf(bankFile),
    };
  }

  #add(about: Pick<DoctorCheck, 'id' | 'title'>, { advice, error, ...result }: CheckResult): void {
    this.#checks.push({ ...about, ...result, advice: advice ?? null, error: error ?? null });
    if (error && /^network\.|^cancelled$/.test(error.code)) this.isLost = true;
    this.#onProgress(this.report(null));
  }

  /** The value of a field in the file's text, as JSON text; null where it has none. */
  #written(field: string): string | null {
    const parsed = parseJsonText(this.parts.bankFileText ?? '{}');
    const value = parsed.ok ? readPointer(parsed.value, `/${field.replaceAll('.', '/')}`) : null;
    return value === undefined || value === null ? null : JSON.stringify(value);
  }
}
