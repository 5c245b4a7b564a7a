import { deskActor, type Actor, type Stamp } from '../../../shared/actor.ts';
import { DeskFault } from '../../../shared/errors.ts';
import type { DeskUser } from '../../../shared/ipc/desk/desk.ts';
import type { DeskEvent, DeskEvents } from '../../../shared/ipc/events.ts';
import type { BankFile } from '../bank/file/bank-file.ts';
import type { BankClient } from '../bank/client.ts';
import { timestampNow, type DeskClock } from '../machine/context.ts';
import type { CacheReader, Journal } from '../store/database.ts';
import type { WritingParts } from './change.ts';

/** Sends an event to the window. */
export type Announce = <E extends DeskEvent>(event: E, fact: DeskEvents[E]) => void;

/** The open bank, as a noun's routes see it. `Writes` are the methods with which they write into its local copy. */
export type OpenBank<Writes = unknown> = {
  readonly bank: BankClient;
  readonly profile: { readonly bankFile: BankFile };
  readonly copy: {
    readonly reader: CacheReader;
    readonly journal: Journal;
    readonly writer: Writes;
    /** The id of this desk. */
    readonly deskId: string;
  };
  /** The dependencies of changes at the bank. */
  readonly changes: WritingParts<Writes>;
  readonly clock: DeskClock;
  readonly announce: Announce;
  /** The signed-in user; null where the bank does not name it. */
  readonly user: DeskUser | null;
  /** The client that the sub-clients belong to; null while unknown. */
  readonly clientId: string | null;
};

/** Returns the person at an open bank. `typed` is the name of a person whom the bank does not name. */
export const actorOf = (
  { user, copy }: Pick<OpenBank, 'user'> & { readonly copy: Pick<OpenBank['copy'], 'deskId'> },
  typed?: string,
): Actor => deskActor(copy.deskId, user, typed);

/** Returns the person at an open bank, and the time. */
export const stampOf = (open: Pick<OpenBank, 'user' | 'copy' | 'clock'>): Stamp => ({
  actor: actorOf(open),
  at: timestampNow(open.clock),
});

/** The fault for a requested record that was never fetched. */
export const notCached = (what: string): DeskFault =>
  new DeskFault('offline.not-cached', `${what} is not in the local copy.`);
