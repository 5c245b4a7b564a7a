import { setTimeout } from 'node:timers/promises';

import type { Actor } from '../../../../shared/actor.ts';
import { DeskFault, fail, appError, type Outcome } from '../../../../shared/errors.ts';
import { isLockedState, type JournalStatus } from '../../../../shared/ipc/submissions.ts';
import { err, ok } from '../../../../shared/result.ts';
import { timestampNow, type Clock, type Context } from '../../../engines/machine/context.ts';
import { OneByOne } from '../../../engines/machine/one-by-one.ts';
import type { Journal } from '../../../engines/store/database.ts';
import type {
  JournalHead,
  JournalHeadWrites,
  CachedHead,
} from '../../../engines/store/journal-head.ts';
import { journalHead } from '../../../engines/submissions/journal/journal-chain.ts';
import { ignoreErrorsAsync } from '../../../engines/store/local-faults.ts';
import {
  beginEpoch,
  unlockJournal,
  type JournalLock,
} from '../../../engines/store/opening/journal-locks.ts';
import type { Continuity } from '../../../engines/submissions/continuity.ts';
import type { Witness } from './witness.ts';
import type { Witnesses } from './witnesses.ts';

/** The part of a folder's witnesses that does not change while the folder is open. */
export type Identity = Pick<Witness, 'profileId' | 'folderId' | 'folder' | 'journalId'>;

export type ContinuityParts = {
  readonly journal: Journal;
  readonly cache: JournalHeadWrites;
  readonly witnesses: Witnesses;
  readonly clock: Clock;
  readonly identity: Identity;
  /** Digests of the heads of copies of the folder elsewhere on this machine, saved as known once a person has reconciled. */
  readonly twins: readonly string[];
};

type Start = {
  readonly state: 'whole' | 'unchecked';
  readonly lock: JournalLock | null;
  readonly epoch: number;
  readonly reconciled: readonly string[];
};

/** Milliseconds between two heads written to the cache while a payment file is sent. */
const cacheRestMs = 200;

/** Keeps the witnesses of an open journal one step ahead of the bank. */
export class JournalContinuity implements Continuity {
  readonly #parts: ContinuityParts;
  #lock: JournalLock | null;
  #state: Start['state'];
  #epoch: number;
  /** The head as last read: the status is also asked for while the journal is being closed. */
  #head: JournalHead;
  #reconciled: readonly string[];
  /** The number of sends that are witnessed in every place; -1 before the first. */
  #witnessed = -1;
  #claimedUpTo = 0;
  /** The head that is being written to the cache, or comes next; null when idle. */
  #forCache: CachedHead | null = null;
  readonly #oneByOne = new OneByOne();
  #listeners: (() => void)[] = [];

  constructor(parts: ContinuityParts, { state, lock, epoch, reconciled }: Start) {
    this.#parts = parts;
    this.#head = journalHead(parts.journal);
    this.#state = state;
    this.#lock = lock;
    this.#epoch = epoch;
    this.#reconciled = reconciled;
  }

  /** Registers a listener for when sending is enabled again. */
  onChange(listen: () => void): void {
    this.#listeners.push(listen);
  }

  status(): JournalStatus {
    const { count, at } = this.#head;
    const lock = this.#lock;
    return {
      state: lock?.state ?? this.#state,
      since: lock?.since ?? null,
      knownUntil: lock ? lock.knownUntil : at,
      lastSentAt: lock ? lock.lastSentAt : at,
      sends: count,
      expectedSends: lock?.expectedSends ?? count,
    };
  }

  allows({ correlationId }: Context): Outcome<null> {
    const { state } = this.status();
    return isLockedState(state) ? fail(`journal.${state}`, correlationId) : ok(null);
  }

