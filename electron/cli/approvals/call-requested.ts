import { z } from 'zod';

import { Reference } from '../../../shared/bank/operation.ts';
import { isDecimal } from '../../../shared/money/decimal.ts';
import { isRate } from '../../../shared/money/rate.ts';
import type { BankDesk } from '../../desk/open-bank/bank-desk.ts';
import { requestChange, requestLimit } from '../../desk/approvals/kinds/request-change.ts';
import { sendRequest } from '../../desk/approvals/read-request.ts';
import type { Submission } from '../../engines/submissions/journal/submission-table.ts';
import { newContext, valueOf, WrongUse, type CommandIo, type ExitCode } from '../input/command.ts';
import type { ScriptConfirmation } from '../input/script-confirmation.ts';
import { approvalsOf, requestNamed } from './approvals-access.ts';
import { printRequested } from './requests.ts';

const Amount = z.string().refine((text) => isDecimal(text) && !text.startsWith('-'));

/** What `call lockRate --request` takes: the limit of a conversion. */
const LimitInput = z.strictObject({
  body: z.strictObject({
    ...{ sellAccountNumber: z.string().min(1), buyAccountNumber: z.string().min(1) },
    ...{ sellAmount: Amount.optional(), buyAmount: Amount.optional() },
    worstRate: z.string().refine(isRate),
    /** At most 32 characters: the attempt after a price that was not traded appends a number. */
    reference: Reference.refine((text) => text.length <= 32, 'must have at most 32 characters'),
  }),
});

export type WantedCall = {
  readonly operation: string;
  readonly input: object;
  readonly reference: string;
  readonly words: string;
  readonly confirmation: ScriptConfirmation;
};

/** Requests one operation; nothing is sent. Exit 4 while an approval is missing, 0 where the rules need none. */
export async function requestCall(
  desk: BankDesk,
  { operation, input, reference, words, confirmation: approval }: WantedCall,
  io: CommandIo,
): Promise<ExitCode> {
  const open = await approvalsOf(desk);
  const context = newContext();
  const requested =
    operation === 'lockRate'
      ? await requestLimit(open, desk.changes, { ...limitOf(input), words }, context)
      : await requestChange(
          open,
          desk.changes,
          { operation, input, reference, approval, words },
          context,
        );
  return printRequested(open, desk, valueOf(requested), io);
}

function limitOf(input: object) {
  const { data, error } = LimitInput.safeParse(input);
  const [issue] = error?.issues ?? [];
  if (data === undefined)
    throw new WrongUse(
      `--input, field ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'wrong'}. A conversion is requested by { body: { sellAccountNumber, buyAccountNumber, sellAmount or buyAmount, worstRate, reference } }.`,
    );
  const { sellAmount, buyAmount, ...rest } = data.body;
  if ((sellAmount === undefined) === (buyAmount === undefined))
    throw new WrongUse('--input needs sellAmount or buyAmount, and not both.');
  return sellAmount === undefined
    ? { ...rest, side: 'buy' as const, amount: buyAmount ?? '' }
    : { ...rest, side: 'sell' as const, amount: sellAmount };
}

/** Sends a request of this operation as it was approved; one that was sent before is only reported. */
export async function sendRequestedCall(
  desk: BankDesk,
  { operation, of }: { readonly operation: string; readonly of: string },
  approval: ScriptConfirmation,
): Promise<{ readonly submission: Submission; readonly answer: null }> {
  const request = requestNamed(await approvalsOf(desk), of);
  if (request.operation !== operation)
    throw new WrongUse(`That request is of ${request.operation}, not of ${operation}.`);
  const submission = valueOf(await sendRequest(desk.changes, request, { approval }, newContext()));
  return { submission, answer: null };
}
