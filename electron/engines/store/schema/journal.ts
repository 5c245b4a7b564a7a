import type { Schema } from '../migrate.ts';
import { bookTables } from './journal/books.ts';
import { deskTables } from './journal/desk.ts';
import { duePaymentTables } from './journal/due-payments.ts';
import { annotationTables } from './journal/entries.ts';
import { paymentTables } from './journal/payments.ts';
import { screeningTables } from './journal/screening.ts';
import { submissionTables } from './journal/submissions.ts';
import { teamTables } from './journal/team.ts';

/** journal.db: data that only this desk has. None of it can be fetched again. */
export const journalSchema: Schema = {
  baseline: 43,
  tables: [
    submissionTables,
    paymentTables,
    duePaymentTables,
    annotationTables,
    bookTables,
    deskTables,
    screeningTables,
    teamTables,
  ].join(''),
  steps: [],
};
