import { z } from 'zod';

import { limits } from '../limits.ts';

/** A route: its input is parsed at run time, its output is built by us and only typed. */
type RouteOf<I extends z.ZodType, O> = { readonly input: I; readonly output?: O };

export const answers = <O>() => ({
  to: <I extends z.ZodType>(input: I): RouteOf<I, O> => ({ input }),
});

/** Inputs that several routes share. */
export const nothing = z.strictObject({});
export const id = z.string().min(1).max(200);
/** As an entry or a record carries it; a longer one was never sent. */
export const reference = z.string().min(1).max(limits.referenceQueryMax);
export const accountNumber = z.string().min(1).max(64);
export const savedOrNot = answers<{ saved: true; fileName: string } | { saved: false }>();
/** The outcome of saving a copy of a stored file; `isOpened` is null where that was not asked for. */
export type SavedCopy =
  | { readonly saved: true; readonly fileName: string; readonly isOpened: boolean | null }
  | { readonly saved: false };
export const secret = z.string().min(1).max(limits.secretBytesMax);
export const amount = z.string().min(1).max(40);
export const currency = z.string().length(3);
export const search = z.string().max(limits.searchTextMax);

/** An item that an act left unchanged; `at` is its index in the request. */
export type Skipped = {
  readonly at: number;
  /** `missing`: it is no longer there; `changed`: it is no longer as it was shown, or as the act left it. */
  readonly reason: 'missing' | 'changed';
};
/** The outcome of an act on several items. Items already in the wanted state are neither changed nor skipped. */
export type ManyChanged = { readonly changed: number; readonly skipped: readonly Skipped[] };
/** The same with the number that undoes exactly this act, as long as the desk is open. */
export type DoneAct = ManyChanged & { readonly act: number };
export const doneAct = z.strictObject({ act: z.int().min(1) });
/** Undoes exactly what an act changed. */
export const undoneAct = answers<ManyChanged>().to(doneAct);
