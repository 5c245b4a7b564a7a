import { z } from 'zod';

import { limits } from '../../limits.ts';

/** How the window looks on this machine, for every bank. */
export const Appearance = z.strictObject({
  /** `system`: light, dark or high contrast, as the system says. */
  theme: z.enum(['system', 'light', 'dark', 'contrast']),
  density: z.enum(['compact', 'comfortable']),
  textPercent: z.union(limits.textPercents.map((percent) => z.literal(percent))),
  /** `1,234.56`, `1.234,56`, `1 234,56`, `1’234.56`: on the screen alone. */
  numbers: z.enum(['point', 'comma', 'space', 'apostrophe']),
  /** `20 Nov 2026`, `20.11.2026`, `11/20/2026`, `2026-11-20`: on the screen alone. */
  dates: z.enum(['named', 'dotted', 'slashed', 'iso']),
  /** Of the times that are shown: `UTC`, `system`, or a name of the IANA's zones. A day of a statement is UTC in every zone. */
  zone: z.string().max(100).refine(isZone, 'is no time zone that is known here'),
  /** How the accounts of the position are grouped; choices saved by older versions have none. */
  accountsBy: z.enum(['currency', 'group']).default('currency'),
});
export type Appearance = Readonly<z.infer<typeof Appearance>>;

export const plainAppearance: Appearance = {
  theme: 'system',
  density: 'compact',
  textPercent: 100,
  numbers: 'point',
  dates: 'named',
  zone: 'UTC',
  accountsBy: 'currency',
};

function isZone(zone: string): boolean {
  return ['system', 'UTC'].includes(zone) || Intl.supportedValuesOf('timeZone').includes(zone);
}

/** Keys that a person chose, one printed letter each. An act is named by where it is listed and its default key, as `Desk s`. */
export const OwnKeys = z
  .record(z.string().max(200), z.string().min(1).max(2))
  .refine((own) => Object.keys(own).length <= limits.ownKeysMax, 'are too many');
export type OwnKeys = Readonly<z.infer<typeof OwnKeys>>;
