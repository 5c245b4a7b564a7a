import type { ResponseMapping } from '../../../engines/bank/mapping/response-mapping.ts';
import type { StatementDialect } from '../../../engines/bank/file/dialect.ts';
import type { AppError } from '../../../../shared/errors.ts';
import type { SyncAccountSummary } from '../../../../shared/ipc/accounts/statements.ts';
import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { Moment } from '../../../../shared/calendar/moment.ts';
import type { Range } from './range.ts';

/** Messages between the main thread, which calls the bank, and the writer thread, which parses and stores the responses. */

/** How the pages of a range are requested. */
export type Asking = {
  readonly dialect: StatementDialect;
  readonly pageSize: number;
  /** What the bank calls the first page, once known. */
  readonly firstEcho?: number;
};

export type ReadingQuestion = {
  readonly range: Range;
  readonly mapping: ResponseMapping;
  /** The account's currency, if known before the first entry. */
  readonly currency: string | null;
};

/** `round` distinguishes the pages of a try from late pages of the previous try. Pages count from 0. */
export type PageQuestion = {
  readonly round: number;
  readonly asking: Asking;
  readonly pageIndex: number;
};

/** The result of reading a page, which is then held until its turn. */
export type HeldPage =
  | {
      readonly kind: 'page';
      /** What in the page does not echo the question; null if all does. */
      readonly echo: string | null;
      /** The page size that the bank insists on, if that is the only mismatch; otherwise null. */
      readonly smaller: number | null;
    }
  /** Place -> problem, in the order of the response. */
  | { readonly kind: 'shapeless'; readonly fields: Readonly<Record<string, string>> };

/** The position of a reading after its last saved page. */
export type ReadingPosition = {
  readonly kind: 'position';
  readonly asking: Asking;
  readonly nextPage: number;
  readonly pageCount: number;
  readonly received: number;
  readonly totalItems: number;
};

/** `moved`: pages or counts did not agree. `misread`: the bank does not speak this dialect. Earlier pages are saved. */
export type BatchResult =
  | ReadingPosition
  | { readonly kind: 'moved' }
  | { readonly kind: 'misread'; readonly echo: string; readonly asking: Asking };

export type BeginOptions = {
  readonly asking: Asking;
  /** When the first page was requested. */
  readonly begun: Moment;
  /** Is it the last of several tries? It stores entries that do not fit; earlier tries leave them to the next. */
  readonly isLast: boolean;
};

/** Consecutive held pages. */
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

/** A finished reading. `problem`: why it is not proven although the bank answered every call. */
export type StatementResult = {
  readonly summary: SyncAccountSummary;
  readonly problem: AppError | null;
};

export type FinishResult =
  | { readonly kind: 'done'; readonly result: StatementResult }
  | { readonly kind: 'moved' };
