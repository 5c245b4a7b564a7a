import { setImmediate as nextTurn } from 'node:timers/promises';

import { DeskFault } from '../../../shared/errors.ts';
import type { Applying } from '../../../shared/ipc/review/rules.ts';
import { entryCount } from '../statements/tables.ts';
import { row, type CacheReader, type Journal } from '../../engines/store/database.ts';
import type { Remote } from '../../engines/store/threads/remote-methods.ts';
import type { RuleWrites } from './labelling.ts';
import { lastManualTag, manualTagsAfter } from './manual-tags.ts';
import { listRules, revisionOf } from './tables.ts';

/** Entries of one step on the thread of the local copy: a few milliseconds, so that pages read by a sync are saved in between. */
const entriesAtOnce = 1_000;
const manualTagsAtOnce = 500;

type Ports = {
  readonly journal: Journal;
  readonly reader: CacheReader;
  readonly writer: Pick<Remote<RuleWrites>, 'useRules' | 'useManualTags' | 'applyRules'>;
  /** Called when labels of entries changed. */
  readonly onApplied: () => void;
  readonly onFault: (fault: DeskFault) => void;
};

/**
 * Applies the rules to the stored entries, a step at a time. The local copy stores the progress: after a kill the work goes on there, and a
 * rebuilt local copy starts from the beginning.
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

  /** Checks whether there is work, and does it; resolves when all is done. */
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

  /** Starts no further step, and waits for the running one. */
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

  /** Sends the rules to the local copy where it has others, then the manual tags that it lacks. */
  async syncRules(): Promise<boolean> {
    const { journal, reader, writer } = this.#ports;
    const copied = row<{ revision: string; last_manual_tag: number }>(
      reader,
      'SELECT revision, last_manual_tag FROM rule_copy',
    );
    const revision = revisionOf(journal);
    const last = lastManualTag(journal);
    // A restored journal may have fewer manual tags than the local copy.
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

  /** Applies the rules; returns whether there was anything to apply. */
  async #applyAll(): Promise<boolean> {
    const { reader, writer } = this.#ports;
    let done = 0;
    for (;;) {
      // Changes saved in the meantime are sent to the local copy first.
      if (this.#isClosed || this.#isRerunRequested) return done > 0;
      const { looked, left, isDone } = await writer.applyRules(entriesAtOnce);
      done += looked;
      if (isDone) return done > 0;
      this.#applying = { done, total: left === null ? entryCount(reader) : done + left };
      await nextTurn();
    }
  }
}
