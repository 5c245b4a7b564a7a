import { isLockedState } from '../../../../shared/ipc/submissions.ts';
import { journalWords } from '../../../../shared/ipc/journal-labels.ts';
import { timestampNow } from '../../../engines/machine/context.ts';
import { exceptionId, type Source } from './exception.ts';

/** The journal is not the one that this machine knows: sending is blocked until a person has reconciled it. */
export const closedSending: Source = ({ journalStatus, clock }) => {
  if (!isLockedState(journalStatus.state)) return [];
  const since = journalStatus.since ?? timestampNow(clock);
  return [
    {
      exceptionId: exceptionId('sending-closed', journalStatus.state, journalStatus.since ?? ''),
      kind: 'sending-closed',
      title: 'Nothing can be sent',
      detail: journalWords(journalStatus) ?? '',
      status: null,
      amount: null,
      since,
      next: 'Reconcile with the bank',
      place: { view: 'reconcile' },
      submissionId: null,
    },
  ];
};
