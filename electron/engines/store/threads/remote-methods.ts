import type { MessagePort, Worker } from 'node:worker_threads';

import { createBirpc, type BirpcReturn } from 'birpc';

import { packMessage, transfersOf, unpackMessage } from './worker-messages.ts';

/** Methods as they are called from another thread. Each returns a promise. */
export type Remote<Methods> = {
  readonly [Name in keyof Methods]: Methods[Name] extends (...input: infer Input) => infer Answer
    ? (...input: Input) => Promise<Awaited<Answer>>
    : never;
};

type Called = (...input: never[]) => unknown;
type NoMethods = Record<string, never>;

/** Answers calls that arrive at a port. `methodOf` returns undefined for an unknown name. Failures are sent unchanged. */
export function answerCalls(
  port: MessagePort,
  methodOf: (name: string) => Called | undefined,
): void {
  createBirpc<NoMethods, NoMethods>(
    {},
    {
      post: (message) => {
        port.postMessage(message);
      },
      on: (listen) => {
        port.on('message', listen);
      },
      serialize: packMessage,
      deserialize: unpackMessage,
      resolver: (name) => methodOf(name),
    },
  );
}

/** Calls methods in another thread, without a timeout. */
export const callsTo = <Methods extends object>(
  port: MessagePort | Worker,
): BirpcReturn<Methods, NoMethods> =>
  createBirpc<Methods, NoMethods>(
    {},
    {
      post: (message: object) => {
        port.postMessage(message, transfersOf(message));
      },
      on: (listen) => {
        port.on('message', listen);
      },
      serialize: packMessage,
      deserialize: unpackMessage,
      timeout: -1,
    },
  );