  witness(context: Context): Promise<Outcome<null>> {
    return this.#inTurn(context, async () => {
      const head = this.#look();
      if (head.count === this.#witnessed) return;
      await this.#write(head, { claimed: head.count <= this.#claimedUpTo });
    });
  }

  reserve(sends: number, context: Context): Promise<Outcome<null>> {
    return this.#inTurn(context, async () => {
      const head = this.#look();
      this.#claimedUpTo = head.count + sends;
      await this.#write(head);
    });
  }

  async settle(context: Context): Promise<void> {
    const settled = await this.#inTurn(context, async () => {
      this.#claimedUpTo = 0;
      await this.#write(this.#look());
    });
    // A claim that could not be released now is released at the next opening.
    if (!settled.ok) this.#witnessed = -1;
  }

  /** Brings the witnesses up to the journal's head at the opening. */
  catchUp(): Promise<Outcome<null>> {
    return this.witness({ correlationId: 'opening' });
  }

  adopted(context: Context): Promise<Outcome<null>> {
    return this.#inTurn(context, async () => {
      const { journal, witnesses, clock } = this.#parts;
      const epoch = this.#epoch + 1;
      const head = this.#look();
      await witnesses.write(this.#witnessOf(head, { epoch }));
      beginEpoch(journal, { epoch, at: timestampNow(clock) });
      this.#epoch = epoch;
      this.#keepInCache(head);
      this.#witnessed = head.count;
    });
  }

  async reopen(actor: Actor, { correlationId }: Context): Promise<Outcome<null>> {
    const { journal, cache, clock, twins } = this.#parts;
    const epoch = this.#epoch + 1;
    const reconciled = [...new Set([...this.#reconciled, ...twins])];
    try {
      const head = this.#look();
      await this.#parts.witnesses.write(this.#witnessOf(head, { epoch, reconciled }));
      this.#forCache = null;
      await cache.keepJournalHead({ ...head, epoch });
      unlockJournal(journal, { actor, at: timestampNow(clock), epoch });
    } catch (cause) {
      return err(unwritten(cause, correlationId, 'Sending stays paused.'));
    }
    this.#epoch = epoch;
    this.#reconciled = reconciled;
    this.#lock = null;
    this.#state = 'whole';
    for (const listen of this.#listeners) listen();
    return ok(null);
  }

  #look(): JournalHead {
    this.#head = journalHead(this.#parts.journal);
    return this.#head;
  }

  async #write(head: JournalHead, options: { claimed?: boolean } = {}): Promise<void> {
    await this.#parts.witnesses.write(this.#witnessOf(head), options);
    this.#witnessed = head.count;
    this.#keepInCache(head);
  }

  /**
   * Writes the second witness, to the cache, without any caller waiting for it; of several heads only the last is written. While a payment
   * file is sent it is written a few times a second, so that the lines do not wait for its disk.
   */
  #keepInCache(head: JournalHead): void {
    const isBusy = this.#forCache !== null;
    this.#forCache = { ...head, epoch: this.#epoch };
    if (!isBusy) void this.#writeToCache();
  }

  async #writeToCache(): Promise<void> {
    for (let next = this.#forCache; next !== null; next = this.#forCache) {
      const head = next;
      await ignoreErrorsAsync(() => this.#parts.cache.keepJournalHead(head));
      if (this.#claimedUpTo > head.count) await setTimeout(cacheRestMs, null, { ref: false });
      if (this.#forCache === head) this.#forCache = null;
    }
  }

  #witnessOf(
    { count, digest, at }: JournalHead,
    { epoch = this.#epoch, reconciled = this.#reconciled } = {},
  ): Witness {
    return {
      version: 1,
      ...this.#parts.identity,
      epoch,
      count,
      digest,
      at,
      upTo: Math.max(count, this.#claimedUpTo),
      lock: null,
      reconciled: [...reconciled],
    };
  }

  #inTurn(context: Context, work: () => Promise<void>): Promise<Outcome<null>> {
    return this.#oneByOne.run(async (): Promise<Outcome<null>> => {
      const allowed = this.allows(context);
      if (!allowed.ok) return allowed;
      try {
        await work();
        return ok(null);
      } catch (cause) {
        return err(unwritten(cause, context.correlationId, 'Nothing was sent.'));
      }
    });
  }
}

function unwritten(cause: unknown, correlationId: string, safe: string) {
  if (!(cause instanceof DeskFault)) throw cause;
  return appError(cause.code, correlationId, {
    message: `What was sent could not be remembered outside the data folder. ${safe}`,
  });
}
