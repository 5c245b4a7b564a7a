import { readAnswer } from '../../../engines/bank/mapping/answer.ts';
import type { BodyKind } from './exchange.ts';

type Body = { readonly kind: BodyKind; readonly value: unknown };

const none: Body = { kind: 'none', value: undefined };

/** A request's body by its content type: JSON, form fields, or another body whose content is not read. */
export function requestBody(text: string, contentType: string): Body {
  if (/multipart\/form-data/i.test(contentType)) return { kind: 'multipart', value: undefined };
  if (text.trim() === '') return none;
  if (/x-www-form-urlencoded/i.test(contentType)) return { kind: 'form', value: formFields(text) };
  const value = jsonIn(text);
  return { kind: value === undefined ? 'other' : 'json', value };
}

/** A text parsed as JSON, regardless of its content type; undefined where it is none. */
export function jsonIn(text: string): unknown {
  const read = readAnswer(Buffer.from(text));
  return read.ok ? read.value : undefined;
}

const formFields = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text.trim()));
