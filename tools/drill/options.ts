import { parseArgs } from 'node:util';

import { ruleSets, type RuleSet } from './rule-sets.ts';

export type DrillOptions = {
  readonly seed: number;
  /** Working days. */
  readonly days: number;
  readonly rules: readonly RuleSet[];
  /** Where every outcome is written as JSON. */
  readonly json: string | undefined;
};

const daysMax = 60;

/** Reads `--seed N --days N --rules SET,SET --json FILE`. Throws for anything else. */
export function readDrillOptions(args: readonly string[]): DrillOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string', default: '1' },
      days: { type: 'string', default: '10' },
      rules: { type: 'string' },
      json: { type: 'string' },
    },
  });
  const [seed, days] = [Number(values.seed), Number(values.days)];
  if (!Number.isInteger(seed) || seed < 0) throw new Error('--seed is a whole number.');
  if (!Number.isInteger(days) || days < 1 || days > daysMax)
    throw new Error(`--days is between 1 and ${String(daysMax)}.`);
  const names = values.rules?.split(',');
  const unknown = names?.filter((name) => !ruleSets.some((set) => set.name === name)) ?? [];
  if (unknown.length > 0)
    throw new Error(`--rules knows ${ruleSets.map(({ name }) => name).join(', ')}.`);
  const rules = ruleSets.filter(({ name }) => names?.includes(name) ?? true);
  return { seed, days, rules, json: values.json };
}
