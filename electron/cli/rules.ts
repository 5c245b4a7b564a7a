import { commandLineActor } from '../../shared/actor.ts';
import { DeskFault } from '../../shared/errors.ts';
import { RuleContent, tagText, type Rule } from '../../shared/ipc/review/rules.ts';
import { timestampNow, deskClock } from '../engines/machine/context.ts';
import type { DeskCopy } from '../desk/open-bank/copy.ts';
import { RuleApplier } from '../nouns/rules/applier.ts';
import { ruleContent } from '../nouns/rules/content.ts';
import {
  listRules,
  removeRule,
  ruleById,
  ruleIdBeginning,
  saveRule,
} from '../nouns/rules/tables.ts';
import { argumentsOf, oneOf, required } from './input/arguments.ts';
import { withHeldCopy } from './input/copy-access.ts';
import { WrongUse, type Command, type ExitCode, type Global } from './input/command.ts';

const options = {
  words: { type: 'string' },
  direction: { type: 'string' },
  account: { type: 'string' },
  amount: { type: 'string' },
  'amount-to': { type: 'string' },
  currency: { type: 'string' },
  tag: { type: 'string' },
  counterparty: { type: 'string' },
  id: { type: 'string' },
} as const;

type Values = Readonly<Partial<Record<keyof typeof options, string>>>;

/** Lists, counts, adds and removes the rules that give entries tags and counterparties, one JSON line each. No network. */
export const rules: Command = {
  summary:
    'Lists, counts, adds and removes the rules that give entries tags and counterparties. No network.',
  usage:
    'rules list|add|count|remove [--id ID] [--words TEXT --direction debit|credit --account NUMBER --amount A [--amount-to A] --currency C] [--tag WORD] [--counterparty NAME]',
  run: (args, global) => {
    const { values, positionals } = argumentsOf(args, options, { positionals: true });
    const act = oneOf(positionals[0], 'the first argument of rules', [
      'list',
      'add',
      'count',
      'remove',
    ]);
    if (act === undefined || positionals.length > 1)
      throw new WrongUse('rules needs one of list, add, count, remove.');
    const work = checked(act, values);
    return withHeldCopy(global, (copy) => work(copy, global));
  },
};

type Work = (copy: DeskCopy, global: Global) => Promise<ExitCode>;

/** Checks the arguments before the local copy is opened. */
function checked(act: 'list' | 'add' | 'count' | 'remove', values: Values): Work {
  const { id } = values;
  const others = Object.entries(values).filter(([name]) => name !== 'id');
  if (act === 'list') {
    if (id !== undefined || others.length > 0) throw new WrongUse('list takes no option.');
    return list;
  }
  if (act === 'remove' || (act === 'count' && id !== undefined)) {
    if (others.length > 0) throw new WrongUse(`${act} --id takes no other option.`);
    const named = required(id, 'id');
    return act === 'remove' ? remove(named) : count((copy) => namedRule(copy, named));
  }
  if (id !== undefined) throw new WrongUse('--id belongs to count and remove.');
  const rule = contentOf(values, act);
  return act === 'add' ? add(rule) : count(() => rule);
}

/** Returns the rule whose id begins with this text. */
const namedRule = ({ journal }: DeskCopy, beginning: string): Rule =>
  ruleById(journal, ruleIdBeginning(journal, beginning));

/** Reads a rule from the options. One that is only counted needs no tag and no counterparty. */
function contentOf(values: Values, act: 'add' | 'count'): RuleContent {
  const { words = '', direction, account = null, amount, currency, counterparty = '' } = values;
  const given = [amount, currency].filter((one) => one !== undefined).length;
  if (given === 1 || (values['amount-to'] !== undefined && given === 0))
    throw new WrongUse('--amount and --currency go together.');
  const tag = values.tag ?? (act === 'count' && counterparty === '' ? 'counted' : '');
  if (tag !== '' && !tagText.safeParse(tag).success)
    throw new WrongUse('--tag is one word of letters, digits, - and _, at most 40 of them.');
  const parsed = RuleContent.safeParse({
    ...{ words, tag, counterparty, accountNumber: account },
    direction: oneOf(direction, 'direction', ['debit', 'credit']) ?? null,
    amount:
      amount === undefined ? null : { from: amount, to: values['amount-to'] ?? amount, currency },
  });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new WrongUse(`--${String(issue?.path[0] ?? 'words')} ${issue?.message ?? ''}`.trim());
  }
  try {
    return ruleContent(parsed.data);
  } catch (fault) {
    if (fault instanceof DeskFault) throw new WrongUse(fault.message);
    throw fault;
  }
}

const list: Work = async ({ journal }, { io }) => {
  for (const rule of listRules(journal)) io.print(JSON.stringify(rule));
  return Promise.resolve(0);
};

const count =
  (ruleIn: (copy: DeskCopy) => RuleContent): Work =>
  async (copy, { io }) => {
    io.print(JSON.stringify(await copy.questions.ask('countRule', [ruleIn(copy)])));
    return 0;
  };

const add =
  (rule: RuleContent): Work =>
  async (copy, global) => {
    const at = timestampNow(deskClock(global.io.clock, () => null));
    return applied(
      copy,
      global,
      saveRule(copy.journal, { rule }, { actor: commandLineActor(copy.deskId), at }),
    );
  };

const remove =
  (id: string): Work =>
  async (copy, global) => {
    const at = timestampNow(deskClock(global.io.clock, () => null));
    return applied(
      copy,
      global,
      removeRule(copy.journal, { id: ruleIdBeginning(copy.journal, id) }, at),
    );
  };

/** Applies a rule that is already stored to the entries. An interrupted run is continued at the next opening. */
async function applied(copy: DeskCopy, { io }: Global, rule: Rule): Promise<ExitCode> {
  io.print(JSON.stringify(rule));
  const faults: DeskFault[] = [];
  const applier = new RuleApplier({
    ...copy,
    onApplied: () => undefined,
    onFault: (fault) => void faults.push(fault),
  });
  await applier.run();
  const [fault] = faults;
  if (fault) throw fault;
  return 0;
}
