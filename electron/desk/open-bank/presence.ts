import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import { nameOf } from '../../engines/acts/team-keys.ts';
import type { Clock, Context } from '../../engines/machine/context.ts';
import { OneByOne } from '../../engines/machine/one-by-one.ts';
import { keyOfParts } from '../../engines/sharing/shared-kind.ts';
import { ignoreErrors, ignoreErrorsAsync } from '../../engines/store/local-faults.ts';
import type { PresentDesk } from '../../engines/team-record/postgres/team-server.ts';
import type { OpenTeam } from '../../nouns/people/open-team.ts';

/** An entry that somebody looks at. */
export type SeenEntry = { readonly accountNumber: string; readonly entryId: string };

/** A colleague's desk that is open now. */
export type Present = {
  readonly name: string;
  /** When it last said so. */
  readonly at: Timestamp;
  /** The last act that it has read. */
  readonly n: number;
  /** The keyed digest of the entry that its person looks at; empty for none. */
  readonly subject: string;
};

/** Who is on, as a desk that stays open publishes and learns it. */
export type PresenceOfTeam = {
  /** Desks of colleagues, sorted by name. Empty while the record is not reached. */
  list(): readonly Present[];
  /** The keyed digest of an entry, to be compared with `subject`; empty without the team's keys. */
  subjectOf(entry: SeenEntry): string;
  /** Publishes at which entry the person looks now; null for none. */
  lookAt(entry: SeenEntry | null): void;
};

/** For a desk whose team cannot be asked. */
export const noPresence: PresenceOfTeam = {
  list: () => [],
  subjectOf: () => '',
  lookAt: () => undefined,
};

/** A desk counts as open for 75 seconds. */
const everyMs = 25_000;
/** Entries that are passed by with a held key are not published. */
const soonMs = 150;
const context: Context = { correlationId: 'team-presence' };

/** Publishes that this desk is open while its window is, and learns which others are. Failures change nothing but the list. */
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

  /** Begins to publish. `onChange` is called when somebody came, went, or looks at something else. */
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

  /** Publishes in a moment, and reads the list: somebody came, went, or looks at something else. */
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

  /** Publishes that the desk closes, where the record is reached. */
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

  /** It never opens a connection: reading on does. */
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
