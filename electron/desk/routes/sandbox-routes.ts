import { fail, type Outcome } from '../../../shared/errors.ts';
import type { RouteInput } from '../../../shared/ipc/contract.ts';
import { readAmount } from '../../../shared/money/entered.ts';
import { money } from '../../../shared/money/money.ts';
import { ok } from '../../../shared/result.ts';
import { sandboxSignIn } from '../../../shared/sandbox-sign-in.ts';
import type { Context } from '../../engines/machine/context.ts';
import type { BankDesk } from '../open-bank/bank-desk.ts';
import { sandboxDesk, type SandboxDesk } from '../../connections/session/sandbox-desk.ts';
import { mayAsk } from '../../engines/bank/may-ask.ts';
import { viewOf } from '../../engines/submissions/submission-views.ts';
import { submit } from '../../engines/submissions/submissions.ts';
import type { Intent } from '../../engines/submissions/intent/intent.ts';
import type { Handlers } from '../../engines/ipc/router.ts';

type SandboxRoutes = Extract<keyof Handlers, `sandbox.${string}`>;

export const sandboxHandlers = (desk: () => BankDesk): Pick<Handlers, SandboxRoutes> => ({
  'sandbox.numbers': async (_, context) => {
    const sandbox = sandboxOf(desk(), context);
    if (!sandbox.ok) return sandbox;
    const subjects = await sandbox.value.numbers(context);
    if (!subjects.ok) return subjects;
    const now = await sandbox.value.now(context);
    return now.ok ? ok({ subjects: subjects.value, now: now.value }) : now;
  },
  'sandbox.advance': async ({ ms }, context) => {
    const open = desk();
    const sandbox = sandboxOf(open, context);
    if (!sandbox.ok) return sandbox;
    const wasSignedIn = open.bank.session.isSignedIn();
    const now = await sandbox.value.advance(ms, context);
    if (!now.ok) return now;
    // The tokens aged with the clock; this bank's sign-in is public, so no person is asked again.
    const renewed = wasSignedIn ? await open.signIn(sandboxSignIn, context) : ok(null);
    return renewed.ok ? ok({ now: now.value }) : renewed;
  },
  'sandbox.inflow': async (entered, context) => {
    const { changes } = desk();
    const allowed = mayAsk(changes.bank, 'simulateInflow', context);
    if (!allowed.ok) return allowed;
    const amount = readAmount(entered.amount, entered.currency);
    if (!amount.ok)
      return fail('input.invalid', context.correlationId, { fields: { amount: amount.error } });
    const sent = await submit(changes, inflowOf({ ...entered, amount: amount.value }), context);
    return sent.ok ? ok(viewOf(sent.value.submission, changes)) : sent;
  },
});

/** The controls of the sandbox, which no other bank has. */
function sandboxOf(
  { profile }: Pick<BankDesk, 'profile'>,
  { correlationId }: Context,
): Outcome<SandboxDesk> {
  const sandbox = sandboxDesk(profile.bankFile);
  return sandbox
    ? ok(sandbox)
    : fail('operation.closed', correlationId, {
        message: 'Only the built-in sandbox has a desk of its own.',
      });
}

const inflowOf = ({
  reference,
  accountNumber,
  amount,
  currency,
  senderName,
  narration,
}: RouteInput<'sandbox.inflow'>): Intent<'simulateInflow'> => ({
  reference,
  operation: 'simulateInflow',
  subject: `inflow:${reference}`,
  payload: {
    body: {
      accountNumber,
      amount,
      currency,
      ...(senderName === '' ? {} : { senderName }),
      ...(narration === '' ? {} : { narration }),
    },
  },
  about: {
    title: senderName === '' ? 'Simulated inflow' : `Simulated inflow from ${senderName}`,
    amount: money(amount, currency),
    accountNumber,
    counterparty: senderName === '' ? null : senderName,
    counterpartyId: null,
  },
});
