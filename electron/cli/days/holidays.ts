import { addDays, todayAt } from '../../../shared/calendar/calendar.ts';
import { holidayEdition } from '../../../shared/calendar/holiday-edition.ts';
import { areHolidaysKnown, calendarDays } from '../../nouns/payments/arrival/calendar-days.ts';
import { calendarSourcesOf } from '../../nouns/payments/arrival/cut-offs.ts';
import { argumentsOf, periodOptions } from '../input/arguments.ts';
import { chosenProfile } from '../input/chosen-bank.ts';
import { WrongUse, type Command } from '../input/command.ts';

/** A year, from today on. */
const daysDefault = 365;
const daysMax = 5_000;

/** Prints the bank holidays of countries and currencies without weekends, or the cut-offs of the bank file. No network, no store. */
export const holidays: Command = {
  summary:
    'Prints the bank holidays of countries and currencies, one a line, and the cut-offs of the bank file. No network.',
  usage: 'holidays CODE... [--from D --to D] | --cut-offs',
  run: (args, global) => {
    const { values, positionals } = argumentsOf(
      args,
      { from: { type: 'string' }, to: { type: 'string' }, 'cut-offs': { type: 'boolean' } },
      { positionals: true },
    );
    const { io } = global;
    const given = periodOptions(values);
    if (values['cut-offs'] === true) {
      if (positionals.length > 0 || given.from !== undefined || given.to !== undefined)
        throw new WrongUse('--cut-offs stands alone.');
      for (const cutOff of chosenProfile(global).bankFile.cutOffs) io.print(JSON.stringify(cutOff));
      return Promise.resolve(0);
    }
    if (positionals.length === 0) throw new WrongUse('A country or a currency is missing.');
    const from = given.from ?? todayAt(io.clock.now());
    const to = given.to ?? addDays(from, daysDefault);
    if (to > addDays(from, daysMax)) throw new WrongUse(`At most ${String(daysMax)} days at once.`);
    const sources = calendarSourcesOf(chosenProfile(global).bankFile);
    for (const code of positionals.map((one) => one.toUpperCase())) {
      if (!areHolidaysKnown(code, { from, to }))
        io.warn(`The holidays of ${code} are not known for all of these days.`);
      for (const { day, name, kind, isOwn } of calendarDays(code, sources, { from, to }))
        io.print(
          JSON.stringify({
            ...{ calendar: code, day, name },
            ...(isOwn ? { own: true, open: kind === 'open' } : { edition: holidayEdition }),
          }),
        );
    }
    return Promise.resolve(0);
  },
};
