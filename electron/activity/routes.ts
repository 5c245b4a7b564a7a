import { ok } from '../../shared/result.ts';
import { listActivity } from './tables.ts';
import type { OpenDesk } from '../desk/open-desk.ts';
import type { Handlers } from '../ipc/router.ts';

export const activityHandlers = (desk: OpenDesk): Pick<Handlers, 'activity.list'> => ({
  'activity.list': (page) => ok(listActivity(desk().copy.journal, page)),
});
