import { z } from 'zod';

import { DecimalText } from '../../../shared/money/decimal-schemas.ts';
import { enterDueAmount, type TypedAmount } from '../../desk/due/amounts/enter-due-amount.ts';
import { prepareDue } from '../../desk/due/prepare-due.ts';
import { workingDaysOf } from '../../nouns/due-payments/working-days.ts';
import { stampOf } from '../../engines/submissions/open-bank.ts';
import { inputMistake, jsonOption, required } from '../input/arguments.ts';
import { withDesk } from '../input/bank-access.ts';
import {
  newContext,
  valueOf,
  WrongUse,
  type CommandIo,
  type ExitCode,
  type Global,
} from '../input/command.ts';

/** The options of `due` that enter the amount of a payment. */
export const amountOptions = {
  amount: { type: 'string' },
  input: { type: 'string' },
} as const;

/** The amount to enter for a payment of a recurring one. */
type AmountWish = TypedAmount & { readonly reference: string };

type Values = Partial<Record<keyof typeof amountOptions, string>> &
  Readonly<Record<string, unknown>>;

const Input = z.strictObject({ amount: DecimalText, instead: DecimalText.optional() });

/** Reads the amount from the options; null where they enter none. Throws {@link WrongUse} where they contradict. */
export function amountWish(values: Values, io: CommandIo): AmountWish | null {
  if (values.amount === undefined) {
    if (values.input !== undefined) throw new WrongUse('--input belongs to --amount.');
    return null;
  }
  const stray = Object.keys(values).find(
    (name) => values[name] !== undefined && !Object.hasOwn(amountOptions, name),
  );
  if (stray !== undefined) throw new WrongUse(`--${stray} does not go with --amount.`);
  const parsed = Input.safeParse(jsonOption(required(values.input, 'input'), 'input', io));
  if (!parsed.success) throw new WrongUse(inputMistake(parsed.error).message);
  const { amount, instead = null } = parsed.data;
  return { reference: values.amount, amount, instead };
}

/** Enters the amount of a payment, which is scheduled from then on. Sends nothing. Prints the payment. */
export const enterAmountOf = (
  global: Global,
  { reference, ...typed }: AmountWish,
): Promise<ExitCode> =>
  withDesk(global, (desk) => {
    prepareDue(desk.changes, workingDaysOf(desk.profile.bankFile));
    const entering = { stamp: stampOf(desk), context: newContext() };
    const { order, day, state } = valueOf(enterDueAmount(desk.changes, reference, typed, entering));
    const { amount, currency } = order;
    global.io.print(JSON.stringify({ reference: order.reference, state, day, amount, currency }));
    return Promise.resolve(0);
  });
