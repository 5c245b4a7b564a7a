import type {
  ChangingOperation,
  OperationInput,
  OperationName,
} from '../../shared/bank/catalogue.ts';
import { appError } from '../../shared/errors.ts';
import type { RemittanceOrder } from '../../shared/bank/remittances.ts';
import { accountByNumber } from '../nouns/accounts/tables.ts';
import type { Submission } from '../engines/submissions/journal/submission-table.ts';
import { lockGiven } from '../nouns/conversions/conversions.ts';
import { refreshAccount } from '../nouns/accounts/refresh.ts';
import { sendRemittance } from '../nouns/orders/remittances/remittances.ts';
import { readInput } from '../engines/submissions/sent.ts';
import { problemsByPlace } from '../engines/bank/mapping/bank-text.ts';
import { assertFilled } from './input/required-fields.ts';
import { CommandFailed, newContext, valueOf, WrongUse } from './input/command.ts';
import { sentOrder } from './pay.ts';
import {
  confirmationOptions,
  type ScriptConfirmation,
  type ConfirmationOption,
} from './input/script-confirmation.ts';
import type { DeskParts } from '../desk/open-bank/changes.ts';

/** What was sent by its operation, and the bank's answer where it came just now. */
export type SentByName = { readonly submission: Submission; readonly answer: unknown };

/** The options that an operation takes; what looks like another payment, or goes to a payee, is asked for. */
const optionsOf: Partial<Record<OperationName, readonly ConfirmationOption[]>> = {
  createSingleTransfer: ['twin-of', 'payee-checked', 'twins-unchecked', 'wait'],
  initiateRemittance: ['twin-of', 'wait'],
  lockRate: ['wait'],
};

/** Throws {@link WrongUse} for an option that would mean nothing. */
export function assertTakes(name: OperationName, given: object): void {
  const stray = (Object.keys(confirmationOptions) as ConfirmationOption[]).find(
    (option) => option in given && !optionsOf[name]?.includes(option),
  );
  if (stray === undefined) return;
  const takers = Object.entries(optionsOf).flatMap(([operation, options]) =>
    options.includes(stray) ? [operation] : [],
  );
  throw new WrongUse(`${name} takes no --${stray}; ${takers.join(' and ')} do.`);
}

/** Sends what moves money with the checks that the window and `pay` make, or null where the operation has none of its own. */
export function moneySender(
  name: OperationName,
  given: object,
  confirmation: ScriptConfirmation,
): ((changes: DeskParts) => Promise<SentByName>) | null {
  if (name === 'createSingleTransfer') {
    const { body } = checkedInput(name, given);
    return (changes) => sentOrder(changes, body, confirmation);
  }
  if (name === 'initiateRemittance') {
    const { body } = checkedInput(name, given);
    return async (changes) => {
      assertFilled(changes, name, { input: { body }, reference: body.reference });
      await learnAccount(changes, body);
      const order = { order: body, approval: confirmation };
      return valueOf(await sendRemittance(changes, order, newContext()));
    };
  }
  if (name !== 'lockRate') return null;
  const input = checkedInput(name, given);
  return async (changes) => valueOf(await lockGiven(changes, input, newContext()));
}

/** A machine that was never here knows no accounts. */
async function learnAccount(changes: DeskParts, { accountNumber }: RemittanceOrder): Promise<void> {
  if (accountByNumber(changes.reader, accountNumber)) return;
  valueOf(await refreshAccount(changes, accountNumber, newContext()));
}

/** What is to be changed, checked by the catalogue before anything is written down. Throws what is wrong, by its place. */
export function checkedInput<N extends ChangingOperation>(
  operation: N,
  given: object,
): OperationInput<N> {
  const input = readInput(operation, given);
  if (input.ok) return input.value;
  throw new CommandFailed(
    appError('input.invalid', newContext().correlationId, {
      operation,
      fields: problemsByPlace(input.error),
    }),
  );
}
