import { z } from 'zod';

import { limits } from '../limits.ts';

/** A route: its input is parsed at run time, its output is built by us and only typed. */
type RouteOf<I extends z.ZodType, O> = { readonly input: I; readonly output?: O };

export const answers = <O>() => ({
  to: <I extends z.ZodType>(input: I): RouteOf<I, O> => ({ input }),
});

/** What several routes ask for. */
export const nothing = z.strictObject({});
export const id = z.string().min(1).max(200);
/** As an entry or a record carries it; a longer one was never sent. */
export const reference = z.string().min(1).max(limits.referenceQueryMax);
export const accountNumber = z.string().min(1).max(64);
export const savedOrNot = answers<{ saved: true; fileName: string } | { saved: false }>();
/** What came of saving a copy of a kept file; `isOpened` is null where that was not asked for. */
export type SavedCopy =
  | { readonly saved: true; readonly fileName: string; readonly isOpened: boolean | null }
  | { readonly saved: false };
export const secret = z.string().min(1).max(limits.secretBytesMax);
export const amount = z.string().min(1).max(40);
export const currency = z.string().length(3);
export const search = z.string().max(limits.searchTextMax);
