import { ok } from '../../../shared/result.ts';
import { listActivity } from '../../store/activity.ts';
import type { OpenDesk } from '../open-desk.ts';
import type { Handlers } from '../router.ts';

export const activityHandlers = (desk: OpenDesk): Pick<Handlers, 'activity.list'> => ({
  'activity.list': (page) => ok(listActivity(desk().copy.journal, page)),
});
