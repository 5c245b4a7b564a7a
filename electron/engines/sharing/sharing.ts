import type { Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import type { JsonObject } from '../acts/act.ts';
import type { Context } from '../machine/context.ts';
import { OneByOne } from '../machine/one-by-one.ts';
import { SharedRuns } from '../machine/shared-runs.ts';
import type { Journal } from '../store/database.ts';
import { writeJournal } from '../store/write-journal.ts';
import type { TeamRecord } from '../team-record/team-record.ts';
import { applyChanges, changedKeys, type Changed, type SharingParts } from './apply-changes.ts';
import { addOutgoing, nextOutgoing, type Waiting } from './outgoing.ts';
import type { SharedKind } from './shared-kind.ts';

/** Exchanges changes with the team: sends the waiting ones, and applies those of colleagues. */
export class Sharing {
  readonly #parts: SharingParts;
  readonly #record: TeamRecord;
  readonly #onChanged: (changed: Changed) => void;
  readonly #runs = new OneByOne();
  readonly #exchanges = new SharedRuns<Outcome<null>>(this.#runs);

  /** `onChanged` gets the items that colleagues changed, once they are in the journal. */
  constructor(parts: SharingParts, record: TeamRecord, onChanged: (changed: Changed) => void) {
    this.#parts = parts;
    this.#record = record;
    this.#onChanged = onChanged;
  }

  /**
   * Applies the changes that were read, and writes the waiting ones to the record. Fails as the record does; waiting changes then stay in
   * the queue. One run at a time: callers during a run share the next one.
   */
  exchange(context: Context): Promise<Outcome<null>> {
    return this.#exchanges.run(async () => {
      await this.#apply();
      return this.#publish(context);
    });
  }

  /** Writes changes of a kind immediately, bypassing the queue. Returns once they were read back and applied. */
  writeNow(
    kind: string,
    changes: readonly Pick<Waiting, 'at' | 'by' | 'item'>[],
    context: Context,
  ): Promise<Outcome<null>> {
    return this.#runs.run(() => this.#writeAct(kind, changes.map(changeOf), '', context));
  }

  async #apply(): Promise<void> {
    const changed = await applyChanges(this.#parts);
    if (changed.size > 0) this.#onChanged(changed);
  }

  async #publish(context: Context): Promise<Outcome<null>> {
    const { journal } = this.#parts;
    let last = 0;
    for (;;) {
      const next = nextOutgoing(journal);
      const first = next?.changes[0]?.n ?? last;
      // Changes leave the queue when the own act is read back. Continuing before that would send them twice.
      if (next === null || first === last) return ok(null);
      last = first;
      const written = await this.#write(next, context);
      if (!written.ok) return written;
    }
  }

  #write(
    { kind, changes }: { readonly kind: string; readonly changes: readonly Waiting[] },
    context: Context,
  ): Promise<Outcome<null>> {
    return this.#writeAct(kind, changes.map(changeOf), changes.at(-1)?.changeId ?? '', context);
  }

  async #writeAct(
    kind: string,
    changes: readonly JsonObject[],
    through: string,
    context: Context,
  ): Promise<Outcome<null>> {
    const content = { through, changes };
    const written = await this.#record.writeWhole(
      { kind, content },
      (server, act, sending) => server.append(act, sending),
      context,
    );
    if (!written.ok) return written;
    const read = await this.#record.catchUp(context);
    if (!read.ok) return read;
    await this.#apply();
    return ok(null);
  }
}

const changeOf = ({ at, by, item }: Pick<Waiting, 'at' | 'by' | 'item'>): JsonObject => ({
  ...{ at, item },
  ...(by === null ? {} : { by }),
});

/**
 * Queues the records of a desk that joins: those that the team has not changed, and every record of the kinds that merge by `seen`.
 * `join` runs in the same transaction.
 */
export async function shareAll(
  parts: Pick<SharingParts, 'journal' | 'copy' | 'keys'>,
  kinds: readonly SharedKind[],
  join: () => void,
): Promise<void> {
  const { journal } = parts;
  const known = new Map<SharedKind, ReadonlySet<string>>();
  for (const kind of kinds) known.set(kind, await changedKeys(parts, kind));
  writeJournal(journal, ['team_membership', 'team_outgoing'], () => {
    join();
    for (const kind of kinds) addAll(journal, kind, known.get(kind) ?? new Set());
  });
}

function addAll(journal: Journal, kind: SharedKind, known: ReadonlySet<string>): void {
  for (const { item, stamp } of kind.allOf(journal)) {
    const key = kind.read(item)?.key;
    const isNew = key !== undefined && (kind.merge === 'seen' || !known.has(key));
    const { at, actor } = stamp;
    const by = actor.name === '' ? null : actor.name;
    if (isNew) addOutgoing(journal, kind.kind, [item], { at, by });
  }
}
