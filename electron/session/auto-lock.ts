import { mkdirSync } from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';

import { limits } from '../../shared/limits.ts';
import { readSmallJson, writeSmallFile } from '../machine/small-file.ts';

const watchEveryMs = 1_000;

const fileOf = (dataDir: string): string => join(dataDir, 'auto-lock.json');

/** Minutes, as chosen; a quarter of an hour where nothing was, or where the file is damaged. 0 never. */
export function readAutoLock(dataDir: string): number {
  const saved = readSmallJson(fileOf(dataDir)) as { minutes?: unknown } | null;
  const known = limits.autoLockMinutes.find((minutes) => minutes === saved?.minutes);
  return known ?? limits.autoLockMinutesDefault;
}

/** Throws `store.full` or `store.readonly`. */
export function writeAutoLock(dataDir: string, minutes: number): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeSmallFile(fileOf(dataDir), JSON.stringify({ minutes }));
}

/** Milliseconds since the machine was started: nobody can set them, and they go on while it sleeps. */
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
 * Locks the window when nobody was at it for so long, or when the system says that nobody is. What is on its way to the
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

  /** The system says that nobody is there: it goes to sleep, or its own screen was locked. */
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
