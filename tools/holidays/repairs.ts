/** A correction of the package's holidays of a country, with its reason. */
export type Repair = {
  readonly country: string;
  readonly reason: string;
  /** True for a day that is no bank holiday. */
  readonly removes?: (day: string, name: string) => boolean;
  /** Bank holidays that the package lacks, by day. */
  readonly adds?: Readonly<Record<string, string>>;
};

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

export const repairs: readonly Repair[] = [
  {
    country: 'US',
    reason:
      'The Federal Reserve is open on the Friday before a holiday that falls on a Saturday, so Fedwire settles on it.',
    removes: (day, name) => weekdayOf(day) === 5 && /substitute day/i.test(name),
  },
  {
    country: 'FI',
    reason: 'Banks work on New Year’s Eve: TARGET is open.',
    removes: (day) => day.endsWith('-12-31'),
  },
  {
    country: 'NO',
    reason: 'Christmas Eve is a half day.',
    removes: (day) => day.endsWith('-12-24'),
  },
  {
    country: 'NL',
    reason:
      'Banks work on New Year’s Eve and are closed on Good Friday, by TARGET; Liberation Day is a day off every fifth year.',
    removes: (day) => day.endsWith('-12-31'),
    adds: {
      ...Object.fromEntries(
        [
          ...['2024-03-29', '2025-04-18', '2026-04-03', '2027-03-26', '2028-04-14', '2029-03-30'],
          ...['2030-04-19', '2031-04-11', '2032-03-26', '2033-04-15', '2034-04-07', '2035-03-23'],
        ].map((day) => [day, 'Good Friday']),
      ),
      ...{ '2025-05-05': 'Liberation Day', '2030-05-05': 'Liberation Day' },
      '2035-05-05': 'Liberation Day',
    },
  },
  {
    country: 'GR',
    reason: 'Labour Day moves behind the Orthodox Easter where it falls into Holy Week.',
    removes: (day) => day === '2024-05-01',
    adds: { '2024-05-07': 'Labour Day', '2027-05-04': 'Labour Day' },
  },
  {
    country: 'RS',
    reason: 'The second day of Labour Day moves behind Easter Monday where it is Easter Sunday.',
    adds: { '2027-05-04': 'Labour Day' },
  },
  {
    country: 'KE',
    reason: 'Days that were gazetted for one year.',
    adds: {
      '2024-05-10': 'National Tree Growing Day',
      '2024-06-17': 'Feast of the Sacrifice (Eid al-Adha)',
      '2024-11-01': 'Inauguration Day',
      '2025-03-31': 'End of Ramadan (Eid al-Fitr)',
    },
  },
  {
    country: 'NG',
    reason:
      'Three days of the package are no federal public holidays, and the federal government announced the days of Eid and Mawlid until March 2026.',
    removes: (day, name) =>
      ['Children’s Day', 'National Youth Day', 'Islamic New Year'].includes(name) ||
      day === '2025-09-04',
    adds: {
      '2024-06-18': 'Id el Kabir',
      '2024-09-16': 'Birthday of Muhammad (Mawlid)',
      '2025-04-01': 'Id el Fitr',
      '2025-06-09': 'Id el Kabir',
      '2025-07-15': 'Day of Mourning',
      '2025-09-05': 'Birthday of Muhammad (Mawlid)',
      '2026-03-19': 'Id el Fitr',
    },
  },
  {
    country: 'SG',
    reason: 'Hari Raya Haji of 2024 fell on a Sunday, and the Monday was a day off.',
    adds: { '2024-06-17': 'Hari Raya Haji' },
  },
  {
    country: 'ZA',
    reason: 'Proclaimed for the local elections of 2026.',
    adds: { '2026-11-04': 'Local Government Elections' },
  },
  {
    country: 'UG',
    reason: 'Proclaimed for the general elections of 2026.',
    adds: { '2026-01-15': 'General Elections', '2026-01-16': 'General Elections' },
  },
];
