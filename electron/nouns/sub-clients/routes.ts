import { cleanFileName } from '../../../shared/file-name.ts';
import type { OperationInput } from '../../../shared/bank/catalogue.ts';
import { fail, type Outcome } from '../../../shared/errors.ts';
import type { SubmissionView } from '../../../shared/ipc/submissions.ts';
import { ok } from '../../../shared/result.ts';
import type { Context } from '../../engines/machine/context.ts';
import { clientOf, forget, name, namedAlone, namedRows } from './by-id.ts';
import { listSubClients, subClientById } from './records/tables.ts';
import { openSubmissionFor } from '../../engines/submissions/journal/submission-table.ts';
import { refreshSubClient, refreshSubClients } from './refresh.ts';
import { subjectOfNew } from './onboarding-file/subject.ts';
import type { ReadingDesk } from './onboarding-file/onboarding-file.ts';
import { limits } from '../../../shared/limits.ts';
import type { SaveAs } from '../../engines/exports/whole-file.ts';
import { requirementsFor, listRequirements } from './requirements/onboarding.ts';
import { viewOf } from '../../engines/submissions/submission-views.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import { changeSubClient, noClient } from './changes-routes.ts';
import { notCached } from '../../engines/submissions/open-bank.ts';
import type { OpenSubClients } from './open-sub-clients.ts';

const typesOf = ({ rules }: OpenSubClients['uploads']): readonly string[] =>
  rules.types.map(({ type }) => type);

type SubClientRoutes = Extract<keyof Handlers, `subClients.${string}`>;

export const subClientHandlers = (
  desk: () => OpenSubClients & ReadingDesk,
  saveAs: SaveAs,
): Pick<Handlers, SubClientRoutes> => ({
  'subClients.list': ({ search }) => {
    const { copy } = desk();
    const { rows, asOf } = listSubClients(copy.reader, search);
    return ok({ rows: [...rows, ...namedRows(copy, search)], asOf });
  },
  'subClients.get': ({ entityId }) => {
    const all = desk();
    const { copy, changes, clock, uploads } = all;
    const known = subClientById(copy.reader, entityId) ?? namedAlone(copy, entityId);
    if (!known) throw notCached(`Sub-client ${entityId}`);
    const open = openSubmissionFor(copy.journal, entityId);
    return ok({
      ...known,
      clientId: clientOf(all, entityId),
      // Nothing is known to be missing for one that the bank never reported.
      requirements:
        known.asOf === null
          ? []
          : requirementsFor({ journal: copy.journal, clock, types: typesOf(uploads) }, known),
      openSubmission: open && viewOf(open, changes),
    });
  },
  'subClients.name': (named, context) => {
    const open = desk();
    const done = name(open, named, context);
    open.announce('store.changed', { topic: 'subClients' });
    return done;
  },
  'subClients.forget': ({ entityId }, context) => {
    const open = desk();
    const done = forget(open, entityId, context);
    open.announce('store.changed', { topic: 'subClients' });
    return done;
  },
  'subClients.requirements': () => {
    const { copy, clock, uploads } = desk();
    return ok({ rows: listRequirements({ ...copy, clock, types: typesOf(uploads) }) });
  },
  'subClients.saveLetters': async ({ entityId }) => {
    const { copy, clock, uploads } = desk();
    const all = listRequirements({ ...copy, clock, types: typesOf(uploads) });
    const selected = all.filter(
      ({ subClientId }) => entityId === undefined || subClientId === entityId,
    );
    const { lettersOf, saveLetters } = await import('./letters.ts');
    return ok(await saveLetters(lettersOf(copy.reader, selected), entityId !== undefined, saveAs));
  },
  'subClients.readFile': async ({ fileName, bytes, columns }, context) => {
    if (bytes.length > limits.paymentFileBytesMax)
      return fail('file.too-large', context.correlationId, {
        message: `${cleanFileName(fileName)} is larger than Nostro takes: split it.`,
      });
    const { onboardingFile } = await import('./onboarding-file/onboarding-file.ts');
    return onboardingFile(desk(), { fileName, bytes, columns: columns ?? null }, context);
  },
  'subClients.refresh': async ({ entityId }, context) => {
    const open = desk();
    const { changes, announce } = open;
    const clientId = entityId ? clientOf(open, entityId) : open.clientId;
    if (clientId === null) return noClient(context);
    const refreshed = entityId
      ? await refreshSubClient(changes, { clientId, id: entityId }, context)
      : await refreshSubClients(changes, clientId, context);
    announce('store.changed', { topic: 'subClients' });
    return refreshed;
  },
  'subClients.create': ({ reference, details }, context) => {
    const name = details.name.trim();
    if (name === '') return missing({ name: 'is missing' }, context);
    return changeSubClient(
      desk(),
      {
        reference,
        operation: 'createSubclient',
        // Two of one name at once would be a mistake: the second waits until the first is known.
        subject: subjectOfNew(name),
        input: (clientId) => ({ path: { clientId }, body: { ...details, name } }),
        name,
      },
      context,
    );
  },
  'subClients.update': ({ reference, entityId, change }, context) => {
    if (Object.keys(change).length === 0) return missing({}, context);
    if (change.name?.trim() === '') return missing({ name: 'is missing' }, context);
    const input = (clientId: string): OperationInput<'updateSubclient'> => ({
      path: { clientId, id: entityId },
      body: change,
    });
    const operation = 'updateSubclient';
    return changeSubClient(desk(), { reference, subject: entityId, operation, input }, context);
  },
  'subClients.submit': ({ reference, entityId }, context) =>
    withoutBody(desk, { reference, entityId, operation: 'submitSubclient' }, context),
  'subClients.delete': ({ reference, entityId, confirmation }, context) => {
    const { copy } = desk();
    const known = subClientById(copy.reader, entityId) ?? namedAlone(copy, entityId);
    const { name = '' } = known?.subClient ?? {};
    if (!known || confirmation.trim() !== (name === '' ? entityId : name))
      return fail('input.invalid', context.correlationId, {
        fields: {
          confirmation: 'type the sub-client’s name, or its id where it has none, exactly',
        },
      });
    return withoutBody(desk, { reference, entityId, operation: 'deleteSubclient' }, context);
  },
});

const missing = (fields: Record<string, string>, { correlationId }: Context): Outcome<never> =>
  fail('input.invalid', correlationId, {
    fields,
    ...(Object.keys(fields).length === 0 ? { message: 'Nothing was changed yet.' } : {}),
  });

type BareChange = {
  readonly reference: string;
  readonly entityId: string;
  readonly operation: 'submitSubclient' | 'deleteSubclient';
};

/** Submit and Delete (sections 4.5, 4.6) take no body and answer with the sub-client as it is then. */
const withoutBody = (
  desk: () => OpenSubClients,
  { reference, entityId, operation }: BareChange,
  context: Context,
): Promise<Outcome<SubmissionView>> => {
  const input = (clientId: string) => ({ path: { clientId, id: entityId } });
  return changeSubClient(desk(), { reference, subject: entityId, operation, input }, context);
};
