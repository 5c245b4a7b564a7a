import { appError, fail, type AppError, type Outcome } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import { err, ok } from '../../../shared/result.ts';
import type { JsonObject } from '../acts/act.ts';
import type { ActDraft } from '../acts/make-act.ts';
import { nameOf } from '../acts/team-keys.ts';
import type { Clock, Context } from '../machine/context.ts';
import { ignoreErrorsAsync } from '../store/local-faults.ts';
import {
  claimNamed,
  claimsAlike,
  isFree,
  isOpen,
  openClaimsOf,
  type OpenClaim,
  type StoredClaim,
} from './claim-table.ts';
import { ClaimOutcomes } from './claim-outcomes.ts';
import type { ClaimAnswer, ClaimOutcome } from './postgres/team-server.ts';
import type { TeamRecord } from './team-record.ts';
import type { JudgeClaims, WantedClaim } from './wanted-claim.ts';

export type ClaimsParts = {
  readonly record: TeamRecord;
  readonly clock: Clock;
  readonly names: () => { readonly names: Uint8Array } | null;
  /** The name of the person who writes under a key. */
  readonly personOf: (key: string) => string;
  readonly judge: JudgeClaims;
  /** The `seq` of the last act of this desk that its journal does not know; 0 where it knows all. */
  readonly forgottenThrough: () => number;
};

type Waiting = {
  readonly wanted: WantedClaim;
  readonly resolve: (outcome: Outcome<null>) => void;
};

/** The kind of a waiting claim. All claims of one act are of one kind. */
const kindOf = (waiting: Waiting | undefined): 'new' | 'proven' | 'sent' => {
  const sent = waiting?.wanted.sentBefore;
  if (sent === undefined) return 'new';
  return sent.proof === null ? 'sent' : 'proven';
};

/** How often a claim is tried because other desks wrote in between. */
const staleMax = 10;

/** A claim made ahead is used within this time. Sending may take a minute more, and taking a claim over needs a longer silence. */
const freshMs = 30_000;

type Moment = { readonly wallMs: number; readonly monotonicMs: number };

/** The claims of this desk. Each is made before its payment is sent, and gets an outcome afterwards. */
export class TeamClaims {
  readonly #parts: ClaimsParts;
  /** References that this process claimed, and when. */
  readonly #held = new Map<string, Moment>();
  /** References that this process may have claimed: the answer was lost. None of them was sent. */
  readonly #uncertain = new Set<string>();
  /** References claimed before their turn, and not used yet. */
  readonly #ahead = new Set<string>();
  readonly #outcomes: ClaimOutcomes;
  #waiting: Waiting[] = [];
  #sending: Promise<void> | null = null;

  constructor(parts: ClaimsParts) {
    this.#parts = parts;
    this.#outcomes = new ClaimOutcomes(parts.record, (text) => this.#name('reference', text));
  }

