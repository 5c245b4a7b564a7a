import type { Skipped } from '../../../shared/ipc/route.ts';
import { fail, type Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { closeExceptions, putBackExceptions } from './closed.ts';
import { listExceptions } from './list.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import { fundsLater } from '../../engines/submissions/funds/funds.ts';
import { stampOf, type OpenBank } from '../../engines/submissions/open-bank.ts';
import type { Context } from '../../engines/machine/context.ts';
import type { KnownOrder } from '../unclaimed/known.ts';
import { meaningsBy } from '../statements/entries/meanings.ts';
import type { TeamReads } from './sources/exception.ts';
import { unclaimedId } from './sources/unclaimed.ts';
import type { ExceptionQuestions } from './sources/reads.ts';

type ExceptionRoutes = Extract<keyof Handlers, `exceptions.${string}`>;

type ExceptionTeam = TeamReads & {
  readonly markKnown: (known: KnownOrder, context: Context) => Outcome<null>;
};

/** The open bank, for exceptions. */
type Open = OpenBank & {
  readonly copy: {
    readonly questions: ExceptionQuestions;
    readonly team?: ExceptionTeam | null;
  };
};

/** The open bank, where exceptions are only read. */
type Reading = OpenBank & {
  readonly copy: { readonly questions: ExceptionQuestions; readonly team?: TeamReads | null };
};

export const exceptionHandlers = (desk: () => Open): Pick<Handlers, ExceptionRoutes> => ({
  'exceptions.list': async () => ok({ items: await exceptionsOf(desk()) }),
  'exceptions.close': async ({ exceptionIds }) => {
    const open = desk();
    const items = new Map((await exceptionsOf(open)).map((item) => [item.exceptionId, item]));
    // A repeated id counts once.
    const named = [...new Map(exceptionIds.map((exceptionId, at) => [exceptionId, at]))].map(
      ([exceptionId, at]) => ({ at, exceptionId }),
    );
    const mayClose = named.filter(({ exceptionId }) => items.get(exceptionId)?.mayClose);
    const skipped = named
      .filter((one) => !mayClose.includes(one))
      .map(({ at, exceptionId }): Skipped => {
        return { at, reason: items.has(exceptionId) ? 'changed' : 'missing' };
      });
    return ok({ ...closeExceptions(open.copy.journal, mayClose, stampOf(open)), skipped });
  },
  'exceptions.putBack': ({ act }) => ok(putBackExceptions(desk().copy.journal, act)),
  'exceptions.markKnown': ({ exceptionId, text }, context) => {
    const { team } = desk().copy;
    const order = team?.unclaimed().find((one) => unclaimedId(one) === exceptionId);
    if (!team || !order)
      return fail('input.invalid', context.correlationId, {
        message:
          'The bank lists this payment otherwise by now, or a claim accounts for it. Nothing was marked.',
      });
    const { list, id, digest } = order;
    const marked = team.markKnown({ list, id, digest, text }, context);
    return marked.ok ? ok({ isMarked: text !== '' }) : marked;
  },
});

/** Returns the exceptions of the open bank. */
export function exceptionsOf({ copy, changes, clock, profile: { bankFile } }: Reading) {
  const fundsAt = fundsLater(changes);
  return listExceptions({
    journal: copy.journal,
    reader: copy.reader,
    questions: copy.questions,
    journalStatus: changes.continuity.status(),
    clock,
    afterInFlight: ({ accountNumber, currency }) => fundsAt(accountNumber, currency).after,
    statusWords: bankFile.statusWords,
    debits: { orders: changes, places: meaningsBy(bankFile).places },
    ...(copy.team ? { teamTroubles: copy.team.troubles, unclaimed: copy.team.unclaimed } : {}),
  });
}
