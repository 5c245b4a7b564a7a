import type { ChangingOperation, OperationInput } from '../../../shared/bank/catalogue.ts';
import type { DeskParts } from '../../desk/open-bank/changes.ts';
import { whyUnfilled } from '../../engines/submissions/required-fields.ts';
import { submissionUnder } from '../../engines/submissions/journal/submission-table.ts';
import { newContext, WrongUse } from './command.ts';

/**
 * Throws {@link WrongUse} with every field that the bank file requires and that is missing or wrong, and with every one that it does not
 * know. A reference that was sent before is not checked: its result is shown even if the requirements changed.
 */
export function assertFilled<N extends ChangingOperation>(
  changes: DeskParts,
  operation: N,
  { input, reference }: { readonly input: OperationInput<N>; readonly reference: string },
): void {
  if (submissionUnder(changes.journal, reference) !== null) return;
  const problems = whyUnfilled(changes, operation, input, newContext())?.fields ?? {};
  const labels = new Map(
    changes.bank.requiredFields(operation).map(({ name, label }) => [name, label]),
  );
  const sentences = Object.entries(problems).map(([place, problem]) => {
    const label = labels.get(place.replace(/^more\./, ''));
    return `${place}${label === undefined ? '' : ` (${label})`} ${problem}`;
  });
  if (sentences.length > 0)
    throw new WrongUse(`--input: ${sentences.join('; ')}. Nothing was sent.`);
}
