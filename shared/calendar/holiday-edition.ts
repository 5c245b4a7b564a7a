// Written by tools/holidays/holidays.ts.

/** The package that the bank holidays come from, with its version. */
export const holidayEdition = 'date-holidays 3.37.0';
