import { setImmediate } from 'node:timers/promises';

import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import {
  appError,
  fail,
  type AppError,
  type ErrorCode,
  type Outcome,
} from '../../../shared/errors.ts';
import { err, ok, type Err } from '../../../shared/result.ts';
import {
  noDigest,
  type CountedAct,
  type Envelope,
  type Head,
  type NumberedAct,
  type SealedAct,
} from '../acts/act.ts';
import { envelopeDigest } from '../acts/chain.ts';
import { envelopeIn } from '../acts/envelope.ts';
import { makeAct, type ActDraft, type Author } from '../acts/make-act.ts';
import { readAct, type ReadAct, type RecordSoFar } from '../acts/read-act.ts';
import { nameOf, type TeamKeys } from '../acts/team-keys.ts';
import { timestampNow, type Clock, type Context } from '../machine/context.ts';
import { OneByOne } from '../machine/one-by-one.ts';
import { closeDatabase, inTransaction, type TeamCopy } from '../store/database.ts';
import type { TeamServer } from './postgres/team-server.ts';
import {
  addAct,
  digestAt,
  headOf,
  lastCheck,
  lastOf,
  saveCheck,
  type RecordCheck,
} from './record-copy.ts';

/**
 * current: all acts are read · unreachable: the server does not answer · server-behind: it lacks acts that this desk has read ·
 * wrong-team: it has the record of another team · damaged: acts were changed, removed or reordered · outdated: a newer Nostro wrote an
 * act that this one must know before it sends.
 */
export type RecordState =
  | 'catching-up'
  | 'current'
  | 'unreachable'
  | 'server-behind'
  | 'wrong-team'
  | 'damaged'
  | 'outdated';

/** The effect of acts on who may write. It is decided outside this engine. */
export type Members = {
  /** The team's keys that the applied acts give to this desk; null before the first. */
  keys(): TeamKeys | null;
  /** Reads the team's keys from an act that gives them to this desk. */
  learnKeys(envelope: Envelope): void;
  /** Why an act changes nothing, such as that its author is no member; null where it counts. */
  whyVoid(act: ReadAct): string | null;
  /** Applies a valid act. Called in the order of the record. */
  apply(act: ReadAct): void;
  /** Does an act ask for a newer Nostro? */
  isOutdated(): boolean;
};

export type RecordParts = {
  readonly copy: TeamCopy;
  readonly clock: Clock;
  readonly members: Members;
  /** Digest of the founding act; null before it is known. */
  readonly team: () => string | null;
  /** Who writes on this desk. */
  readonly member: Author['member'];
  readonly open: (context: Context) => Promise<Outcome<TeamServer>>;
  /** Writes the head outside the copy. */
  readonly rememberHead: (head: Head) => void;
  readonly rememberedHead: () => Head;
  /** Notes outside the copy an act of this desk that is about to be sent, and the desk's last act in the record before it. */
  readonly noteOwnAct: (noted: CountedAct & { readonly before: CountedAct }) => void;
};

/** Sends an act, and returns whether the server wrote it. */
type SendAct<T> = (
  server: TeamServer,
  act: SealedAct,
  context: Context,
) => Promise<Outcome<{ readonly isWritten: boolean; readonly value: T }>>;

/** Makes an act's content from the acts that this desk has read, up to the head that the act names as seen. A failure writes nothing. */
export type MakeDraft = () => Outcome<ActDraft>;

/** Calls the function of the record that writes an act. */
export type CallRecord = (
  server: TeamServer,
  act: SealedAct,
  context: Context,
) => Promise<Outcome<unknown>>;

/** The most acts that are read at once. */
const pageActs = 500;

/** How often an act is sent until it is known whether it is in the record. */
const triesMax = 4;

/** The team's record as this desk reads and writes it. */
export class TeamRecord {
  readonly #parts: RecordParts;
  readonly #writes = new OneByOne();
  #server: TeamServer | null = null;
  #closing: Promise<void> | null = null;
  #opening: Promise<Outcome<TeamServer>> | null = null;
  #reading: Promise<Outcome<Head>> | null = null;
  /** The place of this desk's next act; null while it is not known. */
  #next: { readonly seq: number; readonly prev: string } | null = null;
  #onHint: (() => void) | null = null;
  #onPresence: () => void = () => undefined;
  #onChange: () => void = () => undefined;
  #state: RecordState = 'catching-up';
  #since: Timestamp;
  #check: RecordCheck | null;

