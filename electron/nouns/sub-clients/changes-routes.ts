import type { OperationInput } from '../../../shared/bank/catalogue.ts';
import { fail, type Outcome } from '../../../shared/errors.ts';
import type { SubmissionView } from '../../../shared/ipc/submissions.ts';
import { ok } from '../../../shared/result.ts';
import type { Context } from '../../engines/machine/context.ts';
import { ignoreErrorsAsync } from '../../engines/store/local-faults.ts';
import { clientOf } from './by-id.ts';
import { subClientById } from './records/tables.ts';
import { rereadSubClient } from './refresh.ts';
import { aboutRecord, titleOf, viewOf } from '../../engines/submissions/submission-views.ts';
import { submit } from '../../engines/submissions/submissions.ts';
import type { OpenSubClients } from './open-sub-clients.ts';

type SubClientOperation =
  | 'createSubclient'
  | 'updateSubclient'
  | 'createSubclientShareholder'
  | 'updateSubclientShareholder'
  | 'submitSubclient'
  | 'deleteSubclient';

type SubClientIntent<N extends SubClientOperation> = {
  readonly reference: string;
  readonly operation: N;
  /** The sub-client, or a name for one that is still being created. */
  readonly subject: string;
  readonly input: (clientId: string) => OperationInput<N>;
  /** The name of what is changed, for people; by default the sub-client's. */
  readonly name?: string;
};

/**
 * Changes a sub-client, or what belongs to it, once. Then reads it again, as its stages and shares show what was taken or refused; a
 * failure of that reading does not undo the change.
 */
export async function changeSubClient<N extends SubClientOperation>(
  open: OpenSubClients,
  { reference, operation, subject, input, name }: SubClientIntent<N>,
  context: Context,
): Promise<Outcome<SubmissionView>> {
  const { bank, copy, changes } = open;
  const clientId = clientOf(open, subject);
  if (!bank.session.isSignedIn()) return fail('session.required', context.correlationId);
  if (clientId === null) return noClient(context);
  const knownName = subClientById(copy.reader, subject)?.subClient.name;
  const known = knownName === '' ? undefined : knownName;
  const title = `${titleOf(operation)}: ${name ?? known ?? subject}`;
  const about = aboutRecord(title, known ?? name ?? subject, known === undefined ? null : subject);
  const intent = { reference, operation, subject, payload: input(clientId), about };
  const submitted = await submit(changes, intent, context);
  if (!submitted.ok) return submitted;
  const { submission } = submitted.value;
  const isNew = operation === 'createSubclient';
  const id = isNew ? submission.recordId : subject;
  const isKnown = submission.state === 'accepted' || (submission.state === 'refused' && !isNew);
  if (id !== null && isKnown)
    await ignoreErrorsAsync(() => rereadSubClient(changes, { clientId, id }, context));
  open.announce('store.changed', { topic: 'subClients' });
  return ok(viewOf(submission, changes));
}

export const noClient = (context: Context): Outcome<never> =>
  fail('session.required', context.correlationId, {
    message: 'The bank has not reported yet which client is signed in.',
  });
