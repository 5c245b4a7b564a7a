import { uptime } from 'node:os';

import { z } from 'zod';

import { limits } from '../../../shared/limits.ts';
import { readChoice, writeChoice, type Place } from './bank-choice.ts';

const watchEveryMs = 1_000;

/** The stored choice, in minutes; 0 means never. */
const placeIn = (dataDir: string): Place<{ minutes: number }> => ({
  dataDir,
  file: 'auto-lock.json',
  schema: z.object({ minutes: z.literal(limits.autoLockMinutes) }),
  otherwise: { minutes: limits.autoLockMinutesDefault },
});

/** The chosen minutes, 15 by default; 0 means never. */
export const readAutoLock = (dataDir: string): number => readChoice(placeIn(dataDir)).minutes;

/** Throws `store.full` or `store.readonly`. */
export function writeAutoLock(dataDir: string, minutes: number): void {
  writeChoice(placeIn(dataDir), { minutes });
}

/** Milliseconds since the machine was started: a clock that cannot be set and that counts sleep. */
export const machineClock = (): number => uptime() * 1_000;

type Reason = 'idle' | 'system';

type Ports = {
  readonly minutes: number;
  /** Milliseconds of a clock that never jumps and that counts sleep. */
  readonly now: () => number;
  /** Whether there is anything to lock. */
  readonly isOpen: () => boolean;
  /** Whether something on its way to the bank must end first. */
  readonly isBusy: () => boolean;
  readonly lock: (by: Reason) => void;
};

/**
 * Locks the window after the chosen time without input, or when the system reports that the user left. Waits for the end of what is on its
 * way to the bank.
 */
export class AutoLock {
  readonly #ports: Ports;
  readonly #timer: NodeJS.Timeout;
  #minutes: number;
  #touchedAt: number;
  /** The reason of a lock that waits until nothing is under way. */
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

  /** Changes the minutes, and restarts the count. */
  choose(minutes: number): void {
    this.#minutes = minutes;
    this.#touchedAt = this.#ports.now();
  }

  /** Records input. A touch that comes too late does not undo a lock that is due. */
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
