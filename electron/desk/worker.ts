import { parentPort } from 'node:worker_threads';

import { createBirpc } from 'birpc';

import { packMessage, unpackMessage, type WorkerMethods } from '../store/worker-messages.ts';
import { openWriterMethods, type WriterMethods } from './writer-methods.ts';

/** The thread that writes cache.db. Its key comes as a message: never as an argument, never in the environment. */

if (parentPort !== null) serve(parentPort);

function serve(port: NonNullable<typeof parentPort>): void {
  let methods: WriterMethods | undefined;
  const local: WorkerMethods = {
    open(file, key) {
      methods = openWriterMethods(file, key);
      key.fill(0);
    },
  };
  createBirpc<Record<string, never>, WorkerMethods>(local, {
    post: (message) => {
      port.postMessage(message);
    },
    on: (listen) => {
      port.on('message', listen);
    },
    serialize: packMessage,
    deserialize: unpackMessage,
    resolver: (name, own) => (name in local ? own : methods?.[name as keyof WriterMethods]),
  });
}
