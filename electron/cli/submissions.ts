import { DeskFault } from '../../shared/errors.ts';
import type { BankDesk } from '../profile/bank-desk.ts';
import { listSubmissions, submissionById, type Submission } from '../store/submissions.ts';
import { lookUp } from '../sync/submissions/lookup.ts';
import { viewOf } from '../sync/submissions/submission-views.ts';
import { sendAgain } from '../sync/submissions/submissions.ts';
import { argumentsOf } from './arguments.ts';
import { newContext, valueOf, withDesk, withJournal } from './bank-access.ts';
import { WrongUse, type Command, type ExitCode, type Global } from './command.ts';
import { report } from './pay.ts';

/**
 * The journal of everything that was sent to change the bank, newest first. `--resolve` asks the bank what came of one;
 * `--send-again` sends one again under its own reference, which only what never left or what the bank does not have
 * allows.
 */
export const submissions: Command = {
  usage: 'submissions [--open] [--resolve ID] [--send-again ID]',
  mayChange: true,
  run: (args, global) => {
    const { values } = argumentsOf(args, {
      open: { type: 'boolean' },
      resolve: { type: 'string' },
      'send-again': { type: 'string' },
    });
    const { resolve, 'send-again': again } = values;
    if (resolve !== undefined && again !== undefined)
      throw new WrongUse('--resolve and --send-again do not go together.');
    if (resolve !== undefined) return act(global, resolve, resolved);
    if (again !== undefined) return act(global, again, sentAgain);
    return list(global, values.open === true);
  },
};

/** No network: what is in the journal. */
const list = (global: Global, onlyOpen: boolean): Promise<ExitCode> =>
  withJournal<ExitCode>(global, ({ journal, clock }) => {
    const found = listSubmissions(journal, onlyOpen ? { states: ['sending', 'unknown'] } : {});
    global.io.print(
      JSON.stringify({ submissions: found.map((submission) => viewOf(submission, clock)) }),
    );
    return 0;
  });

type Act = (desk: BankDesk, submission: Submission) => Promise<Submission>;

const act = (global: Global, submissionId: string, work: Act): Promise<ExitCode> =>
  withDesk<ExitCode>(global, async (desk) => {
    const submission = submissionById(desk.copy.journal, submissionId);
    if (!submission) throw new DeskFault('input.invalid', 'There is no such submission.');
    return report(global.io, await work(desk, submission));
  });

const resolved: Act = async ({ changes }, submission) =>
  valueOf(await lookUp(changes, submission, newContext()));

const sentAgain: Act = async ({ changes }, submission) =>
  valueOf(await sendAgain(changes, submission, newContext()));