  /**
   * Claims the right to send a reference, in one act with all others that wait. Fails with `team.taken`, with `team.twin`, with the reason
   * why the record could not be asked, or with `outcome.unknown` where this desk claimed the reference before and does not know the
   * outcome. After a failure nothing may be sent.
   */
  async claim(wanted: WantedClaim, context: Context): Promise<Outcome<null>> {
    const { reference } = wanted;
    if (this.#ahead.delete(reference) && this.#isFresh(reference)) return ok(null);
    const closed = this.#parts.record.whyClosed(context);
    if (closed) return err(closed);
    return this.#ask(wanted, context);
  }

  /** Claims references before their turn. `claim` asks again for those that fail here. */
  async claimAhead(wanted: readonly WantedClaim[], context: Context): Promise<void> {
    const missing = wanted.filter(({ reference }) => !this.#ahead.has(reference));
    await Promise.all(
      missing.map(async (one) => {
        const claimed = await this.#ask(one, context);
        if (claimed.ok) this.#ahead.add(one.reference);
      }),
    );
  }

  /**
   * Claims what this desk sent before. Returns, with a message, the references that another desk holds in the record, and those that look
   * like one of its payments. Those that another desk holds are not claimed. Safe to repeat.
   */
  async importAll(
    wanted: readonly WantedClaim[],
    context: Context,
  ): Promise<Outcome<readonly { readonly reference: string; readonly message: string }[]>> {
    const differences: { reference: string; message: string }[] = [];
    for (let at = 0; at < wanted.length; at += limits.claimsAtOnceMax) {
      const batch = wanted.slice(at, at + limits.claimsAtOnceMax);
      const answers = await Promise.all(batch.map((one) => this.#import(one, context)));
      for (const [place, answer] of answers.entries()) {
        if (!answer.ok) return answer;
        const { reference } = batch[place] ?? { reference: '' };
        if (answer.value !== null) differences.push({ reference, message: answer.value });
      }
    }
    return ok(differences);
  }

  /** Claims one sent payment. Returns the record's objection; null where it was claimed, now or by an earlier import. */
  async #import(wanted: WantedClaim, context: Context): Promise<Outcome<string | null>> {
    const answer = await this.#ask(wanted, context);
    if (answer.ok || answer.error.code === 'outcome.unknown') return ok(null);
    const { code, message } = answer.error;
    if (code === 'team.taken') return ok(this.#twinOfImported(wanted, context) ?? message);
    if (code !== 'team.twin') return answer;
    const again = await this.#ask(this.#besideTwins(wanted), context);
    const isSettled = again.ok || ['team.twin', 'team.taken'].includes(again.error.code);
    return isSettled ? ok(message) : again;
  }

  /**
   * The claim of a sent payment that has twins. A reference that was claimed before, and given back, is claimed with the same likeness and
   * all twins named; any other without a likeness.
   */
  #besideTwins(wanted: WantedClaim): WantedClaim {
    const { reference, likeness, twins } = wanted;
    if (likeness === null || this.claimOf(reference) === null) return { ...wanted, likeness: null };
    const alike = claimsAlike(this.#parts.record.copy, this.#name('likeness', likeness), '');
    const named = alike.map((claim) => claim.reference);
    const all = new Set([...twins, ...named].filter((one) => one !== '' && one !== reference));
    return { ...wanted, twins: [...all] };
  }

  /** Repeats the message of an earlier import, which claimed the reference without its likeness; null for a claim of another desk. */
  #twinOfImported({ reference, likeness, twins }: WantedClaim, context: Context): string | null {
    const { copy, key } = this.#parts.record;
    if (likeness === null || this.claimOf(reference)?.key !== key) return null;
    const alike = claimsAlike(copy, this.#name('likeness', likeness), '');
    const twin = alike.find((one) => one.key !== key && !twins.includes(one.reference));
    if (twin === undefined) return null;
    const { name, ...holder } = twin;
    const found = { ...holder, n: null, reference: name, state: 'twin' as const, other: name };
    const refusal = this.#refusal({ reference }, found, context);
    return refusal.ok ? null : refusal.error.message;
  }

  /** Gives back the references that were claimed ahead and not sent. */
  async release(context: Context): Promise<void> {
    for (const reference of this.#ahead) this.#outcomes.add(reference, 'not-sent');
    this.#ahead.clear();
    // A claim that cannot be given back now is given back at the next opening.
    await ignoreErrorsAsync(() => this.publish(context));
  }

  /** Did this process claim it so recently that it may be sent? The clock that shows more time counts: one can be set, one may stop. */
  #isFresh(reference: string): boolean {
    const at = this.#held.get(reference);
    if (at === undefined) return false;
    const { clock } = this.#parts;
    const sinceMs = [clock.now() - at.wallMs, clock.monotonicMs() - at.monotonicMs];
    return Math.min(...sinceMs) >= 0 && Math.max(...sinceMs) < freshMs;
  }

  /**
   * Notes an outcome for the record. It is published in the background, with those of the next quarter of a second, or before the next
   * claim of the same reference. A claim is not given back where the journal may lack what was sent under it.
   */
  settle(reference: string, outcome: ClaimOutcome): void {
    if (!this.#isOwn(reference) || (isFree(outcome) && this.#isForgotten(reference))) return;
    this.#outcomes.add(reference, outcome);
    this.#outcomes.publishSoon();
  }

  /** Is a claim being sent, or made ahead? */
  get isBusy(): boolean {
    return this.#sending !== null || this.#ahead.size > 0;
  }

  /** The number of outcomes that the record does not have yet. */
  get unsent(): number {
    return this.#outcomes.count;
  }

  /** Writes all outcomes to the record. */
  publish(context: Context): Promise<Outcome<null>> {
    return this.#outcomes.publish(context);
  }

  /** The claim of a reference, as this desk has read it. */
  claimOf(reference: string): StoredClaim | null {
    return claimNamed(this.#parts.record.copy, this.#name('reference', reference));
  }

  /** The `seq` of the last act of this desk that its journal does not know; 0 where it knows all. */
  get forgottenThrough(): number {
    return this.#parts.forgottenThrough();
  }

  /** The claims that this desk made before this process, whose outcomes the journal may know better. */
  openClaims(): readonly OpenClaim[] {
    const { record } = this.#parts;
    return openClaimsOf(record.copy, record.key).filter(
      ({ reference }) =>
        reference !== '' && !this.#held.has(reference) && !this.#uncertain.has(reference),
    );
  }

  async close(): Promise<void> {
    await this.#sending;
    await this.#outcomes.close();
  }

  #isOwn(reference: string): boolean {
    return this.#held.has(reference) || this.claimOf(reference)?.key === this.#parts.record.key;
  }

  /**
   * Asks for one claim. A claim of another desk that this desk has read counts, and the server is not asked. An outcome is published before
   * the next claim of its reference: published after it, the outcome would free a payment that is being sent.
   */
  async #ask(wanted: WantedClaim, context: Context): Promise<Outcome<null>> {
    if (this.#outcomes.has(wanted.reference)) {
      const published = await this.publish(context);
      if (!published.ok) return published;
    }
    if (this.#heldByAnother(wanted.reference)) {
      const caughtUp = await this.#parts.record.catchUp(context);
      if (!caughtUp.ok) return caughtUp;
      const held = this.#heldByAnother(wanted.reference);
      if (held) return this.#refusal(wanted, answerOf(held), context);
    }
    return this.#enqueue(wanted, context);
  }

  #heldByAnother(reference: string): StoredClaim | null {
    const claim = this.claimOf(reference);
    const isHeld = claim !== null && claim.key !== this.#parts.record.key && !isFree(claim.outcome);
    return isHeld ? claim : null;
  }

  #enqueue(wanted: WantedClaim, context: Context): Promise<Outcome<null>> {
    const answer = new Promise<Outcome<null>>((resolve) => {
      this.#waiting.push({ wanted, resolve });
    });
    this.#send(context);
    return answer;
  }

  #send(context: Context): void {
    this.#sending ??= this.#sendAll(context).finally(() => {
      this.#sending = null;
      // Claims that were asked for between the last act and this moment.
      if (this.#waiting.length > 0) this.#send(context);
    });
  }

