import { z } from 'zod';

import { fieldKinds, moreTextMax } from '../../../../shared/bank/required-fields.ts';

const fieldsMax = 30;
const choicesMax = 500;
/** The length of a line of a payment message. */
const lengthByDefault = 140;

/** Line breaks and marks that change the writing direction. A label is one plain line. */
const hidden = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;

const Words = z
  .string()
  .refine(
    (text) => text.trim() !== '' && text.length <= 100 && !hidden.test(text),
    'must be 1 to 100 letters on one line',
  );

/** The error for an unknown member lists the known ones. */
const strictly = <S extends z.ZodRawShape>(shape: S) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `“${(issue as { keys?: string[] }).keys?.[0] ?? ''}” is not a field here: remove it; known are ${Object.keys(shape).join(', ')}`
        : undefined,
  });

const Choice = strictly({
  value: z
    .string()
    .refine(
      (text) => text.trim() === text && text !== '' && text.length <= 100 && !hidden.test(text),
      'must be what the bank takes, 1 to 100 characters without spaces around',
    ),
  label: Words.optional(),
}).transform(({ value, label }) => ({ value, label: label ?? value }));

/** One field that the bank requires in addition to the catalogue's. */
const RequiredFieldShape = strictly({
  name: z
    .string()
    .regex(
      /^[A-Za-z]\w{0,49}$/,
      'must be a name of letters, digits and underscores, such as purposeCode',
    ),
  label: Words,
  kind: z.enum(fieldKinds).default('text'),
  required: z.boolean().default(false),
  choices: z.array(Choice).max(choicesMax).default([]),
  maxLength: z.int().min(1).max(moreTextMax).default(lengthByDefault),
});

/** The fields that a bank file requires for one operation, in the order in which a form shows them. */
export const RequiredFieldsShape = z.array(RequiredFieldShape).max(fieldsMax);
