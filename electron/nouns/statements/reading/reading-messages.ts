import type { ResponseMapping } from '../../../engines/bank/mapping/response-mapping.ts';
import type { StatementDialect } from '../../../engines/bank/file/dialect.ts';
import type { AppError } from '../../../../shared/errors.ts';
import type { SyncAccountSummary } from '../../../../shared/ipc/accounts/statements.ts';
import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { Moment } from '../../../../shared/calendar/moment.ts';
import type { Range } from './range.ts';

/** What the main thread, which asks the bank, and the thread of the local copy, which reads and keeps, say to each other of a statement. */

/** How the pages of a range are asked for. */
export type Asking = {
  readonly dialect: StatementDialect;
  readonly pageSize: number;
  /** What the bank calls the first page, once known. */
  readonly firstEcho?: number;
};

export type ReadingQuestion = {
  readonly range: Range;
  readonly mapping: ResponseMapping;
  /** The account's, where it is known before an entry tells it. */
  readonly currency: string | null;
};

/** `round` tells the pages of one try from those of the try before, which may still come in. Pages count from 0. */
export type PageQuestion = {
  readonly round: number;
  readonly asking: Asking;
  readonly pageIndex: number;
};

/** What is told of a page that was read and is held until its turn comes. */
export type HeldPage =
  | {
      readonly kind: 'page';
      /** What of it does not echo the question; null when all does. */
      readonly echo: string | null;
      /** The page size the bank insists on, when only that does not fit. */
      readonly smaller: number | null;
    }
  /** Place -> what is wrong there, in the answer's order. */
  | { readonly kind: 'shapeless'; readonly fields: Readonly<Record<string, string>> };

/** Where a reading stands behind its last saved page. */
export type ReadingPosition = {
  readonly kind: 'position';
  readonly asking: Asking;
  readonly nextPage: number;
  readonly pageCount: number;
  readonly received: number;
  readonly totalItems: number;
};

/** moved: pages or counts did not agree. misread: the bank does not speak this dialect. What came before it is saved. */
export type BatchResult =
  | ReadingPosition
  | { readonly kind: 'moved' }
  | { readonly kind: 'misread'; readonly echo: string; readonly asking: Asking };

export type BeginOptions = {
  readonly asking: Asking;
  /** When the first page was asked for. */
  readonly begun: Moment;
  /** The last of several tries keeps what does not fit; earlier ones leave it to the next. */
  readonly isLast: boolean;
};

/** Pages that are held, one behind the other. */
export type PageBatch = {
  readonly first: number;
  readonly count: number;
  readonly isLast: boolean;
};

export type FinishOptions = {
  readonly isLast: boolean;
  readonly asOf: Timestamp;
  readonly correlationId: string;
};

/** A finished reading; `problem` tells why it is not proven although the bank answered every call. */
export type StatementResult = {
  readonly summary: SyncAccountSummary;
  readonly problem: AppError | null;
};

export type FinishResult =
  | { readonly kind: 'done'; readonly result: StatementResult }
  | { readonly kind: 'moved' };
