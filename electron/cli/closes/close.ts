import { DeskFault } from '../../../shared/errors.ts';
import {
  closesRoutes,
  type CloseAccount,
  type CloseView,
  type PreparedView,
} from '../../../shared/ipc/review/closes.ts';
import { formatMoney } from '../../../shared/money/format.ts';
import type { Money } from '../../../shared/money/money.ts';
import type { BankDesk } from '../../desk/open-bank/bank-desk.ts';
import { openOf } from '../../desk/team/join-team.ts';
import { closeHandlers } from '../../nouns/closes/routes.ts';
import { argumentsOf, required } from '../input/arguments.ts';
import { withDesk } from '../input/bank-access.ts';
import {
  newContext,
  valueOf,
  WrongUse,
  type Command,
  type ExitCode,
  type Global,
} from '../input/command.ts';
import { confirmOnTerminal, oneLine } from '../input/terminal.ts';

/**
 * Shows, prepares and checks closes of a team that requires two persons, by the routes of the window. One person prepares, another checks
 * at a terminal. The bank is called for the sign-in only; the figures are those of the local copy.
 */
export const close: Command = {
  summary: 'Shows, prepares and checks a close for which the team asks two persons.',
  usage:
    'close show PERIOD; or close prepare PERIOD --digest DIGEST [--reason POINT=TEXT]...; or close check PERIOD; or close reopen PERIOD --reason TEXT; or close persons 1|2; where PERIOD is 2026-11-20, 2026-11 or 2026',
  run: (args, global) => {
    const { values, positionals } = argumentsOf(
      args,
      { digest: { type: 'string' }, reason: { type: 'string', multiple: true } },
      { positionals: true },
    );
    const [act = '', named = '', ...more] = positionals;
    const { digest, reason: reasons = [] } = values;
    if (more.length > 0) throw new WrongUse('close takes one act and one PERIOD.');
    if ((digest !== undefined) !== (act === 'prepare'))
      throw new WrongUse('--digest belongs to prepare, which needs it.');
    if (reasons.length > 0 && act !== 'prepare' && act !== 'reopen')
      throw new WrongUse('--reason belongs to prepare and reopen.');
    switch (act) {
      case 'show':
        return inClose(global, async (closes) => {
          const view = await closes.view(periodOf(named));
          global.io.print(JSON.stringify(printedView(view)));
          return 0;
        });
      case 'prepare':
        return inClose(global, (closes) => {
          const wanted = { period: periodOf(named), digest, reasons: reasonsIn(reasons) };
          return prepare(closes, wanted, global);
        });
      case 'check':
        return inClose(global, (closes) => check(closes, periodOf(named), global));
      case 'reopen':
        return inClose(global, (closes) =>
          reopen(closes, { period: periodOf(named), reasons }, global),
        );
      case 'persons':
        return inClose(global, (closes) => persons(closes, named, global));
      default:
        throw new WrongUse(
          'The first argument of close must be show, prepare, check, reopen or persons.',
        );
    }
  },
};

/** The routes of closes over an open desk, with the name by which the team knows its person. */
type Closes = {
  readonly routes: ReturnType<typeof closeHandlers>;
  readonly by: string;
  readonly view: (period: string) => Promise<CloseView>;
};

const inClose = (global: Global, work: (closes: Closes) => Promise<ExitCode>): Promise<ExitCode> =>
  withDesk(global, async (desk) => work(await closesOf(desk)));

/** Opens the routes after reading what colleagues closed and prepared. Throws `team.*` without a team or a readable record. */
async function closesOf(desk: BankDesk): Promise<Closes> {
  const { team } = desk.copy;
  const { people, record } = openOf(team);
  if (team) valueOf(await team.refresh(newContext()));
  const routes = closeHandlers(() => desk, { saveAs: () => Promise.resolve(undefined) });
  return {
    ...{ routes, by: people.nameOf(record.key) },
    view: async (period) => valueOf(await routes['closes.get']({ period }, newContext())),
  };
}

function periodOf(text: string): string {
  const { data } = closesRoutes['closes.get'].input.safeParse({ period: text });
  if (data === undefined) throw new WrongUse('PERIOD is a day, a month or a year, as 2026-11-20.');
  return data.period;
}

function reasonsIn(texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const [, point = '', reason = ''] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
      if (point === '')
        throw new WrongUse('--reason is POINT=TEXT, POINT as “close show” prints it.');
      return [point, reason];
    }),
  );
}

