import { cleanFileName } from '../../../shared/file-name.ts';
import { todayAt } from '../../../shared/calendar/calendar.ts';
import { DeskFault } from '../../../shared/errors.ts';
import type { RateFolderView } from '../../../shared/ipc/accounts/rates.ts';
import { isCurrency } from '../../../shared/money/currencies.ts';
import { isRate } from '../../../shared/money/rate.ts';
import { ok } from '../../../shared/result.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import { positionOf } from '../statements/position-routes.ts';
import { fundsIn } from '../../engines/submissions/funds/funds.ts';
import { stampOf, type OpenBank } from '../../engines/submissions/open-bank.ts';
import { addRateFile } from './add-rate-file.ts';
import { defaultCurrency } from './default-currency.ts';
import type { RateFolder } from './rate-folder.ts';
import {
  chooseReportingCurrency,
  deleteManualRate,
  saveRates,
  listRates,
  reportingCurrency,
} from './tables.ts';
import { convertedTotal } from './total.ts';

type Routes = Extract<keyof Handlers, `rates.${string}`>;

type Open = OpenBank & { readonly rateFolder: RateFolder };

/** Names the folder or the file that was not used; null where nothing is wrong. */
const problemOf = ({ folder, problem, file }: RateFolderView): string | null => {
  if (problem !== null) return `Rates folder ${folder ?? ''}: ${problem}`;
  return file !== null && file.problem !== null ? `${file.name}: ${file.problem}` : null;
};

export const rateHandlers = (
  desk: () => Open,
  openFolder: () => Promise<string | undefined>,
): Pick<Handlers, Routes> => ({
  'rates.total': () => {
    const { copy, changes, clock, rateFolder } = desk();
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
    const stored = listRates(journal);
    const reporting =
      reportingCurrency(journal) ??
      defaultCurrency(
        accounts.filter(({ currency }) => isCurrency(currency)),
        stored,
      );
    const fileProblem = problemOf(rateFolder.view);
    return ok({ ...convertedTotal(accounts, { reporting, stored }), fileProblem });
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
      if (rate === '') deleteManualRate(copy.journal, { base, counter: reporting }, at);
    const entered = typed.filter(({ rate }) => rate !== '');
    saveRates(
      copy.journal,
      entered.map((one) => ({ ...one, counter: reporting, source: 'hand', name: actor.name, at })),
      at,
    );
    announce('store.changed', { topic: 'accounts' });
    return ok({ saved: true });
  },
  'rates.give': async ({ fileName: dropped, bytes }) => {
    const fileName = cleanFileName(dropped);
    const { copy, clock, announce } = desk();
    const reporting = reportingCurrency(copy.journal);
    const given = { fileName, reporting, nowMs: clock.now() };
    const added = await addRateFile(copy.journal, bytes, given);
    if (!added.ok) throw new DeskFault('file.unreadable', `${fileName}: ${added.error}`);
    announce('store.changed', { topic: 'accounts' });
    return ok(added.value);
  },
  'rates.folder': () => ok(desk().rateFolder.view),
  'rates.chooseFolder': async () => {
    const { rateFolder } = desk();
    const path = await openFolder();
    if (path !== undefined && desk().rateFolder === rateFolder) {
      rateFolder.choose(path);
      await rateFolder.poll();
    }
    return ok(desk().rateFolder.view);
  },
  'rates.forgetFolder': () => {
    const { rateFolder, announce } = desk();
    rateFolder.choose(null);
    announce('store.changed', { topic: 'accounts' });
    return ok(rateFolder.view);
  },
});