  /** Writes one act after the other, each with all claims that wait by then. */
  async #sendAll(context: Context): Promise<void> {
    // Claims that are asked for in the same turn of the event loop go together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const kind = kindOf(this.#waiting[0]);
      const end = this.#waiting.findIndex((waiting) => kindOf(waiting) !== kind);
      const size = end < 0 ? this.#waiting.length : end;
      const batch = this.#waiting.splice(0, Math.min(size, limits.claimsAtOnceMax));
      await this.#sendBatch(batch, context);
    }
  }

  /**
   * Claims a batch. A claim that meets an obstacle is taken out, and the others are asked for again. Where other desks wrote something on
   * which an approval depends, all are checked again.
   */
  async #sendBatch(batch: readonly Waiting[], context: Context, tries = staleMax): Promise<void> {
    const read = await this.#readFirst(context);
    if (!read.ok) {
      for (const { resolve } of batch) resolve(read);
      return;
    }
    const refused = new Map<WantedClaim, Outcome<null>>();
    const answers = await this.#claimOf(
      batch.map(({ wanted }) => wanted),
      refused,
      context,
    );
    if (refused.size > 0) {
      for (const { wanted, resolve } of batch) {
        const why = refused.get(wanted);
        if (why) resolve(why);
      }
      const rest = batch.filter(({ wanted }) => !refused.has(wanted));
      if (rest.length > 0) await this.#sendBatch(rest, context);
      return;
    }
    if (answers.ok && answers.value?.some(({ state }) => state === 'stale')) {
      const caughtUp = await this.#parts.record.catchUp(context);
      if (caughtUp.ok && tries > 1) return this.#sendBatch(batch, context, tries - 1);
      const failed = caughtUp.ok ? fail('team.busy', context.correlationId) : caughtUp;
      for (const { resolve } of batch) resolve(failed);
      return;
    }
    if (!answers.ok) {
      for (const { wanted, resolve } of batch) {
        this.#uncertain.add(wanted.reference);
        resolve(answers);
      }
      return;
    }
    const obstacles = new Map(
      (answers.value ?? [])
        .filter(({ state }) => state !== 'claimed')
        .map((one) => [one.reference, one]),
    );
    const known = await this.#forgetOthers(batch, obstacles, context);
    const rest: Waiting[] = [];
    for (const waiting of batch) {
      const obstacle = obstacles.get(this.#name('reference', waiting.wanted.reference));
      if (obstacle !== undefined)
        waiting.resolve(known.ok ? this.#refusal(waiting.wanted, obstacle, context) : known);
      else if (obstacles.size > 0) rest.push(waiting);
      else {
        this.#hold(waiting.wanted.reference);
        waiting.resolve(ok(null));
      }
    }
    if (rest.length > 0) await this.#sendBatch(rest, context);
  }

  /** Reads the record first where it is not current: without it, a desk does not know which approvals its claims need. */
  async #readFirst(context: Context): Promise<Outcome<unknown>> {
    const { record } = this.#parts;
    return record.state === 'current' ? ok(null) : record.catchUp(context);
  }

  /** Writes the claims. Adds to `refused` those that lack an approval; no act is written then. */
  #claimOf(
    wanted: readonly WantedClaim[],
    refused: Map<WantedClaim, Outcome<null>>,
    context: Context,
  ): Promise<Outcome<readonly ClaimAnswer[] | null>> {
    const claims = wanted.map(({ reference, likeness, payloadHash, twins }) => ({
      r: this.#name('reference', reference),
      l: likeness === null ? '' : this.#name('likeness', likeness),
      p: this.#name('payload', payloadHash),
      ...(twins.length === 0
        ? {}
        : { t: twins.slice(0, limits.claimTwinsMax).map((twin) => this.#name('reference', twin)) }),
    }));
    const references = wanted.map(({ reference }) => reference);
    const draft = (): Outcome<ActDraft> => {
      const approved = this.#judge(wanted, refused, context);
      if (!approved.ok) return approved;
      const { of = {}, content = {} } = approved.value;
      return ok({ kind: 'claim', of: { claims, ...of }, content: { references, ...content } });
    };
    return this.#parts.record.write(
      draft,
      async (server, act, sending) => {
        const answers = await server.claim(act, sending);
        if (!answers.ok) return answers;
        const isWritten = answers.value.every(({ state }) => state === 'claimed');
        return ok({ isWritten, value: answers.value });
      },
      context,
    );
  }

  /** Returns what approval rules add to a claim; nothing in a team without them. */
  #judge(
    wanted: readonly WantedClaim[],
    refused: Map<WantedClaim, Outcome<null>>,
    context: Context,
  ): Outcome<Pick<ActDraft, 'of'> & { readonly content?: JsonObject }> {
    const approved = this.#parts.judge(wanted, context);
    if (approved === null) return ok({});
    const payments: JsonObject[] = [];
    const tallies = new Set<string>();
    for (const [place, one] of approved.entries()) {
      const claim = wanted[place];
      if (claim === undefined) continue;
      if (!one.ok) refused.set(claim, one);
      else {
        payments.push(one.value.payment);
        for (const tally of one.value.tallies) tallies.add(this.#name('tally', tally));
      }
    }
    const [first] = refused.values();
    if (first?.ok === false) return first;
    const of = tallies.size === 0 ? {} : { of: { tallies: [...tallies] } };
    return ok({ ...of, content: { payments } });
  }

  /**
   * Checks the claims whose answer was lost and that meet a claim of this desk. That may be the lost claim, unless the journal does not
   * know its act: then something may have been sent under it. Fails where the record cannot be read.
   */
  async #forgetOthers(
    batch: readonly Waiting[],
    obstacles: ReadonlyMap<string, ClaimAnswer>,
    context: Context,
  ): Promise<Outcome<unknown>> {
    const doubtful = batch
      .map(({ wanted: { reference } }) => reference)
      .filter((reference) => this.#uncertain.has(reference))
      .filter((reference) => obstacles.get(this.#name('reference', reference))?.state === 'yours');
    if (doubtful.length === 0) return ok(null);
    const read = await this.#parts.record.catchUp(context);
    if (!read.ok) return read;
    for (const reference of doubtful)
      if (this.#isForgotten(reference)) this.#uncertain.delete(reference);
    return ok(null);
  }

  /**
   * May this desk have sent something under its claim of a reference that its journal lacks? Nothing was ever sent from here under a claim
   * that was taken over.
   */
  #isForgotten(reference: string): boolean {
    if (this.#held.has(reference)) return false;
    const { record } = this.#parts;
    const name = this.#name('reference', reference);
    const claim = openClaimsOf(record.copy, record.key).find((one) => one.name === name);
    return typeof claim?.seq === 'number' && claim.seq <= this.forgottenThrough;
  }

  #hold(reference: string): void {
    const { clock } = this.#parts;
    this.#uncertain.delete(reference);
    this.#held.set(reference, { wallMs: clock.now(), monotonicMs: clock.monotonicMs() });
  }

  /** Translates an obstacle. An open claim of this very process is none: the journal knows what it did. */
  #refusal(
    { reference }: Pick<WantedClaim, 'reference'>,
    { state, key, outcome, other }: ClaimAnswer,
    context: Context,
  ): Outcome<null> {
    if (state === 'yours' && isOpen(outcome)) {
      if (!this.#held.has(reference) && !this.#uncertain.has(reference))
        return err(earlier(reference, context));
      this.#hold(reference);
      return ok(null);
    }
    const claim =
      state === 'twin' ? claimNamed(this.#parts.record.copy, other ?? '') : this.claimOf(reference);
    const by = this.#parts.personOf(key);
    const since = claim ? ` at ${claim.at}` : '';
    if (state !== 'twin')
      return fail('team.taken', context.correlationId, {
        message: `${by} claimed ${reference}${since}: ${outcomeWords(outcome)}.`,
      });
    const twin = claim === null || claim.reference === '' ? 'a payment' : claim.reference;
    return fail('team.twin', context.correlationId, {
      message: `${by} claimed ${twin}${since}, which looks the same: ${outcomeWords(outcome)}.`,
    });
  }

  #name(of: 'reference' | 'likeness' | 'payload' | 'tally', text: string): string {
    const keys = this.#parts.names();
    return keys === null ? '' : nameOf(keys, of, text);
  }
}

const answerOf = ({ name, key, outcome }: StoredClaim): ClaimAnswer => ({
  ...{ n: null, reference: name, state: 'taken', other: null },
  ...{ key, outcome },
});

const earlier = (reference: string, { correlationId }: Context): AppError =>
  appError('outcome.unknown', correlationId, {
    message: `This desk claimed ${reference} before, and does not know what came of it. Nothing was sent now.`,
  });

const outcomeWords = (outcome: ClaimOutcome | null): string => {
  switch (outcome) {
    case 'accepted':
      return 'the bank accepted it';
    case 'refused':
      return 'the bank refused it';
    case 'unknown':
      return 'its outcome is unknown';
    case 'not-sent':
    case 'not-found':
      return 'another payment stands under that reference';
    case null:
      return 'it has no outcome yet';
  }
};
