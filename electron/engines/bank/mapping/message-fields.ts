import { isRecord } from '../json/pointer.ts';

/** A message in an answer and its field; null where it names none. */
export type BankMessage = { readonly field: string | null; readonly text: string };

/** The messages of a refusal: general ones (`leads`) and exact ones (`details`). */
export type BankMessages = {
  readonly leads: readonly string[];
  readonly details: readonly BankMessage[];
};

const leadNames =
  'title message error errorMessage error_message reason msg text description'.split(' ');
const detailNames = 'detail error_description errorDescription'.split(' ');
const listNames =
  'errors error fieldErrors field_errors validationErrors validation_errors violations invalidParams invalid-params invalid_params details detail messages issues fields fault'.split(
    ' ',
  );
const aroundNames = 'data result response body payload'.split(' ');
const fieldNames =
  'field fieldName field_name param parameter property propertyPath property_path propertyName path name pointer'.split(
    ' ',
  );
const depthMax = 5;
const detailsMax = 20;

/**
 * Reads the messages from the shapes that refusals have: texts and lists, records with a message, problem details (RFC 9457), maps
 * of fields, JSON:API, and any of these within `error` or `data`.
 */
export function messagesIn(body: unknown): BankMessages {
  if (!isRecord(body)) return { leads: [], details: detailsIn(body, null, 0).slice(0, detailsMax) };
  const leads = textsAt(body, leadNames);
  const details = [
    ...textsAt(body, detailNames).map((text) => ({ field: null, text })),
    ...within(body, null, 0),
  ].slice(0, detailsMax);
  if (leads.length > 0 || details.length > 0) return { leads, details };
  return around(body) ?? { leads, details };
}

/** Reads the messages of an envelope's content; used only where the envelope itself has none. */
function around(body: Readonly<Record<string, unknown>>): BankMessages | null {
  for (const name of aroundNames) {
    const inner = body[name];
    const messages = isRecord(inner) || Array.isArray(inner) ? messagesIn(inner) : null;
    if (messages && messages.leads.length + messages.details.length > 0) return messages;
  }
  return null;
}

function detailsIn(value: unknown, field: string | null, depth: number): BankMessage[] {
  if (depth > depthMax) return [];
  if (typeof value === 'string') return value.trim() === '' ? [] : [{ field, text: value }];
  if (Array.isArray(value))
    return value.slice(0, 100).flatMap((part) => detailsIn(part, field, depth + 1));
  if (!isRecord(value)) return [];
  const of = field ?? fieldIn(value);
  const text = textsAt(value, [...leadNames, ...detailNames]).join(': ');
  return [...(text === '' ? [] : [{ field: of, text }]), ...within(value, of, depth)];
}

function within(
  record: Readonly<Record<string, unknown>>,
  field: string | null,
  depth: number,
): BankMessage[] {
  return listNames.flatMap((name) => {
    const inner = record[name];
    if (typeof inner === 'string' && [...leadNames, ...detailNames].includes(name)) return [];
    return isFieldMap(inner, name)
      ? Object.entries(inner)
          .slice(0, 100)
          .flatMap(([of, part]) => detailsIn(part, of, depth + 1))
      : detailsIn(inner, field, depth + 1);
  });
}

/**
 * True for a map of fields to problems, such as `{ tin: ['is required'] }`, without a general message. Bare texts may be anything,
 * such as a request number, so they count only in a map that is named like errors.
 */
const isFieldMap = (value: unknown, called: string): value is Record<string, unknown> =>
  isRecord(value) &&
  textsAt(value, [...leadNames, ...detailNames]).length === 0 &&
  !listNames.some((name) => name in value) &&
  Object.values(value).every(
    (part) =>
      Array.isArray(part) || isRecord(part) || (typeof part === 'string' && mapNames.test(called)),
  );

const mapNames = /errors$|violations|invalid/i;

const textsAt = (record: Readonly<Record<string, unknown>>, names: readonly string[]): string[] =>
  names.flatMap((name) => {
    const text = record[name];
    return typeof text === 'string' && text.trim() !== '' ? [text.trim()] : [];
  });

/** Reads the field from `field: 'tin'`, `source: { pointer: '/data/tin' }` or `loc: ['body', 'tin']`. */
function fieldIn(record: Readonly<Record<string, unknown>>): string | null {
  const [named] = textsAt(record, fieldNames);
  if (named !== undefined) return named;
  const { source, loc } = record;
  if (isRecord(source)) return textsAt(source, fieldNames)[0] ?? null;
  const last: unknown = Array.isArray(loc)
    ? loc.findLast((part) => typeof part === 'string')
    : null;
  return typeof last === 'string' ? last : null;
}