type Prepared = {
  readonly period: string;
  readonly digest: string | undefined;
  readonly reasons: Readonly<Record<string, string>>;
};

/** Prepares a close. Returns 4: it waits for a second person. */
async function prepare(
  { routes, by, view }: Closes,
  wanted: Prepared,
  { io }: Global,
): Promise<ExitCode> {
  const { data } = closesRoutes['closes.prepare'].input.safeParse({ ...wanted, by });
  if (data === undefined) throw new WrongUse('--digest is the digest that “close show” prints.');
  valueOf(await routes['closes.prepare'](data, newContext()));
  const { prepared } = await view(data.period);
  io.print(JSON.stringify({ period: data.period, prepared }));
  return 4;
}

async function check(
  { routes, by, view }: Closes,
  period: string,
  { io }: Global,
): Promise<ExitCode> {
  const shown = await view(period);
  const { prepared } = shown;
  if (prepared === null)
    throw new DeskFault('close.refused', `Nothing of ${period} waits for a second person.`);
  confirmOnTerminal(checkText(shown, prepared), period);
  const { actId } = prepared;
  const checked = await routes['closes.check']({ period, actId, by }, newContext());
  io.print(JSON.stringify({ period, ...valueOf(checked) }));
  return 0;
}

/** Exit 4 where two persons closed it: the reopening waits for a second one. */
async function reopen(
  { routes, by }: Closes,
  { period, reasons }: { readonly period: string; readonly reasons: readonly string[] },
  { io }: Global,
): Promise<ExitCode> {
  const [reason] = reasons;
  if (reasons.length > 1) throw new WrongUse('reopen takes one --reason.');
  const given = { period, reason: required(reason, 'reason'), by };
  confirmOnTerminal(`The close of ${period} is reopened for all desks of the team.`, period);
  const { reopened } = valueOf(await routes['closes.reopen'](given, newContext()));
  io.print(JSON.stringify({ period, reopened }));
  return reopened ? 0 : 4;
}

async function persons({ routes }: Closes, named: string, { io }: Global): Promise<ExitCode> {
  if (named !== '1' && named !== '2') throw new WrongUse('close persons takes 1 or 2.');
  const isRequired = named === '2';
  confirmOnTerminal(
    isRequired
      ? 'Closes of the team ask for a second person.'
      : 'Closes of the team ask for one person, once a second one asks for that too.',
    `PERSONS ${named}`,
  );
  const view = await routes['closes.requireSecondPerson']({ isRequired }, newContext());
  io.print(JSON.stringify(valueOf(view)));
  return 0;
}

/** The view without the links into the window. */
const printedView = ({ accounts, points, exports, ...view }: CloseView) => ({
  ...view,
  accounts: accounts.map(({ cells, ...figures }) => ({
    ...figures,
    open: Object.entries(cells).flatMap(([condition, { is, words }]) =>
      is === 'open' ? [{ condition, words }] : [],
    ),
  })),
  points: points.map(({ place: _, ...point }) => point),
  exports: exports.map(({ profile, words, folder }) => ({ profile, words, folder })),
});

const moneyText = (amount: Money | null): string =>
  amount === null ? 'not known' : formatMoney(amount);

const accountText = ({ accountNumber, entries, opening, closing }: CloseAccount): string =>
  `  ${oneLine(accountNumber)}: ${String(entries)} entries, from ${moneyText(opening)} to ${moneyText(closing)}`;

/** What the person at the terminal reads before the check: the figures of this desk, and the preparer's reasons for open points. */
function checkText(
  { period, from, to, accounts }: CloseView,
  { act, by, at, reason, open, differences }: PreparedView,
): string {
  const begins = `${oneLine(by)} prepared this at ${at}`;
  if (act === 'reopen') return `${begins}: ${period} is reopened. ${oneLine(reason)}`;
  return [
    `${begins}: the close of ${period}, from ${from} to ${to}. This desk has`,
    ...accounts.map(accountText),
    ...open.map(
      (point) => `  Open: ${String(point.count)} ${oneLine(point.what)}. ${oneLine(point.reason)}`,
    ),
    ...differences.map(
      ({ accountNumber, what, prepared, here }) =>
        `  Differs: ${oneLine(accountNumber)} ${oneLine(what)} is ${oneLine(here)} here, and ${oneLine(prepared)} as prepared.`,
    ),
    differences.length === 0
      ? 'The figures are those that were prepared.'
      : 'The check will refuse these differences.',
  ].join('\n');
}
