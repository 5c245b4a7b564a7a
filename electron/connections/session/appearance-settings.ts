import { Appearance, plainAppearance } from '../../../shared/ipc/desk/appearance.ts';
import { readChoice, writeChoice, type Place } from './bank-choice.ts';

const placeIn = (dataDir: string): Place<Appearance> => ({
  dataDir,
  file: 'appearance.json',
  schema: Appearance,
  otherwise: plainAppearance,
});

/** How the window looks: plain unless a person changed it. */
export const readAppearance = (dataDir: string): Appearance => readChoice(placeIn(dataDir));

/** Throws `store.full` or `store.readonly`. */
export function writeAppearance(dataDir: string, appearance: Appearance): void {
  writeChoice(placeIn(dataDir), appearance);
}
