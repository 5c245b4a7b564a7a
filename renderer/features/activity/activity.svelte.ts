import type { ActivityRow } from '../../../shared/ipc/desk/activity.ts';
import { request } from '../../state/desk.ts';
import { NewestFirst, pageRows } from '../../state/records/newest-first.svelte.ts';

/** The calls to the bank, newest first. */
export class ActivityState extends NewestFirst<ActivityRow> {
  protected override read(before: number | undefined) {
    return request('activity.list', { before, limit: pageRows });
  }

  protected override idOf({ activityId }: ActivityRow): number {
    return activityId;
  }
}
