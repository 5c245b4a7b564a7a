import { DeskFault } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import type { JsonObject } from '../../engines/acts/act.ts';
import { RulesContent } from '../../nouns/approvals/contents.ts';
import { payeeName } from '../../nouns/approvals/order.ts';
import { everyPaidBeneficiary, paidBeneficiary } from '../../nouns/beneficiaries/fingerprints.ts';
import type { Journal } from '../../engines/store/database.ts';
import { attemptSync } from '../../engines/store/local-faults.ts';
import { writeAct } from '../../nouns/people/acts-of-people.ts';
import { argumentsOf, required } from '../input/arguments.ts';
import { newContext, valueOf, WrongUse, type Command, type ExitCode } from '../input/command.ts';
import { confirmOnTerminal } from '../input/terminal.ts';
import { readTextFile } from '../input/text-file.ts';
import { withTeamSite } from '../team/team-access.ts';
import { approvalsNow, type OpenApprovals } from './approvals-access.ts';

/** Shows the approval rules of the team, or proposes others: they are in force once as many administrators signed as the old ones ask. */
export const approvalRules: Command = {
  summary: 'Shows or proposes the rules by which a team approves payments.',
  usage: 'approval-rules show; or approval-rules set --file FILE',
  run: ([act = '', ...args], global) => {
    const { values } = argumentsOf(args, { file: { type: 'string' } });
    if (act !== 'show' && act !== 'set')
      throw new WrongUse('The first argument of approval-rules must be show or set.');
    const file = act === 'set' ? required(values.file, 'file') : null;
    return withTeamSite<ExitCode>(global, async ({ copy }) => {
      const open = await approvalsNow(copy.team);
      if (file !== null) await propose(open, copy.journal, jsonIn(file));
      global.io.print(JSON.stringify(rulesView(open)));
      return 0;
    });
  },
};

/** The JSON of a file; amounts are texts in it, counts are numbers. */
function jsonIn(path: string): unknown {
  const text = readTextFile(path, limits.commandInputBytesMax);
  const json = text.ok ? attemptSync((): unknown => JSON.parse(text.value)) : text;
  if (!json.ok) throw new WrongUse('--file is no file with JSON.');
  return json.value;
}

const defaults = { admins: 1, zone: 'UTC', rules: [], limits: [], rates: [] };

async function propose(
  { team, approvals }: OpenApprovals,
  journal: Journal,
  given: unknown,
): Promise<void> {
  const { rules } = approvals.state;
  const version = (rules?.version ?? 0) + 1;
  const payees = rules?.payees ?? paidPayees(journal);
  const named = typeof given === 'object' && given !== null ? given : {};
  const parsed = RulesContent.safeParse({ ...defaults, payees, ...named, version });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new WrongUse(`--file, ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'wrong'}.`);
  }
  const { data } = parsed;
  const count = `${String(data.rules.length)} rules, ${String(data.admins)} administrators for the next`;
  confirmOnTerminal(`Approval rules ${String(version)}: ${count}.`, `RULES ${String(version)}`);
  const content = JSON.parse(JSON.stringify(data)) as JsonObject;
  const draft = { kind: 'approval-rules', content, must: true } as const;
  valueOf(await writeAct(team, draft, newContext()));
  const { rules: after, proposals } = approvals.state;
  const isProposed = [...proposals.values()].some(({ proposes }) => 'rules' in proposes);
  if (after?.version !== version && !isProposed) throw new DeskFault('team.refused');
}

/** Payees that this desk has paid: the first rules do not call them new. */
const paidPayees = (journal: Journal): string[] =>
  everyPaidBeneficiary(journal).flatMap((id) => {
    const paid = paidBeneficiary(journal, id);
    return paid === null ? [] : [payeeName(id, paid.fingerprint)];
  });

function rulesView({ approvals }: OpenApprovals) {
  const { rules, proposals } = approvals.state;
  return {
    inForce: rules && { ...rules, payees: rules.payees.length },
    proposed: [...proposals].map(([digest, { author, signers, proposes }]) => ({
      ...{ digest, by: author.person, signed: [...signers] },
      ...('rules' in proposes
        ? { rules: { ...proposes.rules, payees: proposes.rules.payees.length } }
        : { desk: proposes.login }),
    })),
  };
}
