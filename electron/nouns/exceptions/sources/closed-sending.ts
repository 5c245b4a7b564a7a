import { isLockedState } from '../../../../shared/ipc/submissions.ts';
import { journalWords } from '../../../../shared/ipc/journal-labels.ts';
import { timestampNow } from '../../../engines/machine/context.ts';
import { exceptionId, type Source } from './exception.ts';

/** The journal is not the one that this machine knows: nothing is sent before a person has reconciled it. */
export const closedSending: Source = ({ standing, clock }) => {
  if (!isLockedState(standing.state)) return [];
  const since = standing.since ?? timestampNow(clock);
  return [
    {
      exceptionId: exceptionId('sending-closed', standing.state, standing.since ?? ''),
      kind: 'sending-closed',
      title: 'Nothing can be sent',
      detail: journalWords(standing) ?? '',
      status: null,
      amount: null,
      since,
      next: 'Reconcile with the bank',
      place: { view: 'reconcile' },
      submissionId: null,
    },
  ];
};
