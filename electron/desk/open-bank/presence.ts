import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import { nameOf } from '../../engines/acts/team-keys.ts';
import type { Clock, Context } from '../../engines/machine/context.ts';
import { OneByOne } from '../../engines/machine/one-by-one.ts';
import { keyOfParts } from '../../engines/sharing/shared-kind.ts';
import { ignoreErrors, ignoreErrorsAsync } from '../../engines/store/local-faults.ts';
import type { PresentDesk } from '../../engines/team-record/postgres/team-server.ts';
import type { OpenTeam } from '../../nouns/people/open-team.ts';

/** An entry at which a person looks. */
export type SeenEntry = { readonly accountNumber: string; readonly entryId: string };

/** A colleague's desk that is open now. */
export type Present = {
  readonly name: string;
  /** When it last published that. */
  readonly at: Timestamp;
  /** The number of the last act that it has read. */
  readonly n: number;
  /** The keyed digest of the entry at which its person looks; empty for none. */
  readonly subject: string;
};

/** The colleagues who are online, as a desk that stays open publishes and reads it. */
export type PresenceOfTeam = {
  /** Desks of colleagues, sorted by name. Empty while the record cannot be reached. */
  list(): readonly Present[];
  /** The keyed digest of an entry, to be compared with `subject`; empty without the team's keys. */
  subjectOf(entry: SeenEntry): string;
  /** Publishes the entry at which the person looks now; null for none. */
  lookAt(entry: SeenEntry | null): void;
};

/** The presence where the team cannot be opened. */
export const noPresence: PresenceOfTeam = {
  list: () => [],
  subjectOf: () => '',
  lookAt: () => undefined,
};

/** The interval of publishing; a desk counts as open for 75 seconds. */
const everyMs = 25_000;
/** A delay, so that entries passed quickly with a held key are not published. */
const soonMs = 150;
const context: Context = { correlationId: 'team-presence' };

/** Publishes that this desk is open while its window is, and reads which others are. A failure affects the list only. */
export class Presence implements PresenceOfTeam {
  readonly #team: OpenTeam;
  readonly #clock: Clock;
  readonly #runs = new OneByOne();
  #onChange: (() => void) | null = null;
  #entry: SeenEntry | null = null;
  #found: readonly Present[] = [];
  #nextMs = 0;
  #soon: NodeJS.Timeout | null = null;

  constructor(team: OpenTeam, clock: Clock) {
    this.#team = team;
    this.#clock = clock;
  }

  /** Starts to publish. Calls `onChange` when a colleague came, left, or looks at something else. */
  begin(onChange: () => void): void {
    this.#onChange = onChange;
  }

  list(): readonly Present[] {
    return this.#found;
  }

  subjectOf({ accountNumber, entryId }: SeenEntry): string {
    const keys = this.#team.people.keys();
    return keys === null ? '' : nameOf(keys, 'subject', keyOfParts(accountNumber, entryId));
  }

  lookAt(entry: SeenEntry | null): void {
    this.#entry = entry;
    this.publishSoon();
  }

  /** Publishes in a moment, and reads the list, after a change here or a hint that a colleague's presence changed. */
  publishSoon(): void {
    if (this.#onChange === null || this.#soon !== null) return;
    this.#soon = setTimeout(() => {
      this.#soon = null;
      void this.#publish(false);
    }, soonMs).unref();
  }

  /** Call it every second. */
  look(): void {
    const isReached = this.#team.record.state === 'current';
    if (!isReached) this.#show([]);
    if (isReached && this.#clock.monotonicMs() >= this.#nextMs) void this.#publish(false);
  }

  /** Publishes that the desk closes, if the record can be reached. */
  async close(): Promise<void> {
    if (this.#onChange === null) return;
    if (this.#soon !== null) clearTimeout(this.#soon);
    await this.#publish(true);
    this.#onChange = null;
  }

  #publish(closes: boolean): Promise<void> {
    if (this.#onChange === null) return Promise.resolve();
    this.#nextMs = this.#clock.monotonicMs() + everyMs;
    return this.#runs.run(() =>
      ignoreErrorsAsync(async () => {
        this.#show(await this.#ask(closes));
      }),
    );
  }

  /** Publishes and reads the list. Never opens a connection: the refresh does. */
  async #ask(closes: boolean): Promise<readonly PresentDesk[]> {
    const { record, row } = this.#team;
    if (record.state !== 'current' || row().state !== 'joined') return [];
    const server = await record.server(context);
    if (!server.ok) return [];
    const subject = this.#entry === null ? '' : this.subjectOf(this.#entry);
    const answer = await server.value.present({ n: record.head.n, subject, closes }, context);
    return answer.ok ? answer.value : [];
  }

  #show(desks: readonly PresentDesk[]): void {
    const { people, record } = this.#team;
    const now = this.#clock.now();
    const before = contentOf(this.#found);
    this.#found = desks
      .filter(({ key }) => key !== record.key && people.mayWrite(key))
      .map(({ key, age, n, subject }) => ({
        ...{ name: people.nameOf(key), n, subject },
        at: new Date(now - age * 1_000).toISOString(),
      }))
      .toSorted((a, b) => a.name.localeCompare(b.name));
    if (contentOf(this.#found) !== before) ignoreErrors(() => this.#onChange?.());
  }
}

const contentOf = (list: readonly Present[]): string =>
  JSON.stringify(list.map(({ name, subject }) => [name, subject]));
