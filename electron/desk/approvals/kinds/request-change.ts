import { isChanging, type ChangingOperation } from '../../../../shared/bank/catalogue.ts';
import { fail, type Outcome } from '../../../../shared/errors.ts';
import type { Context } from '../../../engines/machine/context.ts';
import type { Approval } from '../../../engines/submissions/approval.ts';
import { mayAsk } from '../../../engines/bank/may-ask.ts';
import type { AnyIntent } from '../../../engines/submissions/intent/intent.ts';
import { prepare } from '../../../engines/submissions/intent/prepare.ts';
import { readInput } from '../../../engines/submissions/sent.ts';
import { noPremise } from '../../../nouns/approvals/contents.ts';
import { limitPayload, type Limit } from '../../../nouns/approvals/limit.ts';
import { readQuestion } from '../../../nouns/conversions/quote-question.ts';
import type { DeskParts } from '../../open-bank/changes.ts';
import { writeLine, type OpenApprovals, type Requested } from '../requests.ts';
import { learnAccounts } from './learn-accounts.ts';
import { changeIn, premiseOfIntent, readBasis } from './read-change.ts';
import { requestKinds } from './request-kinds.ts';

export type WantedChange = {
  readonly reference: string;
  /** The maker's confirmations, as a sender would give them. */
  readonly approval: Approval;
  /** A note for the approvers. */
  readonly words: string;
};

/** Requests a prepared change, with this desk's reading of the bank. Sends nothing. */
export async function requestPrepared(
  open: OpenApprovals,
  parts: DeskParts,
  intent: AnyIntent,
  words: string,
  context: Context,
): Promise<Outcome<Requested>> {
  const { operation, reference } = intent;
  const input = readInput(operation, intent.payload);
  const payload = JSON.stringify(input.ok ? input.value : intent.payload);
  if (changeIn(operation, payload) === null) return notRequestedHere(operation, context);
  const premise = premiseOfIntent(parts, intent);
  const wanted = { operation, reference, payload, premise, words };
  return writeLine(open, wanted, parts.clock, context);
}

/** Requests a change by its operation and input, after all checks as for its sender. */
export async function requestChange(
  open: OpenApprovals,
  parts: DeskParts,
  {
    operation,
    input,
    ...wanted
  }: { readonly operation: string; readonly input: object } & WantedChange,
  context: Context,
): Promise<Outcome<Requested>> {
  const change = changeIn(operation, JSON.stringify(input));
  if (change === null) return notRequestedHere(operation, context);
  const read = await readBasis(parts, change, context);
  if (!read.ok) return read;
  const send = sendingOf(change.operation);
  const prepared = await prepare(
    parts,
    (only) => send(only, change.input, wanted, context),
    context,
  );
  return prepared.ok
    ? requestPrepared(open, parts, prepared.value, wanted.words, context)
    : prepared;
}

type AnySend = (
  parts: DeskParts,
  input: unknown,
  sending: WantedChange,
  context: Context,
) => Promise<Outcome<unknown>>;

function sendingOf(operation: ChangingOperation): AnySend {
  const kind = requestKinds[operation];
  return typeof kind === 'string'
    ? (_parts, _input, _sending, context) => Promise.resolve(notRequestedHere(operation, context))
    : (kind.send as AnySend);
}

const notRequestedHere = (operation: string, { correlationId }: Context): Outcome<never> =>
  fail('input.invalid', correlationId, {
    ...(isChanging(operation) ? { operation } : {}),
    message: 'This operation cannot be requested here. Nothing was written or sent.',
  });

export type WantedLimit = Pick<Limit, 'side' | 'amount' | 'worstRate'> &
  Pick<Limit, 'sellAccountNumber' | 'buyAccountNumber'> & {
    readonly reference: string;
    readonly words: string;
  };

/** Requests a conversion as a limit, without asking for a price. Fails with `input.invalid` and the field. */
export async function requestLimit(
  open: OpenApprovals,
  parts: DeskParts,
  { reference, words, ...wanted }: WantedLimit,
  context: Context,
): Promise<Outcome<Requested>> {
  const allowed = mayAsk(parts.bank, 'lockRate', context);
  if (!allowed.ok) return allowed;
  const { side, amount, sellAccountNumber, buyAccountNumber } = wanted;
  await learnAccounts(parts, [sellAccountNumber, buyAccountNumber], context);
  const question = readQuestion(parts.reader, {
    ...{ sellAccountNumber, buyAccountNumber },
    ...(side === 'sell' ? { sellAmount: amount } : { buyAmount: amount }),
  });
  if (!question.ok) return fail('input.invalid', context.correlationId, { fields: question.error });
  const { sellCurrency, buyCurrency, sellAmount, buyAmount = '' } = question.value.query;
  const limit = { ...wanted, sellCurrency, buyCurrency, amount: sellAmount ?? buyAmount };
  const payload = limitPayload(limit);
  const line = { operation: 'lockRate', reference, payload, premise: noPremise, words };
  return writeLine(open, line, parts.clock, context);
}
