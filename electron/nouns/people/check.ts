import { fail, type Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import {
  emptyHead,
  noDigest,
  type CountedAct,
  type Head,
  type NumberedAct,
} from '../../engines/acts/act.ts';
import { envelopeDigest } from '../../engines/acts/chain.ts';
import { readAct, type ReadAct, type RecordSoFar } from '../../engines/acts/read-act.ts';
import type { Context } from '../../engines/machine/context.ts';
import { actsBehind, type StoredAct } from '../../engines/team-record/record-copy.ts';
import type { TeamServer } from '../../engines/team-record/postgres/team-server.ts';
import { Membership } from './membership.ts';
import type { OpenTeam } from './open-team.ts';

/** The result of a check of every act, here and at the server. */
export type Checked = {
  readonly acts: number;
  /** Acts that change nothing. */
  readonly voidActs: number;
  readonly head: Head;
};

/** The most acts that are checked at once: about 25 milliseconds. */
const pageActs = 100;

/**
 * Checks every act of this desk's copy from the first on, as if it were read for the first time, and compares it with the server's byte
 * by byte. (Catching up checks new acts only.) `team.damaged` names the first act that differs. The result is saved, and damage stops
 * sending. Yields after each page.
 */
export async function* checking(
  team: OpenTeam,
  context: Context,
): AsyncGenerator<null, Outcome<Checked>> {
  const { record } = team;
  const caughtUp = await record.catchUp(context);
  if (!caughtUp.ok) return caughtUp;
  const server = await record.server(context);
  if (!server.ok) return server;
  const check = new Check(team);
  while (check.head.n < caughtUp.value.n) {
    const page = actsBehind(record.copy, check.head.n, pageActs);
    const served = await allActs(server.value, page, context);
    if (!served.ok) return served;
    const wrong = check.page(page, served.value);
    if (wrong !== null) return damaged(team, wrong, context);
    yield null;
  }
  record.noteCheck(null);
  return ok({ acts: check.head.n, voidActs: check.voidActs, head: check.head });
}

/** Saves damage, after catching up: that fails first where the server was restored from an older copy and only lacks acts. */
async function damaged(
  { record }: OpenTeam,
  wrong: number,
  context: Context,
): Promise<Outcome<never>> {
  const again = await record.catchUp(context);
  if (!again.ok) return again;
  const message = `Act ${wrong} is not what it was.`;
  record.noteCheck(message);
  return fail('team.damaged', context.correlationId, { message });
}

/** Runs the whole check without yielding to the caller. */
export async function checkRecord(team: OpenTeam, context: Context): Promise<Outcome<Checked>> {
  const steps = checking(team, context);
  for (;;) {
    const step = await steps.next();
    if (step.done === true) return step.value;
  }
}

/** The server's acts at the numbers of a page; a page of the server may be shorter. */
async function allActs(
  server: TeamServer,
  page: readonly NumberedAct[],
  context: Context,
): Promise<Outcome<readonly NumberedAct[]>> {
  const acts: NumberedAct[] = [];
  const first = page[0]?.n ?? 1;
  while (acts.length < page.length) {
    const served = await server.actsAfter(
      first - 1 + acts.length,
      page.length - acts.length,
      context,
    );
    if (!served.ok) return served;
    if (served.value.length === 0) break;
    acts.push(...served.value);
  }
  return ok(acts);
}

/** A fresh reader of the record, separate from the copy. */
class Check {
  readonly #people: Membership;
  readonly #digests: string[] = [noDigest];
  readonly #last = new Map<string, CountedAct>();
  readonly #team: string;
  head: Head = emptyHead;
  voidActs = 0;

  constructor({ member, people, row }: OpenTeam) {
    this.#people = new Membership(member);
    const keys = people.keys();
    if (keys) this.#people.startWith(keys);
    this.#team = row().team;
  }

  /** Checks a page. Returns the number of the first act that differs, or that does not follow the one before; null where there is none. */
  page(page: readonly StoredAct[], served: readonly NumberedAct[]): number | null {
    for (const [place, act] of page.entries()) {
      const other = served[place];
      if (other === undefined || !isSameAct(act, other) || !this.#follows(act)) return act.n;
    }
    return page.length === 0 ? this.head.n + 1 : null;
  }

  #follows(row: StoredAct): boolean {
    const reading = readAct(this.#soFar(), row);
    if (reading.is === 'fatal' || (row.n === 1 && row.digest !== this.#team)) return false;
    const { act } = reading;
    const isVoid = reading.is === 'void' || this.#people.whyVoid(reading.act) !== null;
    if (isVoid && row.void === null) return false;
    if (row.void !== null) this.voidActs += 1;
    else if (act !== null) this.#people.apply(act);
    if (act !== null) this.#note(act, row);
    this.#digests.push(row.digest);
    this.head = { n: row.n, digest: row.digest };
    return true;
  }

  #note({ envelope: { key, seq } }: ReadAct, { envelope }: NumberedAct): void {
    this.#last.set(key, { seq, digest: envelopeDigest(envelope) });
  }

  #soFar(): RecordSoFar {
    return {
      head: this.head,
      team: this.head.n === 0 ? null : this.#team,
      keys: this.#people.keys(),
      lastOf: (key) => this.#last.get(key) ?? null,
      digestAt: (n) => this.#digests[n] ?? null,
    };
  }
}

const isSameAct = (one: NumberedAct, other: NumberedAct): boolean =>
  one.n === other.n &&
  one.digest === other.digest &&
  [one.envelope, one.signature, one.body].every((part, at) =>
    Buffer.from(part).equals([other.envelope, other.signature, other.body][at] ?? Buffer.of()),
  );
