import { powerMonitor } from 'electron';

type Sleeper = {
  /** Nobody is there any more. */
  lock(): void;
  woke(): void;
};

/** Tells when the machine goes to sleep or locks its screen, and when it wakes up. */
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
