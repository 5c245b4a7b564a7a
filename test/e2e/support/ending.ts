import { onTestFinished } from 'vitest';

/** What is to be done at the end, last things first. */
export type Ending = (act: () => unknown) => void;

export const atEndOfTest: Ending = (act) => {
  onTestFinished(async () => {
    await act();
  });
};
