import { z } from 'zod';

import { CurrencyCode, Identifier } from '../../../shared/bank/operation.ts';
import { MoreTexts } from '../../../shared/bank/required-fields.ts';
import type { IsoDate } from '../../../shared/calendar/calendar.ts';
import { IsoDateText } from '../../../shared/calendar/calendar-schemas.ts';
import { Rhythm } from '../../../shared/calendar/payment-rhythm.ts';
import { DeskFault } from '../../../shared/errors.ts';
import { DecimalText } from '../../../shared/money/decimal-schemas.ts';
import { prepareDue } from '../../desk/due/prepare-due.ts';
import { addSeries, endSeries, seriesRow } from '../../desk/due/series.ts';
import { workingDaysOf } from '../../nouns/due-payments/working-days.ts';
import type { BankDesk } from '../../desk/open-bank/bank-desk.ts';
import { deskClock } from '../../engines/machine/context.ts';
import { dueDaysAt } from '../../nouns/due-payments/due-days.ts';
import { allSeries, type PaymentSeries } from '../../nouns/due-payments/recurring/series-table.ts';
import { argumentsOf, inputMistake, jsonOption, required } from '../input/arguments.ts';
import { withDesk } from '../input/bank-access.ts';
import {
  newContext,
  valueOf,
  WrongUse,
  type Command,
  type CommandIo,
  type ExitCode,
} from '../input/command.ts';
import { withHeldCopy } from '../input/copy-access.ts';

/** Replaces the amount where it is entered for each payment. */
const eachTime = 'asked';

const Added = z.strictObject({
  name: z.string().trim().min(1).max(80),
  accountNumber: Identifier,
  beneficiaryId: Identifier,
  amount: z.union([DecimalText, z.literal(eachTime)]),
  currency: CurrencyCode,
  narration: z.string().max(140).optional(),
  more: MoreTexts,
  // A number of the input arrives as its text.
  rhythm: z.preprocess(withWholeNumbers, Rhythm),
  from: IsoDateText.optional(),
  until: IsoDateText.optional(),
});

/** Turns the texts of whole numbers in a record into numbers; returns anything else as it is. */
function withWholeNumbers(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]: [string, unknown]) => [
      name,
      typeof one === 'string' && /^\d{1,2}$/.test(one) ? Number(one) : one,
    ]),
  );
}

/** Lists, adds and ends recurring payments. Each is prepared as a scheduled payment some days ahead, and none is sent automatically. */
export const recurring: Command = {
  summary: 'Lists, adds or ends recurring payments. Each is prepared as a scheduled payment.',
  usage:
    'recurring list; or recurring add --input JSON|@FILE, where JSON is { name, accountNumber, beneficiaryId, amount (or "asked": entered for each payment), currency, narration?, more?, rhythm, from?, until? } and rhythm is {"every":"week","weekday":1-7}, {"every":"month","day":1-31|"last-working"}, {"every":"quarter","month":1-3,"day":…} or {"every":"year","month":1-12,"day":…}; or recurring end --series ID',
  run: (args, global) => {
    const { values, positionals } = argumentsOf(
      args,
      { input: { type: 'string' }, series: { type: 'string' } },
      { positionals: true },
    );
    const [act, ...stray] = positionals;
    if (stray.length > 0) throw new WrongUse(`Unexpected argument: ${stray.join(' ')}.`);
    if (act !== 'add' && values.input !== undefined) throw new WrongUse('--input belongs to add.');
    if (act !== 'end' && values.series !== undefined)
      throw new WrongUse('--series belongs to end.');
    if (act === 'add') {
      const added = addedIn(required(values.input, 'input'), global.io);
      return withDesk(global, (desk) => Promise.resolve(add(desk, added, global.io)));
    }
    if (act === 'end') {
      const seriesId = required(values.series, 'series');
      return withDesk(global, (desk) => Promise.resolve(end(desk, seriesId, global.io)));
    }
    if (act !== 'list') throw new WrongUse('Say list, add or end.');
    return withHeldCopy(global, ({ journal }) => {
      const { last } = dueDaysAt(deskClock(global.io.clock, () => null));
      for (const series of allSeries(journal))
        global.io.print(JSON.stringify(seriesLine(series, last)));
      return Promise.resolve(0);
    });
  },
};

function addedIn(text: string, io: CommandIo): z.output<typeof Added> {
  const parsed = Added.safeParse(jsonOption(text, 'input', io));
  if (parsed.success) return parsed.data;
  throw new WrongUse(inputMistake(parsed.error).message);
}

function add(
  desk: BankDesk,
  { name, rhythm, from, until, ...entered }: z.output<typeof Added>,
  io: CommandIo,
): ExitCode {
  const { last } = dueDaysAt(desk.clock);
  const amount = entered.amount === eachTime ? null : entered.amount;
  const typed = { ...entered, amount, narration: entered.narration ?? '' };
  const coming = { rhythm, from: from ?? last, until: until ?? null };
  const series = valueOf(addSeries(desk, name, typed, coming, newContext()));
  const prepared = prepareDue(desk.changes, workingDaysOf(desk.profile.bankFile));
  io.print(JSON.stringify({ ...seriesLine(series, last), prepared }));
  return 0;
}

function end(desk: BankDesk, seriesId: string, io: CommandIo): ExitCode {
  const ended = endSeries(desk, seriesId);
  if (ended === null)
    throw new DeskFault(
      'input.invalid',
      'There is no such recurring payment. Nothing was changed.',
    );
  io.print(JSON.stringify(seriesLine(ended, dueDaysAt(desk.clock).last)));
  return 0;
}

function seriesLine(series: PaymentSeries, today: IsoDate) {
  const row = seriesRow(series, today);
  const { seriesId, name, rhythm, next, until, accountNumber, amount, currency, payee, isEnded } =
    row;
  return {
    ...{ series: seriesId, name, rhythm, next, until, account: accountNumber },
    ...{ amount: amount?.amount ?? eachTime, currency, payee },
    state: isEnded ? 'ended' : next === null ? 'over' : 'running',
  };
}