  constructor(parts: RecordParts) {
    this.#parts = parts;
    this.#since = timestampNow(parts.clock);
    this.#check = lastCheck(parts.copy);
  }

  /** A fault found by a check of all acts stops sending, until a later check finds none. */
  get state(): RecordState {
    if (this.#check !== null && this.#check.why !== null) return 'damaged';
    return this.#parts.members.isOutdated() && this.#state === 'current' ? 'outdated' : this.#state;
  }

  /** The last check of all acts; null before the first. */
  get check(): RecordCheck | null {
    return this.#check;
  }

  noteCheck(why: string | null): void {
    this.#check = { at: timestampNow(this.#parts.clock), why };
    saveCheck(this.copy, this.#check);
  }

  /** When the record entered its state. */
  get since(): Timestamp {
    return this.#since;
  }

  get head(): Head {
    return headOf(this.#parts.copy);
  }

  get key(): string {
    return this.#parts.member.key;
  }

  get copy(): TeamCopy {
    return this.#parts.copy;
  }

  /** Returns the connected server. Concurrent callers share one connection. */
  async server(context: Context): Promise<Outcome<TeamServer>> {
    if (this.#server?.isOpen() === true) return ok(this.#server);
    this.#opening ??= this.#parts.open(context).finally(() => {
      this.#opening = null;
    });
    const opened = await this.#opening;
    if (!opened.ok) return this.#failed(opened.error);
    if (this.#server !== opened.value) await this.#listenTo(opened.value);
    this.#server = opened.value;
    return opened;
  }

  /**
   * Calls `onHint` when the server announces new acts, and `onPresence` when a desk came, went, or looks at something else. A hint may be
   * lost: the reading at regular times then finds the acts.
   */
  onHint(onHint: () => void, onPresence: () => void = () => undefined): void {
    this.#onHint = onHint;
    this.#onPresence = onPresence;
    if (this.#server?.isOpen() === true) void this.#listenTo(this.#server);
  }

  /** Calls `onChange` when the state or the head moved. */
  onChange(onChange: () => void): void {
    this.#onChange = onChange;
  }

  async #listenTo(server: TeamServer): Promise<void> {
    if (this.#onHint === null) return;
    const listening = await server.listen(this.#onHint, this.#onPresence);
    if (!listening.ok) this.#failed(listening.error);
  }

  /** Reads and checks all acts that this desk lacks. Concurrent callers share one reading. */
  catchUp(context: Context): Promise<Outcome<Head>> {
    this.#reading ??= this.#readOn(context).finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  /**
   * Writes one act of this desk. `send` may be called again with the same bytes, until it is known whether the record has them. An act that
   * the record has after a lost answer counts as written; the result is then null.
   */
  write<T>(
    draft: ActDraft | MakeDraft,
    send: SendAct<T>,
    context: Context,
  ): Promise<Outcome<T | null>> {
    const make = typeof draft === 'function' ? draft : () => ok(draft);
    return this.#writes.run(() => this.#write(make, send, context));
  }

  /** Writes an act by a function of the record that writes it or fails. */
  writeWhole(draft: ActDraft, call: CallRecord, context: Context): Promise<Outcome<null>> {
    const send: SendAct<null> = async (server, act, sending) => {
      const done = await call(server, act, sending);
      return done.ok ? ok({ isWritten: true, value: null }) : done;
    };
    return this.write(draft, send, context);
  }

  /** Returns why nothing may be sent under this record; null where sending is allowed, also while the server is unreachable. */
  whyClosed({ correlationId }: Context): AppError | null {
    const code = closedBy[this.state];
    const found = this.#check?.why ?? null;
    return code === undefined
      ? null
      : appError(code, correlationId, found === null ? {} : { message: found });
  }

  /** Ends the connection and closes the copy; a second call does nothing. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#writes.over();
    await this.#reading;
    await this.#server?.close();
    closeDatabase(this.copy);
  }

  async #write<T>(make: MakeDraft, send: SendAct<T>, context: Context): Promise<Outcome<T | null>> {
    /** The act that was sent without an answer. */
    let pending: SealedAct | null = null;
    let last: Outcome<never> = fail('team.unreachable', context.correlationId);
    for (let tries = 0; tries < triesMax; tries += 1) {
      const ready = await this.#ready(context);
      if (!ready.ok) return pending === null ? ready : last;
      const { server, author, next } = ready.value;
      if (pending !== null && next.prev === envelopeDigest(pending.envelope)) return ok(null);
      // Another act of this key has the `seq`, so the pending one can never be written.
      if (pending !== null && last.error.code === 'team.stale') pending = null;
      const made: Outcome<SealedAct> =
        pending === null ? this.#made(make, author, next) : ok(pending);
      if (!made.ok) return made;
      const act: SealedAct = made.value;
      const { seq, prev } = next;
      const digest = envelopeDigest(act.envelope);
      if (pending === null)
        this.#parts.noteOwnAct({ seq, digest, before: { seq: seq - 1, digest: prev } });
      const sent = await send(server, act, context);
      if (sent.ok) {
        if (sent.value.isWritten) this.#next = { seq: seq + 1, prev: digest };
        return ok(sent.value.value);
      }
      this.#next = null;
      last = sent;
      if (sent.error.code === 'team.answer-lost') pending = act;
      else if (sent.error.code !== 'team.stale') return this.#refused(sent, context);
    }
    return last;
  }

  #made(make: MakeDraft, author: Author, next: Ready['next']): Outcome<SealedAct> {
    const draft = make();
    return draft.ok ? ok(makeAct(author, { ...next, seen: this.head }, draft.value)) : draft;
  }

  /** Handles a refusal. A server that refuses the head this desk has seen has another record: comparing the heads tells which. */
  async #refused(refusal: Err<AppError>, context: Context): Promise<Err<AppError>> {
    if (refusal.error.code !== 'team.fork') {
      this.#failed(refusal.error);
      return refusal;
    }
    const compared = await this.catchUp(context);
    return compared.ok ? refusal : compared;
  }

  /** Returns all that an act is made from. Catches up first where this desk's last act is not known. */
  async #ready(context: Context): Promise<Outcome<Ready>> {
    const server = await this.server(context);
    if (!server.ok) return server;
    if (this.#next === null) {
      const caughtUp = await this.catchUp(context);
      if (!caughtUp.ok) return caughtUp;
      const last = lastOf(this.copy, this.key);
      this.#next = { seq: (last?.seq ?? 0) + 1, prev: last?.digest ?? noDigest };
    }
    const { members, member } = this.#parts;
    const keys = members.keys();
    if (keys === null) return fail('team.not-joined', context.correlationId);
    const author = { member, keys, team: this.#parts.team() ?? noDigest };
    return ok({ server: server.value, author, next: this.#next });
  }

  async #readOn(context: Context): Promise<Outcome<Head>> {
    const server = await this.server(context);
    if (!server.ok) return server;
    const served = await server.value.head(context);
    if (!served.ok) return this.#failed(served.error);
    const why = await this.#compare(server.value, served.value, context);
    if (!why.ok) return this.#failed(why.error);
    if (why.value !== null) return this.#closed(why.value, context);
    return this.#readUpTo(server.value, served.value.n, context);
  }

  /** Compares the server's head with what this desk knows: null where it can be read on. */
  async #compare(
    server: TeamServer,
    served: Head,
    context: Context,
  ): Promise<Outcome<RecordState | null>> {
    const { rememberedHead } = this.#parts;
    const known = [this.head, rememberedHead()].toSorted((a, b) => b.n - a.n)[0] ?? this.head;
    const own = digestAt(this.copy, served.n);
    const isSame =
      own === null ? served.n !== known.n || served.digest === known.digest : own === served.digest;
    if (isSame && served.n >= known.n) return ok(null);
    const isOurs = await this.#isOurs(server, served, context);
    if (!isOurs.ok) return isOurs;
    if (!isOurs.value) return ok('wrong-team');
    return ok(isSame ? 'server-behind' : 'damaged');
  }

  /** Does the server have the record of this team, by its founding act? An empty record fits any team. */
  async #isOurs(server: TeamServer, { n }: Head, context: Context): Promise<Outcome<boolean>> {
    const team = this.#parts.team();
    const first = await server.actsAfter(0, 1, context);
    if (!first.ok) return first;
    return ok(team === null || n === 0 || first.value[0]?.digest === team);
  }

  async #readUpTo(server: TeamServer, n: number, context: Context): Promise<Outcome<Head>> {
    const found = await this.#findKeys(server, n, context);
    if (!found.ok) return this.#failed(found.error);
    while (this.head.n < n) {
      const page = await server.actsAfter(this.head.n, pageActs, context);
      if (!page.ok) return this.#failed(page.error);
      if (page.value.length === 0 || !this.#store(page.value)) {
        const isOurs = await this.#isOurs(server, { n, digest: noDigest }, context);
        return this.#closed(isOurs.ok && !isOurs.value ? 'wrong-team' : 'damaged', context);
      }
      await setImmediate();
    }
    const remembered = this.#parts.rememberedHead();
    const own = digestAt(this.copy, remembered.n);
    if (own !== null && own !== remembered.digest) return this.#closed('damaged', context);
    const { head } = this;
    // An open window reads every half minute, mostly to find nothing new.
    const isMoved = head.n !== remembered.n;
    if (isMoved) this.#parts.rememberHead(head);
    const isChanged = this.#become('current');
    if (isMoved && !isChanged) this.#onChange();
    return ok(head);
  }

  /** Finds the team's keys: a newcomer gets them in one of the last acts, and cannot read earlier acts without them. */
  async #findKeys(server: TeamServer, n: number, context: Context): Promise<Outcome<null>> {
    const { members } = this.#parts;
    for (let end = n; members.keys() === null && end > 0; end -= pageActs) {
      const page = await server.actsAfter(Math.max(0, end - pageActs), pageActs, context);
      if (!page.ok) return page;
      for (const { envelope } of page.value.toReversed()) {
        const read = envelopeIn(envelope);
        if (read !== null) members.learnKeys(read);
      }
    }
    // Acts read without the keys would be stored as unreadable.
    return members.keys() === null && n > 0
      ? fail('team.not-joined', context.correlationId)
      : ok(null);
  }

