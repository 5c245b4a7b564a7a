import { todayAt } from '../../../../shared/calendar/calendar.ts';
import type { SelfSyncChoice } from '../../../../shared/ipc/desk/settings.ts';
import { isQuietHour } from '../../../../shared/quiet-hours.ts';

type Ports = {
  readonly choice: () => SelfSyncChoice;
  /** Milliseconds since 1970, by the clock of the desk. */
  readonly now: () => number;
  /** The local hour of the day, 0 to 23. */
  readonly hour: () => number;
  /** Is the bank reachable, and is no full sync running? */
  readonly isFree: () => boolean;
  /** When the last run over all accounts began and ended, whoever started it; null if none did since the bank was opened. */
  readonly lastRun: () => { readonly startedMs: number; readonly endedMs: number } | null;
  readonly start: () => void;
};

/**
 * Starts scheduled sync runs if the person chose so: after a sign-in, after the machine wakes up, on reconnect, once the statement's
 * day has changed, and a chosen number of minutes after the last run. It waits during quiet hours and while no user is signed in;
 * then one run covers all that was due. It only reads, and never sends.
 */
export class SelfSync {
  readonly #ports: Ports;
  /** An event since the last run may have made the shown data stale. */
  #isDue = false;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Call it after a sign-in, a wake-up of the machine, or a reconnect. */
  wake(): void {
    this.#isDue = true;
    this.look();
  }

  /** Call it every second: starts a run if one is due. */
  look(): void {
    const { choice, hour, isFree, start } = this.#ports;
    const { everyMinutes, quiet } = choice();
    if (everyMinutes === null) {
      // Events before the choice do not count.
      this.#isDue = false;
      return;
    }
    if (!(this.#isDue || this.#isOld(everyMinutes)) || isQuietHour(quiet, hour()) || !isFree())
      return;
    this.#isDue = false;
    start();
  }

  #isOld(everyMinutes: number): boolean {
    const { lastRun, now } = this.#ports;
    const last = lastRun();
    if (last === null) return true;
    if (todayAt(last.startedMs) !== todayAt(now())) return true;
    // A clock that was set back makes a run due, like one that ran ahead.
    return everyMinutes > 0 && Math.abs(now() - last.endedMs) >= everyMinutes * 60_000;
  }
}
