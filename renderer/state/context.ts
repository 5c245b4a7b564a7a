import { createContext } from 'svelte';

import {
  pointToClosedNote,
  provideClosedOperations,
} from '../ui/controls/closed-operations.svelte.ts';
import { provideSingleKeys } from '../ui/controls/single-keys.ts';
import { Accounts } from './accounts.svelte.ts';
import { DroppedElsewhere } from './files/dropped-elsewhere.ts';
import { DroppedInvoices } from './files/dropped-invoices.svelte.ts';
import { DroppedTables } from './files/dropped-tables.svelte.ts';
import { Drafts } from './forms/drafts.svelte.ts';
import { Exceptions } from './exceptions.svelte.ts';
import { FindRequests } from './find-request.svelte.ts';
import { GivenFiles } from './files/dropped-files.svelte.ts';
import { HandOverRequests } from './files/hand-over-request.svelte.ts';
import { Keys } from './keys.svelte.ts';
import { LateFootEvents } from './late-foot-events.ts';
import { Live } from './live.svelte.ts';
import { Notices } from './notices.svelte.ts';
import { Outcomes } from './outcomes.svelte.ts';
import { Router } from './router.svelte.ts';
import { Session } from './session.svelte.ts';
import { Sync } from './sync.svelte.ts';
import { Tour } from './tour.svelte.ts';

/** The state that every view shares; created once by the shell. */
export type Shared = {
  readonly session: Session;
  readonly live: Live;
  readonly router: Router;
  readonly keys: Keys;
  readonly notices: Notices;
  readonly outcomes: Outcomes;
  readonly foot: LateFootEvents;
  readonly sync: Sync;
  readonly accounts: Accounts;
  readonly exceptions: Exceptions;
  readonly drafts: Drafts;
  readonly find: FindRequests;
  readonly handOver: HandOverRequests;
  readonly droppedElsewhere: DroppedElsewhere;
  readonly given: GivenFiles;
  readonly tables: DroppedTables;
  readonly invoices: DroppedInvoices;
  readonly tour: Tour;
};

const [shared, setShared] = createContext<Shared>();

/** Returns the shared state; called while a component is created. */
export { shared };

/** Called once at the top, and in tests of a view. The kit has no access to the state: the closed operations are passed to it. */
export function provideShared(all: Shared): Shared {
  const { session, router, keys } = all;
  provideClosedOperations({
    get closed() {
      return session.closedOperations;
    },
    open: (operation) => router.go('settings', { section: 'bank-file', operation }),
  });
  provideSingleKeys({
    get areActive() {
      return keys.hasSingleKeys;
    },
    shown: (label) => keys.shown(label),
  });
  return setShared(all);
}

/** Creates and connects the shared state; nothing listens until it is started. */
export function createShared(): Shared {
  const live = new Live();
  const accounts = new Accounts(live);
  const router = new Router();
  const notices = new Notices(router, () => session);
  const foot = new LateFootEvents(live, { notices, router });
  const drafts = new Drafts(({ message }) =>
    notices.show(`Your entries are stored in this window only: ${message}`),
  );
  const session = new Session(live, () => drafts.writeNow());
  return {
    live,
    session,
    router,
    keys: new Keys(
      (needs) => {
        const [closed] = needs.filter((name) => session.isClosed(name));
        if (closed === undefined) return null;
        return () => {
          if (!pointToClosedNote())
            router.go('settings', { section: 'bank-file', operation: closed });
        };
      },
      () => session.state?.singleKeys ?? true,
      () => session.state?.ownKeys ?? {},
    ),
    notices,
    outcomes: new Outcomes(live, notices, router),
    foot,
    sync: new Sync(live, {
      hasEntries: () => accounts.list.some(({ statementAsOf }) => statementAsOf !== null),
      onEnd: (progress, isFirst) => foot.syncEnded(progress, isFirst),
    }),
    accounts,
    exceptions: new Exceptions(live),
    drafts,
    find: new FindRequests(),
    handOver: new HandOverRequests(),
    droppedElsewhere: new DroppedElsewhere(),
    given: new GivenFiles(),
    tables: new DroppedTables(),
    invoices: new DroppedInvoices(),
    tour: new Tour(),
  };
}
