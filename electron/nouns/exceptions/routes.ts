import { DeskFault } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { closeException, putBackException } from './closed.ts';
import { listExceptions } from './list.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import { fundsLater } from '../../engines/submissions/funds/funds.ts';
import { stampOf, type OpenBank } from '../../engines/submissions/open-bank.ts';
import type { ExceptionQuestions } from './sources/reads.ts';

type ExceptionRoutes = Extract<keyof Handlers, `exceptions.${string}`>;

/** The bank as the exceptions are found in it. */
type Open = OpenBank & { readonly copy: { readonly questions: ExceptionQuestions } };

export const exceptionHandlers = (desk: () => Open): Pick<Handlers, ExceptionRoutes> => ({
  'exceptions.list': async () => ok({ items: await exceptionsOf(desk()) }),
  'exceptions.close': async ({ exceptionId }) => {
    const open = desk();
    const items = await exceptionsOf(open);
    const found = items.find((item) => item.exceptionId === exceptionId);
    if (!found) throw new DeskFault('input.invalid', 'This is no longer an open exception.');
    if (!found.mayClose)
      throw new DeskFault('input.invalid', 'This cannot be laid aside: it is not over yet.');
    closeException(open.copy.journal, exceptionId, stampOf(open));
    return ok({ closed: true });
  },
  'exceptions.putBack': ({ exceptionId }) => {
    putBackException(desk().copy.journal, exceptionId);
    return ok({ putBack: true });
  },
});

/** Everything of the bank that is open that a person should look at. */
export function exceptionsOf({ copy, changes, clock, profile: { bankFile } }: Open) {
  const fundsAt = fundsLater(changes);
  return listExceptions({
    journal: copy.journal,
    reader: copy.reader,
    questions: copy.questions,
    journalStatus: changes.continuity.status(),
    clock,
    afterInFlight: ({ accountNumber, currency }) => fundsAt(accountNumber, currency).after,
    statusWords: bankFile.statusWords,
  });
}
