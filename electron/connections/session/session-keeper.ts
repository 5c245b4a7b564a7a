/**
 * renew: the token's end is near. sign-in: only the network kept us out, and what is needed is remembered. find-line: signed in, but
 * the bank could not be reached.
 */
export type Duty = 'renew' | 'sign-in' | 'find-line';

type Ports = {
  readonly due: () => Duty | null;
  /** Does it once; false when it did not come about. */
  readonly act: (duty: Duty) => Promise<boolean>;
  /** Milliseconds that never jump and that count sleep. */
  readonly now: () => number;
  /** Lets it look every second until the answer is called; a timer of the machine when left out. */
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
 * Keeps an idle desk signed in. It looks every second and acts once at a time; what fails is tried again
 * after a rest that grows, so that a machine that wakes up, or a line that comes back, brings one call and no storm.
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

  /** A person is at the desk: the line is looked for after the shortest rest, however often this is called. */
  touched(): void {
    if (this.#ports.due() !== 'find-line') return;
    this.#restUntilMs = Math.min(this.#restUntilMs, this.#endedAtMs + restMs.first);
  }

  /** Something changed that may let it come about now, such as the proxy. */
  wake(): void {
    this.#failures = 0;
    this.#restUntilMs = Number.NEGATIVE_INFINITY;
    this.look();
  }

  close(): void {
    this.#stop();
  }
}
