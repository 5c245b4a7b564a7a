const names = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const [sunday, friday, saturday] = [0, 5, 6];

/** Countries whose banks close on Friday and Saturday, by both codes, with their currencies. */
const fridayAndSaturday = new Set(
  `BD BGD BDT BH BHR BHD DZ DZA DZD EG EGY EGP IL IQ IRQ IQD JO JOR JOD KW KWT KWD LY LBY LYD OM OMN OMR QA QAT QAR SA SAU SAR
    SD SDN SDG SY SYR SYP YE YEM YER`.split(/\s+/),
);

/** Days since 1970-01-01; the first of them was a Thursday. */
const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;

/** Is a day closed for its weekday alone? */
export const isWeekday = (reason: string): boolean => names.includes(reason);

/** Returns the name of a weekend day of a place, null on other days. Days are counted since 1970-01-01. */
export function weekendOf(place: string): (day: number) => string | null {
  const closed = new Set(fridayAndSaturday.has(place) ? [friday, saturday] : [saturday, sunday]);
  return (day) => {
    const weekday = weekdayOf(day);
    return closed.has(weekday) ? (names[weekday] ?? null) : null;
  };
}
