import { ok } from '../../../shared/result.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import { listEvents } from '../../engines/store/records/bank-events.ts';
import type { OpenBank } from '../../engines/submissions/open-bank.ts';

/** Lists what the bank changed, newest first. */
export const timelineHandlers = (desk: () => OpenBank): Pick<Handlers, 'timeline.list'> => ({
  'timeline.list': (question) => ok(listEvents(desk().copy.reader, question)),
});
