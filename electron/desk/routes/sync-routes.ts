import { fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import type { BankDesk } from '../open-bank/bank-desk.ts';
import type { Handlers } from '../../engines/ipc/router.ts';

type SyncRoutes = Extract<keyof Handlers, `sync.${string}`>;

export const syncHandlers = (desk: () => BankDesk): Pick<Handlers, SyncRoutes> => ({
  'sync.start': (question, context) => {
    const { bank, runner } = desk();
    if (!bank.session.isSignedIn()) return fail('session.required', context.correlationId);
    return ok(runner.start(question, context));
  },
  'sync.cancel': async () => ok(await desk().runner.stop()),
  'sync.progress': () => ok(desk().runner.progress),
});
