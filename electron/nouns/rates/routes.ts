import { cleanFileName } from '../../../shared/file-name.ts';
import { addDays, todayAt } from '../../../shared/calendar/calendar.ts';
import { DeskFault } from '../../../shared/errors.ts';
import { isCurrency } from '../../../shared/money/currencies.ts';
import { isRate } from '../../../shared/money/rate.ts';
import { ok } from '../../../shared/result.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import { positionOf } from '../statements/position-routes.ts';
import { fundsIn } from '../../engines/submissions/funds/funds.ts';
import { stampOf, type OpenBank } from '../../engines/submissions/open-bank.ts';
import {
  chooseReportingCurrency,
  deleteManualRate,
  saveRates,
  listRates,
  reportingCurrency,
} from './tables.ts';
import { convertedTotal } from './total.ts';

type Routes = Extract<keyof Handlers, `rates.${string}`>;

export const rateHandlers = (desk: () => OpenBank): Pick<Handlers, Routes> => ({
  'rates.total': () => {
    const { copy, changes, clock } = desk();
    const position = positionOf(copy, todayAt(clock.now()));
    const fundsAt = fundsIn(changes);
    const accounts = position.currencies
      .flatMap((group) => group.accounts)
      .map(({ accountNumber, accountName, currency, day }) => {
        const balance = fundsAt(accountNumber, currency).after;
        const net = day !== null && day.date === position.day ? day.net : null;
        return { accountNumber, accountName, currency, balance, net };
      });
    const { journal } = copy;
    return ok(
      convertedTotal(accounts, {
        reporting: reportingCurrency(journal),
        stored: listRates(journal),
      }),
    );
  },
  'rates.save': ({ reporting, byHand }) => {
    const open = desk();
    const { copy, announce } = open;
    if (!isCurrency(reporting))
      throw new DeskFault('input.invalid', `${reporting} is not a currency known here.`);
    const { actor, at } = stampOf(open);
    const typed = byHand.map(({ currency, rate }) => ({ base: currency, rate: rate.trim() }));
    for (const { base, rate } of typed)
      if (rate !== '' && !isRate(rate))
        throw new DeskFault(
          'input.invalid',
          `The rate of ${base}: digits with a point before the decimals, above zero, 12 decimals at most.`,
        );
    chooseReportingCurrency(copy.journal, reporting, { at, actor });
    for (const { base, rate } of typed)
      if (rate === '') deleteManualRate(copy.journal, base, reporting);
    const entered = typed.filter(({ rate }) => rate !== '');
    saveRates(
      copy.journal,
      entered.map((one) => ({ ...one, counter: reporting, source: 'hand', name: actor.name, at })),
    );
    announce('store.changed', { topic: 'accounts' });
    return ok({ saved: true });
  },
  'rates.give': async ({ fileName: dropped, bytes }) => {
    const fileName = cleanFileName(dropped);
    const { copy, clock, announce } = desk();
    const reporting = reportingCurrency(copy.journal);
    if (reporting === null)
      throw new DeskFault('input.invalid', 'Choose the reporting currency before a file of rates.');
    // What reads files is loaded with its first use.
    const { readRates } = await import('./rate-file.ts');
    const read = await readRates(bytes, { fileName, reporting });
    if (!read.ok) throw new DeskFault('file.unreadable', `${fileName}: ${read.error}`);
    // Where it is tomorrow already, its rates are of tomorrow; a later day would keep every true rate out until it comes.
    if (read.value.at > addDays(todayAt(clock.now()), 1))
      throw new DeskFault(
        'file.unreadable',
        `${fileName}: its rates are of ${read.value.at}, a day that has not come. Nothing of it was kept.`,
      );
    saveRates(copy.journal, read.value.rates);
    announce('store.changed', { topic: 'accounts' });
    return ok({ count: read.value.rates.length, at: read.value.at });
  },
});
