import { errorCatalogue, type ErrorCode } from '../../../shared/errors.ts';

type Tone = 'good' | 'warn' | 'bad' | 'plain';

const toneOf = { notice: 'plain', warning: 'warn', error: 'bad' } as const;

const isErrorCode = (outcome: string): outcome is ErrorCode =>
  Object.hasOwn(errorCatalogue, outcome);

/** How a call ended, in the words of the error catalogue; an unknown error is shown unchanged. */
export function outcomeWords(outcome: string): { readonly words: string; readonly tone: Tone } {
  if (outcome === 'ok') return { words: 'Answered', tone: 'good' };
  if (!isErrorCode(outcome)) return { words: outcome, tone: 'plain' };
  const { title, severity } = errorCatalogue[outcome];
  return { words: title, tone: toneOf[severity] };
}

/** The operation's name in the specification's words: `getAccountsBy` reads "Get Accounts By". */
export const operationWords = (operation: string): string =>
  operation
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
