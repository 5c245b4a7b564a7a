import { todayAt } from '../../../../shared/calendar/calendar.ts';
import { ok } from '../../../../shared/result.ts';
import { accountByNumber } from '../../accounts/tables.ts';
import type { Handlers } from '../../../engines/ipc/router.ts';
import { newestOf } from '../../../engines/store/threads/newest-question.ts';
import type { Questions } from '../../../engines/store/threads/reader-thread.ts';
import { notCached, type OpenBank } from '../../../engines/submissions/open-bank.ts';
import type { flowReads } from './flows.ts';

type Open = OpenBank & {
  readonly copy: OpenBank['copy'] & { readonly questions: Questions<ReturnType<typeof flowReads>> };
};

export const flowHandlers = (
  desk: () => Open,
): Pick<Handlers, 'flows.read' | 'flows.compared'> => ({
  'flows.read': async ({ accountNumber, ...request }) => {
    const { copy } = desk();
    const question = { ...request, ...accountOf(desk(), accountNumber) };
    return ok(await copy.questions.ask('flows', [question]));
  },
  'flows.compared': async ({ accountNumber, month }) => {
    const { clock, copy } = desk();
    const account = accountOf(desk(), accountNumber);
    const question = { ...account, month, today: todayAt(clock.now()) };
    const signal = newestOf(copy, 'compared');
    return ok(await copy.questions.ask('compared', [question], { signal }));
  },
});

function accountOf({ copy }: Open, accountNumber: string) {
  const account = accountByNumber(copy.reader, accountNumber);
  if (!account) throw notCached(`Account ${accountNumber}`);
  return { accountNumber, currency: account.currency };
}
