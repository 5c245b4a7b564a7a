import { WrongUse } from '../input/command.ts';

/** The options by which a command requests a change, or sends an approved request; the same for every command that changes the bank. */
export const requestOptions = {
  request: { type: 'boolean' },
  words: { type: 'string' },
  of: { type: 'string' },
} as const;

type Given = {
  readonly request?: boolean | undefined;
  readonly words?: string | undefined;
  readonly of?: string | undefined;
  readonly input?: string | undefined;
};

/** What the options ask for: a request with its words, the sending of one, or neither. Throws {@link WrongUse} where they contradict. */
export function wantedRequest({
  request,
  words,
  of,
  input,
}: Given): { readonly words: string } | { readonly of: string } | null {
  if (of !== undefined && input !== undefined)
    throw new WrongUse('--input and --of do not go together.');
  if (request === true && input === undefined) throw new WrongUse('--request belongs to --input.');
  if (words !== undefined && request !== true) throw new WrongUse('--words belongs to --request.');
  if (of !== undefined) return { of };
  return request === true ? { words: words ?? '' } : null;
}
