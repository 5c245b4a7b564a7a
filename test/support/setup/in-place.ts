import type { MessagePort } from 'node:worker_threads';

/** A thread's program as a function: it works at its end of the line until that is closed, and answers how it is ended before. */
export type InPlace = (port: MessagePort, data: unknown) => () => void;
