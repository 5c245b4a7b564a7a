import { MessagePort } from 'node:worker_threads';

import { DeskFault, errorCatalogue, type ErrorCode } from '../../../../shared/errors.ts';

/** A message between a worker thread and the main one. An error would lose its code, so it is sent as plain data. */
type Message = { readonly e?: unknown; readonly a?: readonly unknown[] };
type ThreadFault = {
  readonly faultCode: ErrorCode;
  readonly message: string;
  readonly stack: string;
};

/** Buffers that may be transferred with a message. */
const handedOver = new WeakSet<ArrayBufferLike>();

/**
 * Marks bytes for transfer to the other thread without a copy, as an argument of a call. They are then no longer usable here. A view
 * of a larger buffer is copied first, since a transfer would move the whole buffer.
 */
export function handOver(bytes: Uint8Array): Uint8Array {
  const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
  handedOver.add(own.buffer);
  return own;
}

export const transfersOf = ({ a: given = [] }: Message): Transferable[] =>
  given.flatMap((one): Transferable[] => {
    if (one instanceof MessagePort) return [one];
    return one instanceof Uint8Array && handedOver.has(one.buffer)
      ? [one.buffer as ArrayBuffer]
      : [];
  });

type Transferable = ArrayBuffer | MessagePort;

export function packMessage(message: Message): Message {
  if (!(message.e instanceof Error)) return message;
  const { message: text, stack } = message.e;
  const faultCode = message.e instanceof DeskFault ? message.e.code : 'internal';
  const fault: ThreadFault = {
    faultCode,
    message: text,
    stack: `${stack ?? ''}${causeOf(message.e)}`,
  };
  return { ...message, e: fault };
}

export function unpackMessage(message: Message): Message {
  return isThreadFault(message.e) ? { ...message, e: faultOf(message.e) } : message;
}

/** Returns the chain of causes as text, for the log. */
function causeOf({ cause }: Error): string {
  return cause instanceof Error ? `\ncaused by ${String(cause)}${causeOf(cause)}` : '';
}

function faultOf({ faultCode, message, stack }: ThreadFault): DeskFault {
  return new DeskFault(faultCode, message, { cause: stack });
}

function isThreadFault(error: unknown): error is ThreadFault {
  const code = (error as { faultCode?: unknown } | null | undefined)?.faultCode;
  return typeof code === 'string' && code in errorCatalogue;
}
