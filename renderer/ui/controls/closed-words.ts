import type { OperationName } from '../../../shared/bank/catalogue.ts';
import { operationWords } from '../../../shared/bank/operation-labels.ts';

/** The closed operations in one sentence that says what is safe; named by the specification's words. */
export function closedWords(operations: readonly OperationName[]): string {
  const titles = operations.map((name) => operationWords[name].title);
  const named = new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(titles);
  const onlyReads = operations.every((name) => operationWords[name].effect === 'read');
  const [noun, verb] = operations.length === 1 ? ['path', 'is'] : ['paths', 'are'];
  return `This bank’s ${noun} for ${named} ${verb} not known yet: nothing is ${onlyReads ? 'requested' : 'sent'}.`;
}
