import { z } from 'zod';

/** A route: its input is parsed at run time, its output is built by us and only typed. */
type RouteOf<I extends z.ZodType, O> = { readonly input: I; readonly output?: O };

export const answers = <O>() => ({
  to: <I extends z.ZodType>(input: I): RouteOf<I, O> => ({ input }),
});

export const nothing = z.strictObject({});
export const id = z.string().min(1).max(200);
