import type {
  CloseDifference,
  CloseFigures,
  ClosePoint,
  OpenPoint,
} from '../../../../shared/ipc/review/closes.ts';
import { formatCount, formatMoney } from '../../../../shared/money/format.ts';

/** The figures that two persons must agree on. Names and the time of the last sync differ between desks. */
type Figures = Pick<
  CloseFigures,
  | 'accountNumber'
  | 'currency'
  | 'entries'
  | 'debits'
  | 'credits'
  | 'opening'
  | 'closing'
  | 'entriesDigest'
>;

type Comparison = {
  readonly what: string;
  /** Equal where the figures are. */
  readonly exact: (figures: Figures) => string;
  readonly text: (figures: Figures) => string;
};

const moneyComparison = (
  what: string,
  of: 'debits' | 'credits' | 'opening' | 'closing',
): Comparison => ({
  what,
  exact: ({ [of]: sum }) => (sum === null ? '' : `${sum.amount} ${sum.currency}`),
  text: ({ [of]: sum }) => (sum === null ? 'not known' : formatMoney(sum)),
});

/** The compared figures of an account. */
const compared: readonly Comparison[] = [
  {
    what: 'Entries',
    exact: ({ entries }) => String(entries),
    text: ({ entries }) => formatCount(entries),
  },
  { what: 'Currency', exact: ({ currency }) => currency, text: ({ currency }) => currency },
  moneyComparison('Opening balance', 'opening'),
  moneyComparison('Debits', 'debits'),
  moneyComparison('Credits', 'credits'),
  moneyComparison('Closing balance', 'closing'),
  {
    what: 'Contents of the entries',
    exact: ({ entriesDigest }) => entriesDigest,
    text: ({ entriesDigest }) => entriesDigest.slice(0, 12) || 'not compared',
  },
];

/** Returns where the figures of two desks differ; empty where they agree. */
export function figureDifferences(
  prepared: readonly Figures[],
  here: readonly Figures[],
): CloseDifference[] {
  const own = new Map(here.map((one) => [one.accountNumber, one]));
  const missing = prepared.filter(({ accountNumber }) => !own.has(accountNumber));
  const known = new Map(prepared.map((one) => [one.accountNumber, one]));
  return [
    ...missing.map(({ accountNumber }) => ({
      ...{ accountNumber, what: 'Account', prepared: 'closed', here: 'not on this desk' },
    })),
    ...here.flatMap((one) => {
      const { accountNumber } = one;
      const other = known.get(accountNumber);
      if (other === undefined)
        return [{ accountNumber, what: 'Account', prepared: 'not closed', here: 'on this desk' }];
      return compared.flatMap(({ what, exact, text }) =>
        exact(other) === exact(one)
          ? []
          : [{ accountNumber, what, prepared: text(other), here: text(one) }],
      );
    }),
  ];
}

/** Returns the open points of this desk for which the preparer gave no reason. */
export const pointDifferences = (
  prepared: readonly OpenPoint[],
  here: readonly ClosePoint[],
): CloseDifference[] =>
  here.flatMap(({ pointId, count, what, detail }) => {
    const other = prepared.find((point) => point.pointId === pointId);
    if (other !== undefined && other.count >= count) return [];
    return [
      {
        accountNumber: '',
        what: `Open point: ${what}`,
        prepared: other === undefined ? 'none' : formatCount(other.count),
        here: `${formatCount(count)}: ${detail}`,
      },
    ];
  });

/** Whether two closes have the same open points and reasons, in the same order. */
export const haveSameReasons = (one: readonly OpenPoint[], other: readonly OpenPoint[]): boolean =>
  textOf(one) === textOf(other);

/** The points as text, independent of the order of their fields. */
const textOf = (points: readonly OpenPoint[]): string =>
  JSON.stringify(
    points.map(({ pointId, count, what, detail, isGrave, reason }) => [
      ...[pointId, count, what, detail, isGrave, reason],
    ]),
  );
