import { goals, parts, type Goal, type Part } from './goals.ts';

/** A figure and its floor, in the unit of its goal; the floor is null where none could be had. */
export type Figure = { readonly value: number; readonly floor: number | null };
/** What a part measured, by the ids of the goals. */
export type Figures = Readonly<Record<string, Figure>>;

/** A further table of a part, such as a curve. */
export type Table = { readonly title: string; readonly lines: readonly (readonly string[])[] };
export type Measured = { readonly figures: Figures; readonly tables?: readonly Table[] };

/** Why a part was not measured on this machine, and what to install. */
export type Skipped = { readonly skipped: string };

/** The outcome of a part: its measurements, or why there are none. */
export type Outcome =
  | ({ readonly part: Part } & Measured)
  | ({ readonly part: Part } & Skipped)
  | { readonly part: Part; readonly broke: string };

/** A row as `--json` writes it. A row of a part that broke has no value, and is not met. */
export type Row = {
  readonly id: string;
  readonly value: number | null;
  readonly unit: string;
  readonly goal: number;
  readonly floor: number | null;
  /** Null where the machine was too busy for the row: it is neither met nor missed. */
  readonly ok: boolean | null;
};

/**
 * Every goal of the parts that ran as a row, whether it was measured or not; none of a part that was skipped. Throws for a figure
 * without a goal.
 */
export function rowsOf(outcomes: readonly Outcome[]): Row[] {
  const requested = new Set(
    outcomes.filter((outcome) => !('skipped' in outcome)).map(({ part }) => part),
  );
  const figures = new Map(
    outcomes.flatMap((outcome) => ('figures' in outcome ? Object.entries(outcome.figures) : [])),
  );
  const strange = [...figures.keys()].filter((id) => !goals.some((goal) => goal.id === id));
  if (strange.length > 0) throw new Error(`figures without a goal: ${strange.join(', ')}`);
  return goals
    .filter(({ part }) => requested.has(part))
    .map((goal) => rowOf(goal, figures.get(goal.id)));
}

function rowOf(goal: Goal, figure: Figure | undefined): Row {
  const value = finite(figure?.value);
  return {
    id: goal.id,
    value,
    unit: goal.unit,
    goal: goal.goal,
    floor: finite(figure?.floor),
    ok: isNoisy(goal, figure) ? null : value !== null && isMet(goal, value),
  };
}

/** The usual delays of an idle process on a quiet machine, in ms. */
const usualIdleMs = { p99: 1.2, max: 4 };
/** From this multiple on a delay is due to the machine more than to Nostro. */
const noisyTimes = 3;

function isNoisy({ id, floor }: Goal, figure: Figure | undefined): boolean {
  const usual = id.endsWith('P99Ms') ? usualIdleMs.p99 : usualIdleMs.max;
  return floor === 'idle process' && (figure?.floor ?? 0) > noisyTimes * usual;
}

const finite = (figure: number | null | undefined): number | null =>
  figure === undefined || figure === null || !Number.isFinite(figure) ? null : figure;

const isMet = ({ bound, goal }: Goal, value: number): boolean =>
  bound === 'at most' ? value <= goal : value >= goal;

/** Formats a figure with its significant digits. */
function shown(figure: number | null, unit: string): string {
  if (figure === null) return '–';
  const digits = figure >= 100 || Number.isInteger(figure) ? 0 : figure >= 10 ? 1 : 2;
  const text = figure.toLocaleString('en-GB', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return unit === 'x' ? `${text} ×` : `${text} ${unit}`;
}

/** The cells of a row as they are printed and as the document has them; the last is MISS where the goal is missed. */
export function cellsOf(row: Row): string[] {
  const goal = goals.find(({ id }) => id === row.id);
  if (!goal) throw new Error(`a row without a goal: ${row.id}`);
  return [
    row.id,
    goal.what,
    row.value === null ? 'not measured' : shown(row.value, row.unit),
    `${goal.bound} ${shown(row.goal, row.unit)}`,
    row.floor === null ? '–' : `${shown(row.floor, goal.floorUnit)}: ${goal.floor}`,
    row.ok === null ? 'not counted' : row.ok ? '' : 'MISS',
  ];
}

const heads = ['row', 'what', 'figure', 'goal', 'floor of the same run', ''];

export const tableOf = (rows: readonly Row[]): Table => ({
  title: 'Goals',
  lines: [heads, ...rows.map(cellsOf)],
});

/** `45 of 56 goals are met.` Rows of a busy machine are left out, and counted. */
export function verdictOf(rows: readonly Row[]): string {
  const counted = rows.filter(({ ok }) => ok !== null);
  const noisy = rows.length - counted.length;
  const met = `${counted.filter(({ ok }) => ok).length} of ${counted.length} goals are met.`;
  return noisy === 0 ? met : `${met} ${noisy} not counted: the machine was busy.`;
}

/** A table for a terminal. */
export function printed({ title, lines }: Table): string {
  const widths = (lines[0] ?? []).map((_, at) =>
    Math.max(...lines.map((cells) => cells[at]?.length ?? 0)),
  );
  const aligned = lines.map((cells) =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [title, ...aligned].join('\n');
}

/** The same for the document, the ids as code. */
export function documented({ title, lines: [head = [], ...lines] }: Table): string {
  const rule = head.map(() => '---');
  const rows = [head, rule, ...lines.map((cells) => cells.map(inCode))];
  return [`**${title}**`, '', ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n');
}

const inCode = (cell: string): string =>
  goals.some(({ id }) => id === cell) ? `\`${cell}\`` : cell;

/** The parts that were skipped, each with its reason. */
export const skippedOf = (outcomes: readonly Outcome[]): string[] =>
  outcomes.flatMap((outcome) =>
    'skipped' in outcome ? [`${outcome.part} was skipped: ${outcome.skipped}`] : [],
  );

/** The parts that broke, in the order of the table, each with its reason. */
export const brokenOf = (outcomes: readonly Outcome[]): string[] =>
  parts.flatMap((part) =>
    outcomes.flatMap((outcome) =>
      outcome.part === part && 'broke' in outcome ? [`${part} broke: ${outcome.broke}`] : [],
    ),
  );
