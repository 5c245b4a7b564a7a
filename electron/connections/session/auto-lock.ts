import { uptime } from 'node:os';

import { z } from 'zod';

import { limits } from '../../../shared/limits.ts';
import { readChoice, writeChoice, type Place } from './bank-choice.ts';

const watchEveryMs = 1_000;

/** Minutes; 0 never. */
const placeIn = (dataDir: string): Place<{ minutes: number }> => ({
  dataDir,
  file: 'auto-lock.json',
  schema: z.object({ minutes: z.literal(limits.autoLockMinutes) }),
  otherwise: { minutes: limits.autoLockMinutesDefault },
});

/** Minutes, as chosen; a quarter of an hour where nothing was. 0 never. */
export const readAutoLock = (dataDir: string): number => readChoice(placeIn(dataDir)).minutes;

/** Throws `store.full` or `store.readonly`. */
export function writeAutoLock(dataDir: string, minutes: number): void {
  writeChoice(placeIn(dataDir), { minutes });
}

/** Milliseconds since the machine was started: a clock that cannot be set and runs while it sleeps. */
export const machineClock = (): number => uptime() * 1_000;

type Reason = 'idle' | 'system';

type Ports = {
  readonly minutes: number;
  /** Milliseconds that never jump and that count sleep. */
  readonly now: () => number;
  /** Is there anything to lock? */
  readonly isOpen: () => boolean;
  /** Is something on its way to the bank that must come to its end first? */
  readonly isBusy: () => boolean;
  readonly lock: (by: Reason) => void;
};

/**
 * Locks the window after so long without input, or when the system reports that the user left. What is on its way to the
 * bank comes to its end first.
 */
export class AutoLock {
  readonly #ports: Ports;
  readonly #timer: NodeJS.Timeout;
  #minutes: number;
  #touchedAt: number;
  /** To be locked as soon as nothing is under way. */
  #due: Reason | null = null;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#minutes = ports.minutes;
    this.#touchedAt = ports.now();
    this.#timer = setInterval(() => {
      this.look();
    }, watchEveryMs).unref();
  }

  get minutes(): number {
    return this.#minutes;
  }

  /** Counts from now on. */
  choose(minutes: number): void {
    this.#minutes = minutes;
    this.#touchedAt = this.#ports.now();
  }

  /** Somebody is there. Who comes back too late finds it locked: a touch does not undo what is due. */
  touch(): void {
    this.look();
    if (this.#due === null) this.#touchedAt = this.#ports.now();
  }

  /** The system reports that the user left: it goes to sleep, or its own screen was locked. */
  lockNow(): void {
    if (this.#ports.isOpen()) this.#due = 'system';
    this.look();
  }

  /** Locks if it is time. */
  look(): void {
    if (!this.#ports.isOpen()) {
      this.#due = null;
      this.#touchedAt = this.#ports.now();
      return;
    }
    if (this.#isOver()) this.#due ??= 'idle';
    if (this.#due === null || this.#ports.isBusy()) return;
    const due = this.#due;
    this.#due = null;
    this.#touchedAt = this.#ports.now();
    this.#ports.lock(due);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #isOver(): boolean {
    return this.#minutes > 0 && this.#ports.now() - this.#touchedAt >= this.#minutes * 60_000;
  }
}
