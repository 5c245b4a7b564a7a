import { exceptionId, type Source } from './exception.ts';

/** What is wrong with the record of the desk's team. */
export const teamTroubles: Source = ({ teamTroubles: read }) =>
  (read?.() ?? []).map(({ kind, subject, ...trouble }) => ({
    ...{ exceptionId: exceptionId(kind, `team ${subject}`), kind, ...trouble },
    ...{ status: null, amount: null, place: { view: 'team' as const }, submissionId: null },
  }));
