import { z } from 'zod';

import { addDays, dayOf, isIsoDate } from '../../../shared/calendar/calendar.ts';
import { cleanFileName } from '../../../shared/file-name.ts';
import { isCurrency } from '../../../shared/money/currencies.ts';
import { isRate } from '../../../shared/money/rate.ts';
import { keyOfParts, sharedKind, type SharedKind } from '../../engines/sharing/shared-kind.ts';
import {
  eraseManualRate,
  fileRateOf,
  listRates,
  rateKinds,
  reportingChoice,
  writeRate,
  writeReportingCurrency,
} from './tables.ts';

const currency = z.string().refine(isCurrency);
const pair = { base: currency, counter: currency };
const rate = z.string().refine(isRate);

const ManualRate = z.strictObject({ ...pair, rate: rate.nullable() });

/** Rates that persons entered; a null rate removes one. */
const manualRates = sharedKind<z.infer<typeof ManualRate>>({
  topic: 'accounts',
  ...{ kind: rateKinds.hand, merge: 'last', schema: ManualRate },
  label: 'entered an exchange rate',
  aboutOf: ({ base, counter, rate }) =>
    rate === null ? `Rate of ${base} removed in ${counter}.` : `1 ${base} is ${rate} ${counter}.`,
  keyOf: ({ base, counter }) => keyOfParts(base, counter),
  apply: (journal, { rate, ...of }, { actor: { name }, at }) => {
    if (rate === null) eraseManualRate(journal, of);
    else writeRate(journal, { ...of, rate, source: 'hand', name, at });
  },
  allOf: (journal) =>
    listRates(journal)
      .filter(({ source }) => source === 'hand')
      .map(({ base, counter, rate, name, at }) => ({
        item: { base, counter, rate },
        stamp: { actor: { id: '', name, desk: '' }, at },
      })),
});

const FileRate = z.strictObject({
  ...{ ...pair, rate },
  day: z.string().refine(isIsoDate),
  name: z.string().refine((name) => name === cleanFileName(name)),
});

/** Each day of a pair is a record. The newest day counts; within a day, the last rate. */
const fileRates = sharedKind<z.infer<typeof FileRate>>({
  topic: 'accounts',
  ...{ kind: rateKinds.file, merge: 'last', schema: FileRate },
  label: 'read an exchange rate from a file',
  aboutOf: ({ base, counter, rate, day, name }) =>
    `1 ${base} is ${rate} ${counter} on ${day}, by ${name}.`,
  keyOf: ({ base, counter, day }) => keyOfParts(base, counter, day),
  apply: (journal, { day, ...of }, { at }, recordedAt) => {
    // As for a file on this desk, a later day would block every true rate until it comes. The author's time is not trusted.
    const lastDay = addDays(dayOf(at < recordedAt ? at : recordedAt), 1);
    if (day <= lastDay) writeRate(journal, { ...of, source: 'file', at: day });
  },
  allOf: (journal) =>
    listRates(journal)
      .filter(({ source }) => source === 'file')
      .map((stored) => ({
        item: fileRateOf(stored),
        stamp: { actor: { id: '', name: '', desk: '' }, at: `${stored.at}T00:00:00.000Z` },
      })),
});

const Reporting = z.strictObject({ currency });

const reporting = sharedKind<z.infer<typeof Reporting>>({
  topic: 'accounts',
  ...{ kind: rateKinds.currency, merge: 'last', schema: Reporting, keyOf: () => 'one' },
  label: 'chose the reporting currency',
  aboutOf: (item) => `Totals in ${item.currency}.`,
  apply: (journal, item, stamp) => {
    writeReportingCurrency(journal, item.currency, stamp);
  },
  allOf: (journal) => {
    const choice = reportingChoice(journal);
    return choice === null ? [] : [{ item: { currency: choice.currency }, stamp: choice }];
  },
});

/** The kinds of rate records that a team shares. */
export const sharedOfRates: readonly SharedKind[] = [manualRates, fileRates, reporting];
