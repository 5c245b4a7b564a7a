import type {
  BalanceProposal,
  CrossedPlan,
  UnmetPlan,
} from '../../../shared/ipc/accounts/outlook.ts';
import { balanceProposals } from '../../nouns/outlook/targets/balance-proposals.ts';
import { argumentsOf } from '../input/arguments.ts';
import { withKnownFunds } from '../input/bank-access.ts';
import type { Command, ExitCode } from '../input/command.ts';

/** Moves between own accounts that floors, ceilings and targets ask for. Asks the bank nothing, and sends nothing. */
export const targets: Command = {
  summary: 'Prints proposed transfers and conversions between own accounts. Sends none.',
  usage: 'targets',
  run: (args, global) => {
    argumentsOf(args, {});
    return withKnownFunds<ExitCode>(global, async (known) => {
      const { rows, unmet } = await balanceProposals(known);
      for (const row of rows) global.io.print(JSON.stringify(proposalLine(row)));
      for (const one of unmet) global.io.print(JSON.stringify(unmetLine(one)));
      return 0;
    });
  },
};

const proposalLine = ({ kind, from, to, side, other, because, ...row }: BalanceProposal) => ({
  ...{ proposal: kind, from, to },
  ...(kind === 'conversion' ? { side } : {}),
  ...{ amount: row.amount.amount, currency: row.amount.currency },
  ...(other === null
    ? {}
    : {
        about: { amount: other.amount.amount, currency: other.amount.currency },
        rate: { source: other.source, name: other.name, at: other.at },
      }),
  ...(kind === 'transfer' ? { beneficiaryId: row.beneficiaryId } : {}),
  ...{ because: crossedLine(because), asOf: row.asOf, stale: row.isStale },
});

const crossedLine = ({ accountNumber, side, by, day }: CrossedPlan) => ({
  ...{ account: accountNumber, bound: side, by: by.amount, currency: by.currency, day },
});

const unmetLine = ({ accountNumber, because, missing, why }: UnmetPlan) => ({
  ...{ unmet: accountNumber, why },
  ...(missing === null ? {} : { missing: missing.amount, currency: missing.currency }),
  ...(because === null ? {} : { because: crossedLine(because) }),
});
