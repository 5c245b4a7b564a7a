import { z } from 'zod';

import { readAnswer } from '../../../engines/bank/mapping/answer.ts';
import { isRecord } from '../../../engines/bank/json/pointer.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { JsonNumber } from '../../../../shared/json/exact-json.ts';
import { jsonIn, requestBody } from './bodies.ts';
import type { Exchange, Recording } from './exchange.ts';

const Text = z.string().nullish();
const Named = z.array(z.object({ name: z.string(), value: Text })).nullish();

/** The fields of a HAR 1.2 entry that are read; all others are ignored. */
const Entry = z.object({
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: Named,
    postData: z.object({ mimeType: Text, text: Text, params: Named }).nullish(),
  }),
  response: z.object({
    status: z.union([z.instanceof(JsonNumber), z.number()]),
    content: z.object({ text: Text, encoding: Text }).nullish(),
  }),
});
type Entry = z.output<typeof Entry>;

/** Reads a HAR 1.2 file. Ignores entries that are no exchange with a server, such as an aborted one. */
export function readHar({ name, bytes }: Recording): Result<Exchange[], string> {
  const json = readAnswer(bytes);
  if (!json.ok) return err(json.error);
  const log = isRecord(json.value) ? json.value['log'] : undefined;
  const entries = isRecord(log) ? log['entries'] : undefined;
  if (!Array.isArray(entries)) return err('is JSON, but not a HAR file: it has no log of entries');
  return ok(
    entries.flatMap((entry: unknown, index) => {
      const parsed = Entry.safeParse(entry);
      const from = `${name} entry ${String(index + 1)}`;
      return parsed.success ? exchangeOf(parsed.data, from) : [];
    }),
  );
}

function exchangeOf({ request, response }: Entry, from: string): Exchange[] {
  const url = URL.parse(request.url);
  const { status } = response;
  const code = Number(status instanceof JsonNumber ? status.source : status);
  if (url === null || !/^https?:$/.test(url.protocol) || code < 100 || code > 599) return [];
  const headers = headersOf(request.headers ?? []);
  const body = requestBody(sentText(request), request.postData?.mimeType ?? '');
  return [
    {
      from,
      method: request.method.toUpperCase(),
      url,
      headers,
      body: body.value,
      bodyKind: body.kind,
      status: code,
      answer: answerOf(response.content),
    },
  ];
}

/** The text of a request's body. Browsers record the fields of a form in addition to its text, or instead of it. */
function sentText({ postData }: Entry['request']): string {
  const { text, params } = postData ?? {};
  if (text) return text;
  return new URLSearchParams(
    (params ?? []).map((field): [string, string] => [field.name, field.value ?? '']),
  ).toString();
}

function answerOf(content: Entry['response']['content']): unknown {
  const { text, encoding } = content ?? {};
  if (!text) return undefined;
  if (encoding !== 'base64') return jsonIn(text);
  const read = readAnswer(Buffer.from(text, 'base64'));
  return read.ok ? read.value : undefined;
}

export const headersOf = (
  rows: readonly { readonly name: string; readonly value?: string | null | undefined }[],
): ReadonlyMap<string, string> =>
  new Map(rows.map(({ name, value }) => [name.toLowerCase(), (value ?? '').trim()]));
