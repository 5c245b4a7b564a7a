import type { CacheReader } from '../../engines/store/database.ts';
import { attemptSync } from '../../engines/store/local-faults.ts';
import { newestEventId } from '../../engines/store/records/bank-events.ts';
import type { Announce } from '../../engines/submissions/open-bank.ts';

/**
 * Announces the timeline after every other change of the store that noted an event. The code that saves a record notes its events, and no
 * other code has to announce them.
 */
export function watchingTimeline(announce: Announce, reader: CacheReader): Announce {
  let known = newestEventId(reader);
  return (event, fact) => {
    announce(event, fact);
    if (event !== 'store.changed' && event !== 'submission.changed') return;
    // Calls are recorded all the time; they change nothing at the bank.
    if ('topic' in fact && fact.topic === 'activity') return;
    // A local copy that cannot be read has no news; the announcement before is not undone.
    const newest = attemptSync(() => newestEventId(reader));
    if (!newest.ok || newest.value === known) return;
    known = newest.value;
    announce('store.changed', { topic: 'timeline' });
  };
}
