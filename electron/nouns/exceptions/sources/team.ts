import type { ExceptionPlace } from '../../../../shared/ipc/review/exceptions.ts';
import { submissionByReference } from '../../../engines/submissions/journal/submission-table.ts';
import { exceptionId, type Source } from './exception.ts';

/** Finds troubles with the record of the desk's team. Only the desk that sent an order knows its amount. */
export const teamTroubles: Source = ({ teamTroubles: read, journal }) =>
  (read?.() ?? []).map(({ kind, subject, reference = '', ...trouble }) => ({
    ...{ exceptionId: exceptionId(kind, `team ${subject}`), kind, ...trouble },
    ...{ status: null, submissionId: null, place: placeOf(reference) },
    amount:
      reference === '' ? null : (submissionByReference(journal, reference)?.about?.amount ?? null),
  }));

/** A quoted reference is searched literally. */
const placeOf = (reference: string): ExceptionPlace =>
  reference === '' ? { view: 'team' } : { view: 'team-log', search: `"${reference}"` };
