import { setImmediate as nextTurn } from 'node:timers/promises';

import { DeskFault } from '../../../shared/errors.ts';
import type { Applying } from '../../../shared/ipc/review/rules.ts';
import { entryCount } from '../statements/tables.ts';
import { row, type CacheReader, type Journal } from '../../engines/store/database.ts';
import type { Remote } from '../../engines/store/threads/remote-methods.ts';
import type { RuleWrites } from './labelling.ts';
import { lastManualTag, manualTagsAfter } from './manual-tags.ts';
import { listRules, revisionOf } from './tables.ts';

/** Entries of one step in the thread of the local copy: some milliseconds, and a page that was read has its turn in between. */
const entriesAtOnce = 1_000;
const manualTagsAtOnce = 500;

type Ports = {
  readonly journal: Journal;
  readonly reader: CacheReader;
  readonly writer: Pick<Remote<RuleWrites>, 'useRules' | 'useManualTags' | 'applyRules'>;
  /** Something is known otherwise of entries. */
  readonly onApplied: () => void;
  readonly onFault: (fault: DeskFault) => void;
};

/**
 * Brings what the rules say to the entries that are there, a step at a time. Where it stands is in the local copy: after a kill it goes on
 * there, and a local copy that was made anew has everything to be done.
 */
export class RuleApplier {
  readonly #ports: Ports;
  #running: Promise<void> | null = null;
  #isRerunRequested = false;
  #isClosed = false;
  #applying: Applying = null;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  get applying(): Applying {
    return this.#applying;
  }

  /** Looks whether there is something to do, and does it; done when all is. */
  run(): Promise<void> {
    this.#isRerunRequested = true;
    this.#running ??= this.#runAll()
      .catch((cause: unknown) => {
        if (!(cause instanceof DeskFault)) throw cause;
        if (!this.#isClosed && cause.code !== 'cancelled') this.#ports.onFault(cause);
      })
      .finally(() => {
        this.#running = null;
        this.#applying = null;
      });
    return this.#running;
  }

  /** No step begins any more; the one under way is waited for. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
  }

  async #runAll(): Promise<void> {
    while (this.#isRerunRequested && !this.#isClosed) {
      this.#isRerunRequested = false;
      const isOther = await this.syncRules();
      if (await this.#applyAll()) this.#ports.onApplied();
      else if (isOther) this.#ports.onApplied();
    }
  }

  /** Hands the rules to the local copy where it has others, then the manual tags that it lacks. */
  async syncRules(): Promise<boolean> {
    const { journal, reader, writer } = this.#ports;
    const copied = row<{ revision: string; last_manual_tag: number }>(
      reader,
      'SELECT revision, last_manual_tag FROM rule_copy',
    );
    const revision = revisionOf(journal);
    const last = lastManualTag(journal);
    // A journal that was put back may have fewer manual tags than the local copy.
    const isOther = copied?.revision !== revision || copied.last_manual_tag > last;
    if (isOther) await writer.useRules({ revision, rules: listRules(journal) });
    let after = isOther ? 0 : copied.last_manual_tag;
    const isBehind = after < last;
    while (after < last && !this.#isClosed) {
      const tags = manualTagsAfter(journal, after, manualTagsAtOnce);
      await writer.useManualTags(tags);
      after = tags.at(-1)?.n ?? last;
      await nextTurn();
    }
    return isOther || isBehind;
  }

  /** Was there anything to apply? */
  async #applyAll(): Promise<boolean> {
    const { reader, writer } = this.#ports;
    let done = 0;
    for (;;) {
      // Of what is saved meanwhile the local copy hears first.
      if (this.#isClosed || this.#isRerunRequested) return done > 0;
      const { looked, left, isDone } = await writer.applyRules(entriesAtOnce);
      done += looked;
      if (isDone) return done > 0;
      this.#applying = { done, total: left === null ? entryCount(reader) : done + left };
      await nextTurn();
    }
  }
}
