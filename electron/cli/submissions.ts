import { DeskFault } from '../../shared/errors.ts';
import type { BankDesk } from '../desk/open-bank/bank-desk.ts';
import {
  listSubmissions,
  submissionById,
  type Submission,
} from '../engines/submissions/journal/submission-table.ts';
import { lookUp } from '../engines/submissions/lookup/lookup.ts';
import { viewOf } from '../engines/submissions/submission-views.ts';
import { sendAgain } from '../engines/submissions/send-again.ts';
import { argumentsOf } from './input/arguments.ts';
import { withDesk, type Patience } from './input/bank-access.ts';
import {
  confirmationOptions,
  patienceOf,
  scriptConfirmation,
  type ConfirmationOption,
  type ScriptConfirmation,
} from './input/script-confirmation.ts';
import { withJournal } from './input/copy-access.ts';
import {
  newContext,
  valueOf,
  WrongUse,
  type Command,
  type ExitCode,
  type Global,
} from './input/command.ts';
import { reportSent } from './payments/sent-payment.ts';
import type { SentPayment } from './send-order.ts';
import { compareWithBank, type Comparing } from './reconcile.ts';

/**
 * Lists the changes that were sent to the bank, newest first. `--resolve` asks the bank for the outcome of one. `--send-again` sends one
 * again under its own reference, which is allowed only if it never left or the bank does not have it; the options of `pay` confirm what
 * looks like it. `--reconcile` compares all of them with the bank, and a named person enables sending again.
 */
export const submissions: Command = {
  summary: 'Lists what was sent to change the bank, and settles what is open.',
  usage:
    'submissions [--open] [--resolve ID] [--send-again ID [--twin-of SUBMISSION]... [--payee-checked] [--twins-unchecked] [--wait SECONDS]]; or submissions --reconcile [--account NUMBER...] [--reopen-as NAME [--looked-at-bank]]',
  mayChange: true,
  run: (args, global) => {
    const { values } = argumentsOf(args, {
      open: { type: 'boolean' },
      resolve: { type: 'string' },
      'send-again': { type: 'string' },
      ...confirmationOptions,
      reconcile: { type: 'boolean' },
      account: { type: 'string', multiple: true },
      'reopen-as': { type: 'string' },
      'looked-at-bank': { type: 'boolean' },
    });
    const { resolve, 'send-again': again, reconcile } = values;
    if ([resolve, again, reconcile].filter((one) => one !== undefined).length > 1)
      throw new WrongUse('--resolve, --send-again and --reconcile do not go together.');
    const comparing: Comparing = {
      accountNumbers: values.account ?? [],
      by: values['reopen-as'],
      hasLooked: values['looked-at-bank'] === true,
    };
    const stray = (Object.keys(confirmationOptions) as ConfirmationOption[]).find(
      (name) => again === undefined && values[name] !== undefined,
    );
    if (stray !== undefined) throw new WrongUse(`--${stray} belongs to --send-again.`);
    if (reconcile === true)
      return withDesk(global, (desk) => compareWithBank(desk, nameChecked(comparing), global.io));
    if (comparing.by !== undefined || comparing.hasLooked || comparing.accountNumbers.length > 0)
      throw new WrongUse('--account, --reopen-as and --looked-at-bank belong to --reconcile.');
    if (resolve !== undefined) return act(global, resolve, resolved);
    if (again !== undefined)
      return act(global, again, sentAgain(scriptConfirmation(values)), patienceOf(values));
    return list(global, values.open === true);
  },
};

/** Requires the name of the person who enables sending, who can be asked about it later. */
function nameChecked(comparing: Comparing): Comparing {
  const { by, hasLooked } = comparing;
  if (by?.trim() === '') throw new WrongUse('--reopen-as needs the name of the person.');
  if (hasLooked && by === undefined)
    throw new WrongUse(
      '--looked-at-bank needs --reopen-as with the name of the person who looked.',
    );
  return comparing;
}

/** Lists the submissions in the journal, without network. */
const list = (global: Global, onlyOpen: boolean): Promise<ExitCode> =>
  withJournal<ExitCode>(global, ({ journal, journalStatus, ...parts }) => {
    const found = listSubmissions(journal, onlyOpen ? { states: ['sending', 'unknown'] } : {});
    global.io.print(
      JSON.stringify({
        journal: journalStatus,
        submissions: found.map((submission) => viewOf(submission, parts)),
      }),
    );
    return 0;
  });

type Act = (desk: BankDesk, submission: Submission) => Promise<SentPayment>;

const act = (
  global: Global,
  submissionId: string,
  work: Act,
  patience?: Patience,
): Promise<ExitCode> =>
  withDesk<ExitCode>(
    global,
    async (desk) => {
      const submission = submissionById(desk.copy.journal, submissionId);
      if (!submission) throw new DeskFault('input.invalid', 'There is no such submission.');
      return reportSent(global.io, await work(desk, submission));
    },
    patience,
  );

const resolved: Act = async ({ changes }, submission) => ({
  submission: valueOf(await lookUp(changes, submission, newContext())),
  localFault: null,
});

const sentAgain =
  (confirmation: ScriptConfirmation): Act =>
  async ({ changes, copy }, submission) => {
    // An earlier attempt in the team's record decides whether it may be sent.
    await copy.team?.refresh(newContext());
    return valueOf(await sendAgain(changes, submission, newContext(), confirmation));
  };
