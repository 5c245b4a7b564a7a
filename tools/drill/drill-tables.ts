import type { Table } from '../bench/page/rows.ts';
import { schemeKinds, type SchemeKind } from './plan/jobs.ts';
import type { Fate, SchemeOutcome } from './play/outcomes.ts';
import type { RulesOutcome } from './play/play-rules.ts';

/** The outcomes of the schemes of one kind, or of all. */
export type Tally = Readonly<Record<Fate, number>> & {
  readonly tried: number;
  /** Share of the schemes that were stopped or noticed; null where none was tried. */
  readonly recall: number | null;
};

export function tallyOf(schemes: readonly SchemeOutcome[]): Tally {
  const count = (fate: Fate): number => schemes.filter((scheme) => scheme.fate === fate).length;
  const [stopped, noticed, missed] = [count('stopped'), count('noticed'), count('missed')];
  const tried = schemes.length;
  return {
    ...{ tried, stopped, noticed, missed },
    recall: tried === 0 ? null : (stopped + noticed) / tried,
  };
}

const percent = (share: number | null): string =>
  share === null ? '–' : `${(share * 100).toFixed(0)} %`;

const cells = ({ tried, stopped, noticed, missed, recall }: Tally): string[] => [
  ...[tried, stopped, noticed, missed].map(String),
  percent(recall),
];

const ofKind = ({ schemes }: RulesOutcome, kind: SchemeKind): SchemeOutcome[] =>
  schemes.filter((scheme) => scheme.kind === kind);

/** Rule set by scheme. */
export const schemeTable = (outcomes: readonly RulesOutcome[]): Table => ({
  title: 'Schemes: stopped before sending, noticed afterwards by an exception, missed',
  lines: [
    ['rules', 'scheme', 'tried', 'stopped', 'noticed', 'missed', 'recall'],
    ...outcomes.flatMap((one) => [
      ...schemeKinds.map((kind) => [one.rules.name, kind, ...cells(tallyOf(ofKind(one, kind)))]),
      [one.rules.name, 'all', ...cells(tallyOf(one.schemes))],
    ]),
  ],
});

const per100 = (count: number, of: number): string =>
  of === 0 ? '–' : ((count / of) * 100).toFixed(1);

/** What honest work cost under each rule set. */
export const workTable = (outcomes: readonly RulesOutcome[]): Table => ({
  title: 'Ordinary work: per 100 payments and conversions that were in order',
  lines: [
    ['rules', 'orders', 'stopped', 'marked', 'looked up', 'signatures', 'keys'],
    ...outcomes.map(({ rules, ordinary }) => {
      const { orders, stopped, marked, lookUps, signatures, keys } = ordinary;
      const rates = [stopped, marked, lookUps, signatures, keys].map((n) => per100(n, orders));
      return [rules.name, String(orders), ...rates];
    }),
  ],
});

/** Every scheme that left, whether it was noticed or not. */
export const leftTable = (outcomes: readonly RulesOutcome[]): Table => ({
  title: 'What left',
  lines: [
    ['rules', 'scheme', 'how', 'times', 'noticed by'],
    ...outcomes.flatMap(({ rules, schemes }) =>
      [
        ...Map.groupBy(
          schemes.filter(({ fate }) => fate !== 'stopped'),
          leftKey,
        ).values(),
      ].map((same) => {
        const { kind, variant } = same[0] ?? { kind: '', variant: '' };
        const by = [...new Set(same.flatMap((one) => (one.fate === 'noticed' ? one.by : [])))];
        return [rules.name, kind, variant, String(same.length), by.join(', ') || 'missed'];
      }),
    ),
  ],
});

const leftKey = ({ kind, variant, fate }: SchemeOutcome): string => `${kind}|${variant}|${fate}`;
