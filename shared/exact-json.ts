/**
 * JSON without floats: a number keeps the text the sender wrote.
 * `JSON.rawJSON` and the reviver's `context.source` are in Node 24 and in Chromium, not yet in TypeScript's library.
 */
type ExactJson = {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): unknown;
};
const json = JSON as unknown as ExactJson;

/** A JSON number by its source text. It is written back digit by digit. */
export class JsonNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  toJSON(): unknown {
    return json.rawJSON(this.source);
  }
}

/** Parses JSON text; every number becomes a {@link JsonNumber}. Throws SyntaxError as JSON.parse does. */
export function parseExact(text: string): unknown {
  return json.parse(text, (_key, value, context) =>
    typeof value === 'number' ? new JsonNumber(context.source ?? String(value)) : value,
  );
}
