import type { Actor } from '../../../shared/actor.ts';
import type { Outcome } from '../../../shared/errors.ts';
import type { JournalStatus } from '../../../shared/ipc/submissions.ts';
import type { Context } from '../machine/context.ts';

/**
 * Checks by witnesses outside the journal that it is the one that this machine knows. A change calls `allows` before it is recorded,
 * and `witness` before its first byte is sent.
 */
export type Continuity = {
  status(): JournalStatus;
  /** Refuses with `journal.damaged`, `journal.missing`, `journal.older`, `journal.foreign` or `journal.left` until reconciled. */
  allows(context: Context): Outcome<null>;
  /**
   * Checks `allows`, then records every written attempt in the witnesses, durably, before its first byte is sent.
   * Fails with the disk's code when no witness outside the folder could be written; then nothing may be sent.
   */
  witness(context: Context): Promise<Outcome<null>>;
  /** Reserves this many further sends of a payment file at once, so that each costs less. */
  reserve(sends: number, context: Context): Promise<Outcome<null>>;
  /** Releases the reserved sends that were not used, at the end or stop of a file. */
  settle(context: Context): Promise<void>;
  /**
   * Records in the witnesses that something was adopted from the bank while sending is open. An earlier copy of the journal is then
   * recognised as older, even if nothing was sent since. Fails with the disk's code when no witness outside the folder could be written.
   */
  adopted(context: Context): Promise<Outcome<null>>;
  /**
   * Opens sending after a reconciliation that a named person confirmed: both witnesses adopt the present journal.
   * Fails with the disk's code, and stays closed, when they could not be written.
   */
  reopen(actor: Actor, context: Context): Promise<Outcome<null>>;
};
