/**
 * renew: the token ends soon. sign-in: only the network prevented a sign-in, and the credentials are stored. find-line: signed in, but the
 * bank could not be reached.
 */
export type Duty = 'renew' | 'sign-in' | 'find-line';

type Ports = {
  readonly due: () => Duty | null;
  /** Does the duty once; false when that failed. */
  readonly act: (duty: Duty) => Promise<boolean>;
  /** Milliseconds of a clock that never jumps and that counts sleep. */
  readonly now: () => number;
  /** Calls the keeper every second until the returned function is called; a timer of the machine by default. */
  readonly everySecond?: EverySecond | undefined;
};

export type EverySecond = (look: () => void) => () => void;

export const byTimer: EverySecond = (look) => {
  const timer = setInterval(look, 1_000).unref();
  return () => {
    clearInterval(timer);
  };
};
const restMs = { first: 15_000, most: 5 * 60_000 };

/**
 * Keeps an idle desk signed in. Checks every second and acts once at a time. A failure is retried after a growing pause, so that a wake-up
 * or a restored connection causes one call and no storm.
 */
export class SessionKeeper {
  readonly #ports: Ports;
  readonly #stop: () => void;
  #isActing = false;
  #failures = 0;
  #restUntilMs = Number.NEGATIVE_INFINITY;
  #endedAtMs = Number.NEGATIVE_INFINITY;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#stop = (ports.everySecond ?? byTimer)(() => {
      this.look();
    });
  }

  look(): void {
    const duty = this.#ports.due();
    if (duty === null || this.#isActing || this.#ports.now() < this.#restUntilMs) return;
    this.#isActing = true;
    void this.#ports
      .act(duty)
      .catch(() => false)
      .then((done) => {
        this.#isActing = false;
        this.#failures = done ? 0 : this.#failures + 1;
        const rest = Math.min(restMs.most, restMs.first * 2 ** (this.#failures - 1));
        this.#endedAtMs = this.#ports.now();
        this.#restUntilMs = done ? Number.NEGATIVE_INFINITY : this.#endedAtMs + rest;
      });
  }

  /** Shortens the pause while a person is at the desk: the connection is tried after the shortest pause, however often this is called. */
  touched(): void {
    if (this.#ports.due() !== 'find-line') return;
    this.#restUntilMs = Math.min(this.#restUntilMs, this.#endedAtMs + restMs.first);
  }

  /** Tries at once, after a change that may help, such as of the proxy. */
  wake(): void {
    this.#failures = 0;
    this.#restUntilMs = Number.NEGATIVE_INFINITY;
    this.look();
  }

  close(): void {
    this.#stop();
  }
}
