import type { EventEmitter } from 'node:events';

/** Emits an event that a listener may prevent, with the fields Electron puts on it. True when it was prevented. */
export function isPrevented(
  emitter: EventEmitter,
  name: string,
  fields: object = {},
  ...args: unknown[]
): boolean {
  let prevented = false;
  const event = {
    ...fields,
    preventDefault: () => {
      prevented = true;
    },
  };
  emitter.emit(name, event, ...args);
  return prevented;
}
