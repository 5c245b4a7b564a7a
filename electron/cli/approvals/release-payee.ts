import { DeskFault } from '../../../shared/errors.ts';
import { requiresRelease, writeRelease } from '../../desk/approvals/payee-release.ts';
import { timestampNow } from '../../engines/machine/context.ts';
import { bankDetailsOf, fingerprintOf } from '../../nouns/beneficiaries/fingerprint.ts';
import { readBeneficiary } from '../../nouns/payments/beneficiary.ts';
import { argumentsOf, required } from '../input/arguments.ts';
import { withDesk } from '../input/bank-access.ts';
import { newContext, valueOf, WrongUse, type Command, type ExitCode } from '../input/command.ts';
import { confirmOnTerminal } from '../input/terminal.ts';
import { approvalsOf } from './approvals-access.ts';

/**
 * Releases the bank details of a payee for the whole team, as the bank has them now. Asks the person at the terminal. Fails with
 * `team.refused` for a person who changed the payee.
 */
export const releasePayee: Command = {
  summary: 'Releases new bank details of a payee for the team, as a second person.',
  usage: 'release-payee ID --expect ACCOUNT, where ACCOUNT is the account number of the payee',
  run: (args, global) => {
    const { values, positionals } = argumentsOf(
      args,
      { expect: { type: 'string' } },
      { positionals: true },
    );
    const [entityId = '', ...more] = positionals;
    if (entityId === '' || more.length > 0) throw new WrongUse('Name one payee by its ID.');
    const expected = required(values.expect, 'expect');
    return withDesk<ExitCode>(global, async (desk) => {
      const open = await approvalsOf(desk);
      if (!requiresRelease(open))
        throw new DeskFault('input.invalid', 'The approval rules ask for no release of payees.');
      const { record } = valueOf(await readBeneficiary(desk.changes, entityId, newContext()));
      if (record.accountNumber !== expected)
        throw new DeskFault('input.invalid', 'The bank has another account than --expect names.');
      const name = record.name || record.accountName;
      confirmOnTerminal(
        `Payee ${name}: account ${record.accountNumber} at ${record.bankName} (${record.bankBicOrCode}), ${record.country}. All desks may pay it afterwards.`,
        record.accountNumber,
      );
      const details = fingerprintOf(bankDetailsOf(record));
      const of = { payee: entityId, details };
      valueOf(await writeRelease(open, of, timestampNow(global.io.clock), newContext()));
      valueOf((await desk.copy.team?.refresh(newContext())) ?? { ok: true, value: null });
      global.io.print(JSON.stringify({ released: entityId, details }));
      return 0;
    });
  },
};
