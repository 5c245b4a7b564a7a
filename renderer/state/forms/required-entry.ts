import { z } from 'zod';

import {
  filledMore,
  moreProblems,
  placeOf,
  type RequiredField,
} from '../../../shared/bank/required-fields.ts';

/** The fields that the open bank's file requires now: they may change while a draft waits. */
export type RequiredFieldList = () => readonly RequiredField[];

/** The fields of a form that the bank's file asks for, as their controls see them. */
export type RequiredEntry = {
  readonly required: readonly RequiredField[];
  textOf(name: string): string;
  fill(name: string, text: string): void;
  /** Marks the field as left: its error may be shown. */
  leave(name: string): void;
  problemOf(name: string): string | undefined;
};

/** The `more` of an order's schema, by the fields required now; errors are at `more.NAME`. */
export const requiredSchema = (required: RequiredFieldList) =>
  z
    .record(z.string(), z.string())
    .superRefine((more, context) => {
      const problems = moreProblems(required(), more);
      for (const { name } of required()) {
        const message = problems[placeOf(name)];
        if (message !== undefined) context.addIssue({ code: 'custom', path: [name], message });
      }
    })
    .transform(filledMore);

/** The typed texts of the fields required now, without empty ones. */
export const requiredTexts = (
  required: readonly RequiredField[],
  textOf: (name: string) => string,
): Record<string, string> =>
  Object.fromEntries(
    required
      .map(({ name }) => [name, textOf(name).trim()] as const)
      .filter(([, text]) => text !== ''),
  );
