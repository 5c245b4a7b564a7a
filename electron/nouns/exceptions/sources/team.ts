import type { ExceptionPlace } from '../../../../shared/ipc/review/exceptions.ts';
import { submissionByReference } from '../../../engines/submissions/journal/submission-table.ts';
import { exceptionId, type Source } from './exception.ts';

/** What is wrong with the record of the desk's team. The amount of an order is known to the desk that sent it. */
export const teamTroubles: Source = ({ teamTroubles: read, journal }) =>
  (read?.() ?? []).map(({ kind, subject, reference = '', ...trouble }) => ({
    ...{ exceptionId: exceptionId(kind, `team ${subject}`), kind, ...trouble },
    ...{ status: null, submissionId: null, place: placeOf(reference) },
    amount:
      reference === '' ? null : (submissionByReference(journal, reference)?.about?.amount ?? null),
  }));

/** Between quotes a reference is searched as it stands, whatever it looks like. */
const placeOf = (reference: string): ExceptionPlace =>
  reference === '' ? { view: 'team' } : { view: 'team-log', search: `"${reference}"` };
