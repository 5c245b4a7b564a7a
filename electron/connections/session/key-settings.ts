import { z } from 'zod';

import { OwnKeys } from '../../../shared/ipc/desk/appearance.ts';
import { readChoice, writeChoice, type Place } from './bank-choice.ts';

/** Whether single keys are on, and which keys a person chose for actions instead of ours. */
export type KeySettings = { readonly single: boolean; readonly own: OwnKeys };

/** Single keys are on, with our bindings, unless a person changed them. A damaged part falls back to its default. */
const placeIn = (dataDir: string): Place<KeySettings> => ({
  dataDir,
  file: 'keys.json',
  schema: z.object({ single: z.boolean().catch(true), own: OwnKeys.catch({}) }),
  otherwise: { single: true, own: {} },
});

export const readKeys = (dataDir: string): KeySettings => readChoice(placeIn(dataDir));

/** Throws `store.full` or `store.readonly`. */
export function writeKeys(dataDir: string, keys: KeySettings): void {
  writeChoice(placeIn(dataDir), keys);
}
