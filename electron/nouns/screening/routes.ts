import { fail } from '../../../shared/errors.ts';
import type { AddedLists } from '../../../shared/ipc/review/screening.ts';
import { ok } from '../../../shared/result.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import { timestampNow } from '../../engines/machine/context.ts';
import { ignoreErrorsAsync } from '../../engines/store/local-faults.ts';
import { actorOf, stampOf, type OpenBank } from '../../engines/submissions/open-bank.ts';
import type { Screening } from './screening.ts';
import { nameCheck, screeningView } from './view.ts';

type ScreeningRoutes = Extract<keyof Handlers, `screening.${string}`>;

type Open = OpenBank & { readonly screening: Screening };

export const screeningHandlers = (desk: () => Open): Pick<Handlers, ScreeningRoutes> => ({
  'screening.view': () => ok(viewOf(desk())),
  'screening.add': async ({ files }) => {
    const open = desk();
    const added = await open.screening.add(files, stampOf(open));
    // The names are screened with the new lists in the background.
    runBehind(open.screening);
    return ok(addedLists(open.screening, added));
  },
  'screening.remove': ({ listId }) => {
    const open = desk();
    const removed = open.screening.remove(listId, stampOf(open));
    runBehind(open.screening);
    return ok({ removed });
  },
  'screening.run': async () => {
    const open = desk();
    await open.screening.run();
    return ok(viewOf(open));
  },
  'screening.check': async ({ name }) => {
    const { screening } = desk();
    const subject = { names: [name], country: null, birthYear: null };
    return ok(nameCheck(screening, await screening.check(subject)));
  },
  'screening.decide': ({ matchId, decision, reason, by }, { correlationId }) => {
    const open = desk();
    const stamp = { actor: actorOf(open, by), at: timestampNow(open.clock) };
    if (!open.screening.decide({ matchId, state: decision, reason }, stamp))
      return fail('screening.match-gone', correlationId);
    return ok(viewOf(open));
  },
});

const runBehind = (screening: Screening): void => void ignoreErrorsAsync(() => screening.run());

const viewOf = ({ screening, copy }: Open) => screeningView(screening, copy.journal);

/** The lists that were stored, and the files that were not. */
export function addedLists(
  screening: Screening,
  added: Awaited<ReturnType<Screening['add']>>,
): AddedLists {
  const lists = screening.lists();
  return {
    added: added.flatMap((one) =>
      'listId' in one ? lists.filter(({ listId }) => listId === one.listId) : [],
    ),
    refused: added.flatMap((one) => ('refused' in one ? [one.refused] : [])),
  };
}
