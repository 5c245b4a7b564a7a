import { addDays, todayAt } from '../../../shared/calendar/calendar.ts';
import { holidayEdition } from '../../../shared/calendar/holiday-edition.ts';
import { calendarOf } from '../../engines/calendars/calendar.ts';
import { isWeekday } from '../../engines/calendars/weekends.ts';
import { calendarSourcesOf } from '../../nouns/payments/arrival/cut-offs.ts';
import { argumentsOf, periodOptions } from '../input/arguments.ts';
import { chosenProfile } from '../input/chosen-bank.ts';
import { WrongUse, type Command } from '../input/command.ts';

/** A year, from today on. */
const daysDefault = 365;
const daysMax = 5_000;

/** Prints the days on which banks of a country or currency are closed, but for weekends. No network, no store. */
export const holidays: Command = {
  summary: 'Prints the bank holidays of countries and currencies, one a line. No network.',
  usage: 'holidays CODE... [--from D --to D]',
  run: (args, global) => {
    const { values, positionals } = argumentsOf(
      args,
      { from: { type: 'string' }, to: { type: 'string' } },
      { positionals: true },
    );
    if (positionals.length === 0) throw new WrongUse('A country or a currency is missing.');
    const { io } = global;
    const given = periodOptions(values);
    const from = given.from ?? todayAt(io.clock.now());
    const to = given.to ?? addDays(from, daysDefault);
    if (to > addDays(from, daysMax)) throw new WrongUse(`At most ${String(daysMax)} days at once.`);
    const sources = calendarSourcesOf(chosenProfile(global).bankFile);
    for (const code of positionals.map((one) => one.toUpperCase())) {
      const calendar = calendarOf(code, sources);
      if (!calendar.isKnown(from) || !calendar.isKnown(to))
        io.warn(`The holidays of ${code} are not known for all of these days.`);
      for (let day = from; day <= to; day = addDays(day, 1)) {
        const name = calendar.closedBecause(day);
        if (name !== null && !isWeekday(name))
          io.print(JSON.stringify({ calendar: code, day, name, edition: holidayEdition }));
      }
    }
    return Promise.resolve(0);
  },
};
