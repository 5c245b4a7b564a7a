import type { Actor } from '../../../shared/actor.ts';
import type { Outcome } from '../../../shared/errors.ts';
import type { JournalStatus } from '../../../shared/ipc/submissions.ts';
import type { Context } from '../machine/context.ts';

/**
 * Checks that the journal is the one that this machine knows, by witnesses outside it. A change calls `allows` before it is written
 * down, and `witness` between that and its first byte.
 */
export type Continuity = {
  status(): JournalStatus;
  /** Refuses with `journal.damaged`, `journal.missing`, `journal.older`, `journal.foreign` or `journal.left` until reconciled. */
  allows(context: Context): Outcome<null>;
  /**
   * Checks `allows`, then records every written attempt in the witnesses, durably, before its first byte is sent.
   * Fails with the disk's code when no witness outside the folder could be written: then nothing may be sent.
   */
  witness(context: Context): Promise<Outcome<null>>;
  /** For a payment file: claims this many further sends at once, so that each costs less. */
  reserve(sends: number, context: Context): Promise<Outcome<null>>;
  /** The file's end, or its stop: what was claimed and not sent is given back. */
  settle(context: Context): Promise<void>;
  /**
   * After something was adopted from the bank while sending is open: a journal from before it is known as older from here on,
   * though nothing was sent since. Fails with the disk's code when no witness outside the folder could be written.
   */
  adopted(context: Context): Promise<Outcome<null>>;
  /**
   * After a reconcile that a named person confirmed: the present journal is the truth, and both witnesses follow it.
   * Fails with the disk's code, and stays closed, when they could not be written.
   */
  reopen(actor: Actor, context: Context): Promise<Outcome<null>>;
};