  /** Stores acts up to the first that does not follow the one before; false where there is one. */
  #store(page: readonly NumberedAct[]): boolean {
    const { copy, members } = this.#parts;
    return inTransaction(copy, () => {
      let { head } = this;
      for (const row of page) {
        const reading = readAct(this.#soFar(head), row);
        if (reading.is === 'fatal' || !this.#isFirstOfTeam(row)) return false;
        const { act } = reading;
        const found = reading.is === 'void' ? reading.why : members.whyVoid(reading.act);
        const why = addAct(copy, { row, act, void: found }, this.#nameOf);
        if (act !== null && why === null) members.apply(act);
        head = { n: row.n, digest: row.digest };
      }
      return true;
    });
  }

  /** False only for a first act that is not the founding act by which this desk joined. */
  #isFirstOfTeam({ n, digest }: NumberedAct): boolean {
    const team = this.#parts.team();
    return n !== 1 || team === null || digest === team;
  }

  readonly #nameOf = (reference: string): string | null => {
    const keys = this.#parts.members.keys();
    return keys && nameOf(keys, 'reference', reference);
  };

  #soFar(head: Head): RecordSoFar {
    const { copy, members, team } = this.#parts;
    return {
      head,
      team: head.n === 0 ? null : (digestAt(copy, 1) ?? team()),
      keys: members.keys(),
      lastOf: (key) => lastOf(copy, key),
      digestAt: (n) => digestAt(copy, n),
    };
  }

  #closed(state: RecordState, { correlationId }: Context): Err<AppError> {
    this.#become(state);
    return err(this.whyClosed({ correlationId }) ?? appError('internal', correlationId));
  }

  #failed(error: AppError): Err<AppError> {
    if (unreachableCodes.has(error.code)) this.#become('unreachable');
    return err(error);
  }

  #become(state: RecordState): boolean {
    if (this.#state === state) return false;
    this.#state = state;
    this.#since = timestampNow(this.#parts.clock);
    this.#onChange();
    return true;
  }
}

type Ready = {
  readonly server: TeamServer;
  readonly author: Author;
  readonly next: { readonly seq: number; readonly prev: string };
};

/** The states in which nothing is sent. */
const closedBy: Partial<Record<RecordState, ErrorCode>> = {
  'server-behind': 'team.server-behind',
  'wrong-team': 'team.damaged',
  damaged: 'team.damaged',
  outdated: 'team.outdated',
};

const unreachableCodes: ReadonlySet<string> = new Set(['team.unreachable', 'team.answer-lost']);
