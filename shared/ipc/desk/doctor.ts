import { z } from 'zod';

import type { Timestamp } from '../../calendar/calendar.ts';
import type { AppError } from '../../errors.ts';
import type { Environment } from './desk.ts';
import { answers, nothing } from '../route.ts';
import { type OperationRow } from './settings.ts';

/** ok: as it should be · warning: works, but a person should know · failed · skipped: not asked, `detail` has the reason. */
export type DoctorState = 'ok' | 'warning' | 'failed' | 'skipped';

export type DoctorCheck = {
  /** Stable: address, tls, sign-in, user, accounts, clock, error-message, statement-dialect, page-size, operation:<name> ... */
  readonly id: string;
  readonly title: string;
  readonly state: DoctorState;
  /** What was found, in one sentence. */
  readonly detail: string;
  /** What to do about it; null when there is nothing to do. */
  readonly advice: string | null;
  readonly error: AppError | null;
};

/** Something the doctor found out that the bank file does not say yet. */
export type DoctorFinding = {
  /** The field of the bank file, as `statement` or `errorMessage`. */
  readonly field: string;
  /** JSON texts; `current` is null where the file says nothing. */
  readonly current: string | null;
  readonly found: string;
  /** Why it is so, in one sentence. */
  readonly reason: string;
};

/** The findings about a bank from reads alone. Nothing was changed there. */
export type DoctorReport = {
  readonly startedAt: Timestamp;
  /** Null while it runs. */
  readonly finishedAt: Timestamp | null;
  /** No check failed. */
  readonly ok: boolean;
  readonly bank: {
    readonly name: string;
    readonly environment: Environment;
    readonly host: string;
  };
  /** How far the bank's clock is ahead of ours; milliseconds. */
  readonly clockOffsetMs: number | null;
  readonly statementDialect: string | null;
  readonly tls: {
    /** As TLSv1.3; null over plain HTTP to this machine. */
    readonly protocol: string | null;
    readonly issuer: string | null;
    readonly validTo: Timestamp | null;
  } | null;
  readonly checks: readonly DoctorCheck[];
  readonly findings: readonly DoctorFinding[];
  readonly operations: readonly OperationRow[];
};

export const doctorRoutes = {
  /** Reads only; progress comes as `doctor.progressed`. */
  'doctor.run': answers<DoctorReport>().to(
    z.strictObject({ accountNumber: z.string().min(1).max(64).optional() }),
  ),
  'doctor.last': answers<{ report: DoctorReport | null }>().to(nothing),
  /** The open bank file's text with the chosen findings written in, for a person to look at; saves nothing. */
  'doctor.propose': answers<{ bankFile: string }>().to(
    z.strictObject({ fields: z.array(z.string().max(200)).min(1).max(50) }),
  ),
};
