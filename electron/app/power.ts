import { powerMonitor } from 'electron';

type Sleeper = {
  /** The machine goes to sleep or its screen is locked. */
  lock(): void;
  woke(): void;
};

/** Reports when the machine goes to sleep or locks its screen, and when it wakes up. */
export function watchPower(sleeper: Sleeper): void {
  const lock = (): void => {
    sleeper.lock();
  };
  powerMonitor.on('suspend', lock);
  powerMonitor.on('lock-screen', lock);
  powerMonitor.on('resume', () => {
    sleeper.woke();
  });
}
