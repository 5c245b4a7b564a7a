import { afterAll, onTestFinished } from 'vitest';

/** What is to be done at the end, last things first. */
export type Ending = (act: () => unknown) => void;

export const atEndOfTest: Ending = (act) => {
  onTestFinished(async () => {
    await act();
  });
};

/** For what the tests of a file share. To be called where hooks are declared. */
export function endOfFile(): Ending {
  const acts: (() => unknown)[] = [];
  afterAll(async () => {
    for (const act of acts.reverse()) await act();
  });
  return (act) => {
    acts.push(act);
  };
}
