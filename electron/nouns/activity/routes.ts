import { ok } from '../../../shared/result.ts';
import { listActivity } from './tables.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import type { OpenBank } from '../../engines/submissions/open-bank.ts';

export const activityHandlers = (desk: () => OpenBank): Pick<Handlers, 'activity.list'> => ({
  'activity.list': (page) => ok(listActivity(desk().copy.journal, page)),
});
