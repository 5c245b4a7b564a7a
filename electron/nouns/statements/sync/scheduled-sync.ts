import { todayAt } from '../../../../shared/calendar/calendar.ts';
import type { SelfSyncChoice } from '../../../../shared/ipc/desk/settings.ts';
import { isQuietHour } from '../../../../shared/quiet-hours.ts';

type Ports = {
  readonly choice: () => SelfSyncChoice;
  /** Milliseconds since 1970, by the clock of the desk. */
  readonly now: () => number;
  /** The hour of the day where this machine stands, 0 to 23. */
  readonly hour: () => number;
  /** Can the bank be asked, and is nothing under way that reads it whole? */
  readonly isFree: () => boolean;
  /** When the last run over all accounts began and ended, whoever asked for it; null where none did since the bank was opened. */
  readonly lastRun: () => { readonly startedMs: number; readonly endedMs: number } | null;
  readonly start: () => void;
};

/**
 * Starts a run by itself where a person chose so: after a sign-in, when the machine woke up, when the line is back, once the statement's
 * day has turned, and so many minutes after the last run. In quiet hours, and while nobody is signed in, it waits; then one run makes up
 * for all that was due. It reads, and never sends.
 */
export class SelfSync {
  readonly #ports: Ports;
  /** Something happened since the last run that makes what is shown doubtful. */
  #isDue = false;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Somebody signed in, the machine woke up, or the line is back. */
  wake(): void {
    this.#isDue = true;
    this.look();
  }

  /** To be called every second: starts a run if it is time. */
  look(): void {
    const { choice, hour, isFree, start } = this.#ports;
    const { everyMinutes, quiet } = choice();
    if (everyMinutes === null) {
      // What happened before somebody chose it is no reason.
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
    // A clock that was set back makes it due as one that ran ahead does.
    return everyMinutes > 0 && Math.abs(now() - last.endedMs) >= everyMinutes * 60_000;
  }
}
