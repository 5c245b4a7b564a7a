import { constants, openSync } from 'node:fs';

/** The flag of Windows for a file that no one else may open, move or remove; Node accepts it, but has no name for it. */
const alone = 0x10000000;

openSync(process.argv[2] ?? '', constants.O_RDWR | alone);
console.log('held');
setInterval(() => undefined, 60_000);
