import { createHash } from 'node:crypto';

import { actorIn, actorText, type Stamp } from '../../../../shared/actor.ts';
import type { PaymentOrder } from '../../../../shared/bank/transfers.ts';
import type { IsoDate } from '../../../../shared/calendar/calendar.ts';
import type { Rhythm } from '../../../../shared/calendar/payment-rhythm.ts';
import type { JsonObject } from '../../../engines/acts/act.ts';
import { shareChanges } from '../../../engines/sharing/outgoing.ts';
import { row, rows, run, type Journal } from '../../../engines/store/database.ts';
import { writeJournal } from '../../../engines/store/write-journal.ts';

/** The order that the payments of a series share. An amount of null is entered for each payment. */
export type SeriesOrder = Omit<PaymentOrder, 'reference' | 'amount'> & {
  readonly amount: PaymentOrder['amount'] | null;
};

/** A payment that is prepared again and again, each time as a scheduled payment. */
export type PaymentSeries = Stamp & {
  readonly seriesId: string;
  readonly name: string;
  readonly order: SeriesOrder;
  readonly payee: string;
  readonly rhythm: Rhythm;
  readonly from: IsoDate;
  /** The last day on which it may come; null where it goes on. */
  readonly until: IsoDate | null;
  readonly isEnded: boolean;
};

/** The kind of a recurring payment among the shared records. */
export const seriesKind = 'payment-series';

type Stored = {
  readonly series_id: string;
  readonly name: string;
  readonly document: string;
  readonly is_ended: 0 | 1;
  readonly created_at: string;
  readonly actor: string;
};

type Document = Pick<PaymentSeries, 'order' | 'payee' | 'rhythm' | 'from' | 'until'>;

const seriesIn = ({ series_id, name, document, is_ended, created_at, actor }: Stored) => ({
  ...{ seriesId: series_id, name, isEnded: is_ended === 1 },
  ...(JSON.parse(document) as Document),
  ...{ at: created_at, actor: actorIn(actor) },
});

const columns = 'series_id, name, document, is_ended, created_at, actor';

/** How many recurring payments may be active at once. */
const seriesMax = 500;

/** The active series, then the ended ones, oldest first; 500 at most. */
export const allSeries = (journal: Journal): PaymentSeries[] =>
  rows<Stored>(
    journal,
    `SELECT ${columns} FROM payment_series ORDER BY is_ended, created_at, series_id LIMIT ?`,
    seriesMax,
  ).map(seriesIn);

/** Why no other series may begin; null where one may. */
export const whyFull = (journal: Journal): string | null =>
  allSeries(journal).filter(({ isEnded }) => !isEnded).length < seriesMax
    ? null
    : `${String(seriesMax)} recurring payments go on: end one first. Nothing was added.`;

export function seriesById(journal: Journal, seriesId: string): PaymentSeries | null {
  const stored = row<Stored>(
    journal,
    `SELECT ${columns} FROM payment_series WHERE series_id = ?`,
    seriesId,
  );
  return stored && seriesIn(stored);
}

/** Saves a recurring payment, or its end, for this desk and its team. */
export function saveSeries(journal: Journal, series: PaymentSeries, at: string): void {
  writeJournal(journal, ['payment_series', 'team_outgoing'], () => {
    writeSeries(journal, series);
    shareChanges(journal, seriesKind, [sharedSeries(series)], at);
  });
}

/** Writes a recurring payment. The content of an existing one never changes, and an ended one stays ended. */
export function writeSeries(journal: Journal, series: PaymentSeries): void {
  const { seriesId, name, order, payee, rhythm, from, until, isEnded, at, actor } = series;
  const document: Document = { order, payee, rhythm, from, until };
  writeJournal(journal, 'payment_series', () =>
    run(
      journal,
      `INSERT INTO payment_series (${columns}) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (series_id) DO UPDATE SET is_ended = max(is_ended, excluded.is_ended)`,
      ...[seriesId, name, JSON.stringify(document), isEnded ? 1 : 0, at, actorText(actor)],
    ),
  );
}

/** A recurring payment as a team shares it. */
export function sharedSeries({ actor, at, order, rhythm, ...series }: PaymentSeries): JsonObject {
  const { narration, more, ...rest } = order;
  return {
    ...series,
    order: { ...rest, ...(narration && { narration }), ...(more && { more }) },
    rhythm: { ...rhythm },
    ...{ createdAt: at, createdBy: actor.name },
  };
}

/** The reference of one payment: the same on every desk, and again after a restore, so that it is prepared and sent once. */
export const occurrenceReference = (seriesId: string, key: string): string =>
  createHash('sha256').update(`${seriesId} ${key}`).digest('hex').slice(0, 32);
