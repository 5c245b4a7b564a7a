import fc from 'fast-check';
import { expect, onTestFinished } from 'vitest';

import { deskClock, systemClock } from '../../../electron/engines/machine/context.ts';
import { assessAnswer, type Acceptance } from '../../../electron/engines/submissions/acceptance.ts';
import { keep } from '../../../electron/engines/submissions/save-response.ts';
import type {
  ChangingOperation,
  OperationInput,
  OperationOutput,
} from '../../../shared/bank/catalogue.ts';
import type { FilePart } from '../../../shared/bank/operation.ts';
import type { Outcome } from '../../../shared/errors.ts';
import { partsIn, type OpenParts } from '../desks/desk-parts.ts';
import { sentOf } from '../desks/lone-desk.ts';
import { tempFolder } from '../setup/temp-folder.ts';
import type { BankRecord } from './fields.ts';
import { scriptedBank } from './scripted-bank.ts';
import { hands, record, text, word, type Member, type Wire } from './wire.ts';

type ChangeDesk = Pick<OpenParts, 'parts' | 'copy'> & {
  readonly says: (answer: string) => void;
  /** Sends, and judges what was said. */
  readonly send: <N extends ChangingOperation>(
    operation: N,
    input: OperationInput<N>,
    file?: FilePart,
  ) => Promise<Outcome<Acceptance<N>>>;
  /** Takes what was accepted into the local copy. */
  readonly keep: <N extends ChangingOperation>(
    operation: N,
    input: OperationInput<N>,
    answer: OperationOutput<N>,
  ) => Promise<void>;
};

const context = { correlationId: 'legal' };

/** A desk at a bank that says one thing, from the request to the local copy; only the journal's page is not turned. */
export async function changeDesk(): Promise<ChangeDesk> {
  const { client, says } = await scriptedBank();
  const clock = deskClock(systemClock, () => client.bankDate());
  const { parts, copy, faults, close } = partsIn(tempFolder(), { bank: client, clock });
  onTestFinished(close);
  return {
    parts,
    copy,
    says,
    send: async <N extends ChangingOperation>(
      operation: N,
      input: OperationInput<N>,
      file?: FilePart,
    ): Promise<Outcome<Acceptance<N>>> => {
      const sent = sentOf(operation, input);
      const answer = file
        ? client.upload(input as OperationInput<'uploadSubclientDocuments'>, file, context)
        : client.call(operation, input, context);
      const assessed = await assessAnswer(parts, sent, (await answer) as never, context);
      return assessed;
    },
    keep: async (operation, input, answer) => {
      expect(await keep(parts, sentOf(operation, input), answer)).toBeNull();
      expect(faults).toEqual([]);
    },
  };
}

/** How a bank may wrap the record that it answers, and whether it says thereby that nothing was done. */
export type Wrapping = { readonly isNo: boolean; readonly around: (own: Wire) => Wire };

const wrapping = (around: (own: Wire) => readonly Member[], isNo = false): Wrapping => ({
  isNo,
  around: (own) => record(around(own)),
});

export const bare: Wrapping = { isNo: false, around: (own) => own };

const beside = (own: Wire, ...members: readonly Member[]): Wire =>
  record([...members, ...(own.is === 'record' ? own.members : [])]);

export const wrappings: readonly Wrapping[] = [
  bare,
  wrapping((own) => [['data', own]]),
  wrapping((own) => [
    ['success', word(true)],
    ['message', text('OK')],
    ['result', own],
  ]),
  wrapping((own) => [
    ['meta', record([['trace', text('t-1')]])],
    ['data', { is: 'list', parts: [own] }],
  ]),
  wrapping(
    (own) => [
      ['success', word(false)],
      ['data', own],
    ],
    true,
  ),
  wrapping(
    (own) => [
      ['status', text('FAILED')],
      ['data', own],
    ],
    true,
  ),
  { isNo: true, around: (own) => beside(own, ['success', word(false)]) },
  { isNo: true, around: (own) => beside(own, ['errors', { is: 'list', parts: [text('no')] }]) },
];

/** A record as a bank may answer it to a change: mostly bare. */
export const answersOf = (own: fc.Arbitrary<BankRecord>) =>
  fc.record({
    own,
    wrapping: fc.oneof(
      { weight: 2, arbitrary: fc.constant(bare) },
      { weight: 1, arbitrary: fc.constantFrom(...wrappings) },
    ),
    hand: hands,
  });

/** What it says in a field, by its letters. */
export function wordIn({ fields }: BankRecord, name: string): string | undefined {
  const wire = fields[name]?.wire;
  return wire?.is === 'text' ? wire.text : wire?.is === 'number' ? wire.source : undefined;
}
