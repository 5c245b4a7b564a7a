import { bai2 } from './bai2.ts';
import { camt053, camt053v02 } from './camt053.ts';
import type { Format } from './format.ts';
import { mt940 } from './mt940.ts';
import { xlsx } from './xlsx.ts';

/** Every format that is written row by row. */
export const rowFormats: readonly Format[] = [camt053, camt053v02, mt940, bai2, xlsx];
