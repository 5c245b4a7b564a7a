import { constants, openSync } from 'node:fs';

/** Windows' word for a file that nobody else may open, move or remove; Node has the flag, but no name for it. */
const alone = 0x10000000;

openSync(process.argv[2] ?? '', constants.O_RDWR | alone);
console.log('held');
setInterval(() => undefined, 60_000);
