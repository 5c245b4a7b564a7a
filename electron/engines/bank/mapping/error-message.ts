import { readAnswer } from './answer.ts';
import { isSecretName } from '../file/secret-names.ts';
import { isJson, type Reply } from '../transport/exchange.ts';
import { textOfPage } from '../json/page-text.ts';
import type { JsonPointer } from '../json/pointer.ts';
import { messagesIn, type BankMessage } from './message-fields.ts';
import { plainFieldName, type SentNames } from './sent-names.ts';
import { bankWords, cleanText } from './bank-text.ts';

/** The reason for a refusal, as far as the answer gives one. */
export type BankReason = {
  /** The message, shortened to one line; undefined where the answer gave none. */
  readonly words: string | undefined;
  /** True where the message comes from a page, which may not be the bank's; false for the bank's own JSON. */
  readonly isPage: boolean;
  /** The problems of fields that were sent, by the desk's names for them. */
  readonly fields: Readonly<Record<string, string>>;
};

type Reading = {
  /** The places of the message that the bank file names; they take precedence. */
  readonly pointers: readonly JsonPointer[];
  /** Removes secrets from a text of the bank. */
  readonly redact: (text: string) => string;
  readonly names: SentNames;
};

const excerptMax = 300;

/** Reads the reason from the body of a 4xx or 5xx, JSON or not. A body of unknown shape is quoted in part. */
export function reasonOfReply(
  { bytes, contentType }: Pick<Reply, 'bytes' | 'contentType'>,
  reading: Reading,
): BankReason {
  if (bytes.byteLength === 0) return noReason;
  const answer = isJson(contentType) || looksLikeJson(bytes) ? readAnswer(bytes) : null;
  if (answer?.ok) {
    const reason = reasonIn(answer.value, reading);
    return reason.words === undefined
      ? { ...reason, words: excerptOf(answer.value, reading) }
      : reason;
  }
  const text = textOfPage(bytes, contentType);
  return { ...noReason, words: excerpt(reading.redact(text)), isPage: true };
}

/** Reads the reason from a parsed answer by its shape alone. */
export function reasonIn(answer: unknown, { pointers, redact, names }: Reading): BankReason {
  const { leads, details } = messagesIn(answer);
  const fields = problemsOf(details, { redact, names });
  const lead = bankWords(answer, pointers, redact) ?? cleanText(redact(leads.join(': ')));
  // A message that is shown at its field is not repeated after the lead.
  const apart = details.filter((detail) => lead === '' || nameOf(detail, names) === undefined);
  const more = apart.map((detail) => cleanText(redact(sentenceOf(detail))));
  const isNew = (text: string, at: number): boolean =>
    text !== '' && !isIn(text, lead) && !more.slice(0, at).some((before) => isIn(text, before));
  const rest = more.filter(isNew).join('; ');
  const words = lead === '' || rest === '' ? `${lead}${rest}` : `${ended(lead)}: ${rest}`;
  return {
    words: words === '' ? undefined : cleanText(words),
    isPage: false,
    fields,
  };
}

export const noReason: BankReason = { words: undefined, isPage: false, fields: {} };

const isIn = (text: string, before: string): boolean =>
  before.toLowerCase().includes(text.toLowerCase());

const ended = (lead: string): string => lead.replace(/[.:;]$/, '');

/** Prefixes the field: `tin is required`, `tin: Must not be blank`. A text that names its field stays unchanged. */
function sentenceOf({ field, text }: BankMessage): string {
  const name = field === null ? '' : lastPart(field);
  if (name === '' || isIn(name, text)) return text;
  return /^\p{Ll}/u.test(text) ? `${name} ${text}` : `${name}: ${text}`;
}

const lastPart = (place: string): string => place.split(/[./[\]]+/).findLast(isName) ?? '';
const isName = (part: string): boolean => /\D/.test(part);

function problemsOf(
  details: readonly BankMessage[],
  { redact, names }: Pick<Reading, 'redact' | 'names'>,
): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const detail of details) {
    const name = nameOf(detail, names);
    if (name !== undefined) problems[name] ??= cleanText(redact(detail.text));
  }
  return problems;
}

/** Returns the desk's name for a message's field; undefined where no such field was sent. */
const nameOf = ({ field }: BankMessage, names: SentNames): string | undefined =>
  field === null ? undefined : names.get(plainFieldName(lastPart(field)));

/** Returns an excerpt of an answer of unknown shape. Members with secret names are masked. */
function excerptOf(answer: unknown, { redact }: Reading): string | undefined {
  const text = JSON.stringify(answer, (name, value: unknown) => {
    if (name !== '' && isSecretName(name)) return '•••';
    return typeof value === 'string' ? redact(value) : value;
  });
  return excerpt(redact(text));
}

function excerpt(text: string): string | undefined {
  const clean = cleanText(text);
  if (clean === '') return undefined;
  return clean.length > excerptMax ? `${clean.slice(0, excerptMax - 1)}…`.toWellFormed() : clean;
}

/** Detects JSON by its first bytes, since some banks send it with another content type. */
const looksLikeJson = (bytes: Uint8Array): boolean =>
  /^\s*[[{]/.test(new TextDecoder().decode(bytes.subarray(0, 64)));
