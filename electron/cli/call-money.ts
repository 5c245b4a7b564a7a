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

/** The submission, and the bank's answer where it came just now. */
export type SentByName = { readonly submission: Submission; readonly answer: unknown };

/** The confirmation options that each operation takes, such as for a possible duplicate or for the details of a payee. */
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

/** Returns a sender with the checks of the window and of `pay`; null where the operation has no such checks. */
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

/** Reads the account from the bank where this machine does not know it yet. */
async function learnAccount(changes: DeskParts, { accountNumber }: RemittanceOrder): Promise<void> {
  if (accountByNumber(changes.reader, accountNumber)) return;
  valueOf(await refreshAccount(changes, accountNumber, newContext()));
}

/** Checks the input of a change by the catalogue before anything is stored. Throws the problems by their places. */
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
