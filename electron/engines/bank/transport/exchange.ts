import { limits } from '../../../../shared/limits.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { isFileType } from './answered-file.ts';
import type { Dispatchers, Purpose } from './dispatchers.ts';
import { Ended, failureOf, type Failure } from './faults.ts';
import type { Dispatcher } from './undici.ts';

/** One HTTP request and the bounds of its answer. Times in milliseconds. */
type Exchange = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Iterable<Uint8Array> | null;
  readonly headersTimeoutMs: number;
  readonly bodyIdleTimeoutMs: number;
  /** May a success be a file of another type than JSON? Defaults to no. */
  readonly takesFile?: boolean;
  /** Called right before the first byte leaves; false ends the exchange. */
  readonly mayLeave?: (() => boolean) | undefined;
  /** Ends the exchange from outside with an {@link Ended} reason. */
  readonly signal: AbortSignal;
};

/** A complete answer, not yet parsed. */
export type Reply = {
  readonly status: number;
  readonly contentType: string;
  readonly retryAfter: string | null;
  readonly date: string | null;
  readonly location: string | null;
  readonly disposition: string | null;
  /**
   * For a success, the whole body, or nothing where it is neither JSON nor a
   * requested file: such a body is not read. For a 4xx or 5xx, as much as arrived, up to
   * a bound: its status counts even when its body is cut.
   */
  readonly bytes: Uint8Array;
};

/** The way out of a request. `lines` returns the bank's current connections. */
export type Line = { readonly lines: () => Dispatchers; readonly purpose: Purpose };

let undici: typeof import('./undici.ts') | undefined;

/** Sends one request and reads its answer within the bounds. Never follows redirects, never decompresses, never throws. */
export async function exchange(
  { lines, purpose }: Line,
  { url, headersTimeoutMs, bodyIdleTimeoutMs, takesFile = false, mayLeave, ...ask }: Exchange,
): Promise<Result<Reply, Failure>> {
  const progress = { started: false, inBody: false };
  try {
    const { origin, pathname, search } = new URL(url);
    // Loaded with the first call. If the client was closed during the load, this call has ended and opens no connection.
    undici ??= await import('./undici.ts');
    ask.signal.throwIfAborted();
    const dispatcher = lines().to(purpose, undici);
    const { statusCode, headers, body } = await noticing(dispatcher, progress, mayLeave).request({
      ...ask,
      origin,
      path: `${pathname}${search}`,
      // undici writes any iterable piece by piece; its types name streams only.
      body: ask.body as string | null,
      headersTimeout: headersTimeoutMs,
      bodyTimeout: bodyIdleTimeoutMs,
    });
    progress.inBody = true;
    const reply = replyOf(statusCode, headers);
    if (statusCode >= 400) return ok({ ...reply, bytes: await wordsOf(body, reply.encoding) });
    if (reply.encoding !== '') return err({ ...dropped(body, progress), kind: 'encoded' });
    const isAccepted = isJson(reply.contentType) || (takesFile && isFileType(reply.contentType));
    if (!isAccepted) {
      dropped(body, progress);
      return ok({ ...reply, bytes: new Uint8Array() });
    }
    const bytes = await bytesOf(body);
    return bytes ? ok({ ...reply, bytes }) : err({ ...dropped(body, progress), kind: 'too-large' });
  } catch (error) {
    const thrown: unknown = ask.signal.aborted ? ask.signal.reason : error;
    return err(failureOf(thrown, progress.started, progress.inBody));
  }
}

export const isJson = (contentType: string): boolean =>
  /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(contentType);

type Body = Dispatcher.ResponseData['body'];
type Headers = Dispatcher.ResponseData['headers'];

function replyOf(status: number, headers: Headers) {
  const one = (name: string): string | null => {
    const value = headers[name];
    return (Array.isArray(value) ? value[0] : value) ?? null;
  };
  const encoding = (one('content-encoding') ?? '').trim().toLowerCase();
  return {
    status,
    contentType: one('content-type') ?? '',
    retryAfter: one('retry-after'),
    date: one('date'),
    location: one('location'),
    disposition: one('content-disposition'),
    encoding: encoding === 'identity' ? '' : encoding,
  };
}

/** Reads the body; null when it exceeds the cap. */
async function bytesOf(body: Body): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > limits.answerBytesMax) return null;
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size);
}

/** Reads the body of a 4xx or 5xx, which may be cut, up to a bound. Of a compressed one nothing is read. The rest is discarded. */
async function wordsOf(body: Body, encoding: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    if (encoding === '')
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        chunks.push(chunk);
        size += chunk.byteLength;
        if (size >= limits.refusalBytesMax) break;
      }
  } catch {
    // The status has arrived, so a partial body is enough.
  }
  body.on('error', ignored);
  body.destroy();
  return Buffer.concat(chunks).subarray(0, limits.refusalBytesMax);
}

/** Discards an unread body and its connection. */
function dropped(body: Body, { started }: { started: boolean }): Omit<Failure, 'kind'> {
  body.on('error', ignored);
  body.destroy();
  return { started, detail: '' };
}

const ignored = (): void => undefined;

/** Records the moment from which bytes may be on the wire, and aborts there when `mayLeave` returns false. */
function noticing(
  dispatcher: Dispatcher,
  progress: { started: boolean },
  mayLeave: () => boolean = () => true,
): Dispatcher {
  return dispatcher.compose((dispatch) => (options, handler) => {
    const start = handler.onRequestStart?.bind(handler);
    handler.onRequestStart = (controller, context: unknown) => {
      progress.started = mayLeave();
      start?.(controller, context);
      if (!progress.started) controller.abort(new Ended('cancelled'));
    };
    return dispatch(options, handler);
  });
}

/** Runs work under one abort signal, triggered by a deadline or the given signal. `again` restarts the deadline. */
export async function within<T>(
  { deadlineMs, signal }: { deadlineMs: number; signal: AbortSignal },
  work: (signal: AbortSignal, again: () => void) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const cancel = (): void => {
    controller.abort(new Ended('cancelled'));
  };
  const expire = (): void => {
    controller.abort(new Ended('timeout'));
  };
  let timer = setTimeout(expire, deadlineMs);
  const again = (): void => {
    clearTimeout(timer);
    timer = setTimeout(expire, deadlineMs);
  };
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    return await work(controller.signal, again);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  }
}
