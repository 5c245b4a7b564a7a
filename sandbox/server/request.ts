import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import { z } from 'zod';

import type { FilePart, Operation } from '../../shared/bank/operation.ts';
import { parseExact } from '../../shared/json/exact-json.ts';
import { limits } from '../../shared/limits.ts';
import { parseForm, readBytes } from './body.ts';
import { Refusal } from './refusal.ts';

export type SandboxApp = Hono<{ Bindings: HttpBindings }>;
export type SandboxContext = Context<{ Bindings: HttpBindings }>;

/** A request in its parts, not yet checked by the operation's schema. */
export type RequestParts = {
  readonly path: Record<string, string>;
  readonly query: Record<string, string>;
  readonly body?: unknown;
  readonly file?: FilePart;
  /** The header by which a client marks a repeated request. */
  readonly idempotencyKey?: string;
  /** Why the body could not be read. */
  readonly problem?: Refusal;
};

const jsonBytesMax = 1024 * 1024;
const formBytesMax = limits.uploadBytesMax + 1024 * 1024;

type Body = Pick<RequestParts, 'body' | 'file'>;

/** Reads a request whole. An error in its body is returned in `problem`, so that faults can strike it all the same. */
export async function readParts(context: SandboxContext, entry: Operation): Promise<RequestParts> {
  const key = context.req.header('idempotency-key');
  const head = {
    path: context.req.param(),
    query: context.req.query(),
    ...(key === undefined ? {} : { idempotencyKey: key }),
  };
  try {
    return { ...head, ...(await readBody(context, entry)) };
  } catch (error) {
    if (error instanceof Refusal) return { ...head, problem: error };
    throw error;
  }
}

async function readBody(context: SandboxContext, entry: Operation): Promise<Body> {
  const contentType = context.req.header('content-type') ?? '';
  const mediaType = contentType.split(';')[0]?.trim().toLowerCase();
  if (entry.encoding === 'multipart') {
    if (mediaType !== 'multipart/form-data')
      throw unreadable('The body must be multipart/form-data');
    return await readForm(context, contentType);
  }
  const text = (await readBytes(context.env.incoming, jsonBytesMax)).toString();
  if (text === '') return {};
  if (!takesBody(entry)) throw unreadable('This operation takes no body');
  if (mediaType !== 'application/json') throw unreadable('The body must be application/json');
  return { body: parseJson(text) };
}

const takesBody = ({ input }: Operation): boolean =>
  input instanceof z.ZodObject && 'body' in input.shape;

function parseJson(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    throw unreadable('The body is not JSON');
  }
}

async function readForm(context: SandboxContext, contentType: string): Promise<Body> {
  const bytes = await readBytes(context.env.incoming, formBytesMax);
  try {
    const { fields, file } = await parseForm(bytes, contentType);
    return { body: fields, ...(file ? { file } : {}) };
  } catch {
    throw unreadable('The form cannot be read');
  }
}

const unreadable = (message: string): Refusal => new Refusal(400, 'invalid_request', message);

const subjectNames = [
  'accountNumber',
  'accountId',
  'entityId',
  'id',
  'beneficiaryId',
  'quoteId',
  'tradeId',
  'reference',
  'sellAccountNumber',
  'buyAccountNumber',
  'recipientAccountNumber',
] as const;

/** Values that name an account, a record or an order, anywhere in the request. */
export function subjectsOf({ path, query, body }: RequestParts): string[] {
  const places: unknown[] = [path, query, body];
  return places.flatMap((place) =>
    subjectNames.flatMap((name) => {
      const value: unknown =
        typeof place === 'object' && place !== null ? Reflect.get(place, name) : undefined;
      return typeof value === 'string' ? [value] : [];
    }),
  );
}
