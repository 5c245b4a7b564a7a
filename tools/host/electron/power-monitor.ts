import { EventEmitter } from 'node:events';

/** What the machine does to the program; a driver says when. */
export type PowerEvent = 'suspend' | 'resume' | 'lock-screen' | 'unlock-screen';

export const powerMonitor = new EventEmitter();
