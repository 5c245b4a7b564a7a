import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

import { JsonNumber } from '../../../shared/json/exact-json.ts';
import type { Fault, FaultKind, FaultOf } from './faults.ts';

/** An answer before it is put on the wire. */
export type Answer = { status: number; headers: Record<string, string>; body: string };

export const jsonAnswer = (status: number, value: unknown): Answer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
});

const deepDefault = 200_000;

const insteads: { readonly [K in FaultKind]?: (fault: FaultOf<K>) => Answer } = {
  status: (fault) => statusAnswer(fault),
  busy: ({ retryAfter }) =>
    withHeader(jsonAnswer(429, { message: 'Too many requests', code: 'too_many_requests' }), {
      'retry-after': retryAfter ?? '1',
    }),
  redirect: ({ status, location }) => ({ status: status ?? 307, headers: { location }, body: '' }),
  'deep-json': ({ depth = deepDefault }) => ({
    ...jsonAnswer(200, null),
    body: '['.repeat(depth) + ']'.repeat(depth),
  }),
};

/** The answer of a fault in place of the operation's; undefined when the fault lets the call through. */
export const answerInstead = (fault: Fault): Answer | undefined =>
  insteads[fault.kind]?.(fault as never);

function statusAnswer({ status, body, message, retryAfter }: FaultOf<'status'>): Answer {
  const words = message ?? `The bank answers ${status} on purpose`;
  const retry: Record<string, string> =
    retryAfter === undefined ? {} : { 'retry-after': retryAfter };
  if (body === 'empty') return { status, headers: retry, body: '' };
  if (body !== 'html')
    return withHeader(jsonAnswer(status, { message: words, code: 'fault' }), retry);
  const page = `<!doctype html><html><head><title>${status}</title></head><body><h1>${words}</h1></body></html>`;
  return { status, headers: { 'content-type': 'text/html; charset=utf-8', ...retry }, body: page };
}

const withHeader = (answer: Answer, headers: Record<string, string>): Answer => ({
  ...answer,
  headers: { ...answer.headers, ...headers },
});

/** Kinds that close or hold the connection before anything is done. */
export const holdsBefore = (faults: readonly Fault[]): boolean =>
  faults.some(({ kind }) => kind === 'never-answer' || kind === 'reset');

type Writers = {
  readonly [K in FaultKind]?: (
    response: ServerResponse,
    answer: Answer,
    fault: FaultOf<K>,
  ) => Promise<unknown>;
};

const hold = (response: ServerResponse): Promise<unknown> => closed(response);
const cut = (response: ServerResponse): Promise<unknown> => Promise.resolve(response.destroy());

const writers: Writers = {
  'never-answer': hold,
  'never-answer-after-commit': hold,
  reset: cut,
  'cut-after-commit': cut,
  'cut-body': (response, answer, { framing }) => writeHalf(response, answer, framing ?? 'length'),
  'endless-body': (response, answer) => writeBlanks(response, answer, Infinity),
  'huge-body': (response, answer, { bytes }) =>
    writeBlanks(response, answer, bytes ?? 11 * 1024 * 1024),
  'slow-drip': (response, answer, fault) => drip(response, answer, fault),
  'content-type': (response, answer, { value }) =>
    writeWhole(response, withHeader(answer, { 'content-type': value ?? 'text/html' }), answer.body),
  gzip: (response, answer) =>
    writeWhole(response, withHeader(answer, { 'content-encoding': 'gzip' }), gzipSync(answer.body)),
};

/** Writes an answer the way the first fault of the wire wants it; false when none of the faults concerns the wire. */
export async function writeFaulty(
  response: ServerResponse,
  answer: Answer,
  faults: readonly Fault[],
): Promise<boolean> {
  const fault = faults.find(({ kind }) => writers[kind]);
  if (!fault) return false;
  await writers[fault.kind]?.(response, answer, fault as never);
  return true;
}

async function writeWhole(
  response: ServerResponse,
  { status, headers }: Answer,
  body: string | Buffer,
): Promise<void> {
  response.writeHead(status, headers);
  await new Promise<void>((resolve) => response.end(body, resolve));
}

/** Half of the body. With `close` framing the reader cannot see that it is only half. */
async function writeHalf(
  response: ServerResponse,
  { status, headers, body }: Answer,
  framing: 'length' | 'chunked' | 'close',
): Promise<void> {
  const bytes = Buffer.from(body);
  const half = bytes.subarray(0, Math.floor(bytes.length / 2));
  const length = framing === 'length' ? { 'content-length': String(bytes.length) } : {};
  if (framing === 'close') {
    response.useChunkedEncodingByDefault = false;
    response.shouldKeepAlive = false;
  }
  response.writeHead(status, { ...headers, ...length });
  await new Promise((resolve) => response.write(half, resolve));
  if (framing === 'close') response.end();
  else response.destroy();
}

async function writeBlanks(response: ServerResponse, answer: Answer, bytes: number): Promise<void> {
  response.writeHead(answer.status, answer.headers);
  response.write(answer.body);
  const blanks = Buffer.alloc(64 * 1024, ' ');
  const gone = closed(response);
  let left = bytes - Buffer.byteLength(answer.body);
  while (left > 0 && !response.destroyed) {
    const chunk = blanks.subarray(0, Math.min(left, blanks.length));
    left -= chunk.length;
    if (!response.write(chunk)) await Promise.race([drained(response), gone]);
  }
  response.end();
}

async function drip(
  response: ServerResponse,
  answer: Answer,
  { bytes = 16, everyMs = 20 }: FaultOf<'slow-drip'>,
): Promise<void> {
  const body = Buffer.from(answer.body);
  response.writeHead(answer.status, { ...answer.headers, 'content-length': String(body.length) });
  response.flushHeaders();
  for (let sent = 0; sent < body.length && !response.destroyed; sent += bytes) {
    response.write(body.subarray(sent, sent + bytes));
    await pause(everyMs, undefined, { ref: false });
  }
  response.end();
}

const drained = (response: ServerResponse): Promise<unknown> =>
  new Promise((resolve) => response.once('drain', resolve));

const closed = (response: ServerResponse): Promise<unknown> =>
  response.destroyed
    ? Promise.resolve()
    : new Promise((resolve) => response.once('close', resolve));

const echoNames = ['amount', 'buyAmount'] as const;

/** Gives an answer another amount than was ordered; `wire` is the answer as it goes over the wire. */
export function falsifyEcho(wire: unknown, faults: readonly Fault[]): void {
  if (!faults.some(({ kind }) => kind === 'wrong-echo')) return;
  for (const record of Object.values(wire as Record<string, unknown>))
    if (typeof record === 'object' && record !== null) falsifyRecord(record);
}

function falsifyRecord(record: object): void {
  for (const name of echoNames) {
    const value: unknown = Reflect.get(record, name);
    if (value instanceof JsonNumber) Reflect.set(record, name, nextNumber(value));
  }
}

/** One unit of the last written place above. */
function nextNumber({ source }: JsonNumber): JsonNumber {
  const decimals = source.split('.')[1]?.length ?? 0;
  const digits = String(BigInt(source.replace('.', '')) + 1n).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  return new JsonNumber(
    decimals === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`,
  );
}
