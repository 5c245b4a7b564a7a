import type { Context } from '../../engines/machine/context.ts';
import { closedWords, resultOf } from './answers.ts';
import type { DoctorQuestion, Examination } from './examination.ts';
import { learnFromAccount, nothingLearnt, textOf, type Learnt } from './learnt.ts';
import { reads, statementReads } from './reads.ts';
import { examineSignIn, examineUser } from './sign-in.ts';
import { examineClock, examineIdempotency, examineOperations } from './bank-status.ts';
import { examineStatement } from './statement.ts';
import { examineRoute } from './network-route.ts';
import { examineWords } from './finding-messages.ts';

/** Examines a bank from its address to its clock, by reads only. Checks that cannot run are reported as skipped, with the reason. */
export async function examine(
  exam: Examination,
  question: DoctorQuestion,
  context: Context,
): Promise<void> {
  await question.present?.();
  const doorstep = await examineRoute(exam, context);
  const isSignedIn = doorstep !== null && (await examineSignIn(exam, question, context));
  if (doorstep === null)
    exam.skip(['sign-in'], 'no credential is sent there before all that holds');
  if (isSignedIn) await examineReads(exam, question, context);
  else exam.skip(signedInChecks, doorstep === null ? notThere : 'no user is signed in');
  if (doorstep === null || exam.isLost) exam.skip(['error-message', 'clock'], notThere);
  else {
    await examineWords(exam, { isSignedIn, doorstep: doorstep.refusal }, context);
    examineClock(exam);
  }
  examineIdempotency(exam);
  examineOperations(exam);
}

const notThere = 'the bank is not reached';
const signedInChecks = [
  'user',
  'accounts',
  'statement-dialect',
  'page-size',
  'first-page',
] as const;

async function examineReads(
  exam: Examination,
  { accountNumber }: DoctorQuestion,
  context: Context,
): Promise<void> {
  const learnt = nothingLearnt(exam.parts.known());
  const user = await examineUser(exam, context);
  learnt.clientId = textOf(user?.clientId);
  learnt.accountNumber = accountNumber ?? null;
  await examineAccounts(exam, learnt, context);
  for (const { ask } of reads) await ask(exam, learnt, context);
  await examineStatements(exam, learnt, context);
}

async function examineAccounts(exam: Examination, learnt: Learnt, context: Context): Promise<void> {
  const { bank } = exam.parts;
  if (!bank.isOpen('getAllAccounts'))
    exam.record('accounts', { state: 'skipped', detail: closedWords('getAllAccounts') });
  else {
    const answer = await bank.call('getAllAccounts', {}, context);
    if (!answer.ok) exam.record('accounts', resultOf(answer.error));
    else {
      const { accounts, paging } = answer.value;
      const first = (paging?.totalItems ?? 0) > accounts.length ? ' on its first page' : '';
      const count = `${accounts.length} ${accounts.length === 1 ? 'account' : 'accounts'}${first}`;
      exam.record('accounts', { state: 'ok', detail: `It lists ${count}, in the expected shape.` });
      learnFromAccounts(learnt, accounts);
    }
  }
  learnt.accountNumber ??= learnt.known.accountNumber;
}

type Accounts = readonly Parameters<typeof learnFromAccount>[1][];

function learnFromAccounts(learnt: Learnt, accounts: Accounts): void {
  const numberOf = ({ fundingDetails, accountId }: Accounts[number]): string =>
    textOf(fundingDetails?.[0]?.accountNumber) ?? accountId;
  const requested = accounts.find((account) => numberOf(account) === learnt.accountNumber);
  const first = requested ?? (learnt.accountNumber === null ? accounts[0] : undefined);
  if (first) {
    learnt.accountNumber ??= numberOf(first);
    learnFromAccount(learnt, first);
  }
  const others = accounts.map(({ currencyIso3Code }) => currencyIso3Code);
  learnt.otherCurrency = others.find((currency) => currency !== learnt.currency) ?? null;
}

async function examineStatements(
  exam: Examination,
  learnt: Learnt,
  context: Context,
): Promise<void> {
  if (exam.isLost)
    exam.skip(['statement-dialect', 'page-size', 'first-page'], 'the line to the bank was lost');
  else if (learnt.accountNumber === null) {
    exam.record('statement-dialect', {
      state: 'failed',
      detail: 'No account is known to ask about.',
      advice: 'Name one: its number, or --account on the command line.',
    });
    exam.skip(['page-size', 'first-page'], 'no account is known');
  } else {
    const fit = await examineStatement(exam, learnt.accountNumber, context);
    if (fit) learnt.dates = fit.dialect.dates;
  }
  for (const { ask } of statementReads) await ask(exam, learnt, context);
}
