import { directionOf as knownDirection, isDirection } from '../../../../shared/bank/direction.ts';
import { isRecord, readPointer } from '../../../engines/bank/json/pointer.ts';
import type { AnswerReading } from '../operations/answers.ts';
import type { Asking } from '../operations/questions.ts';
import { directionOf, findChain, type Chain } from '../operations/chain.ts';
import type { Placed, Placement } from '../operations/fields.ts';
import type { Group } from '../exchanges/groups.ts';
import type { Known } from '../exchanges/known-operations.ts';
import { leavesOf, type Leaf } from '../exchanges/leaves.ts';
import type { Reading } from '../operations/recognise.ts';
import { placeAround, placeRest, type Page } from './statement-period.ts';

/** A statement proven by its own balances: which numbers are amount and balance, and what its words for in and out mean. */
export type ProvenStatement = {
  readonly group: Group;
  readonly answer: AnswerReading;
  /** The bank's words for debit and credit. */
  readonly directions: ReadonlyMap<string, 'debit' | 'credit'>;
  readonly steps: number;
};

/** Reads a group of statements again. The balance chain and the echo of the request decide what names leave open. */
export function proveStatement(reading: Reading, all: Known): ProvenStatement {
  const { group, answer, operation } = reading;
  const known = all.without(group);
  if (!answer) return { group, answer: emptyAnswer, directions: new Map(), steps: 0 };
  const pages = group.answered.map((exchange): Page => {
    const rows = readPointer(exchange.answer, answer.at);
    return { exchange, rows: Array.isArray(rows) ? rows.filter(isRecord) : [] };
  });
  const chain = findChain(pages.map(({ rows }) => rows));
  const leaves = leavesOf(pages.flatMap(({ rows }) => rows));
  const direction = chain && directionOf(leaves, chain);
  const fixed = new Map<string, Placement>([
    ...(chain ? chainPlacements(chain) : []),
    ...(chain && direction ? [['direction', directionPlacement(direction, chain)] as const] : []),
  ]);
  const fields = placeRest({ operation, leaves, known, of: 'row' }, fixed);
  const words = direction?.words ?? new Map<string, 'debit' | 'credit'>();
  const around = placeAround(
    { reading, answer, pages, known },
    chain && { chain, words, direction: direction?.leaf.pointer ?? null },
  );
  return {
    group,
    answer: { ...answer, fields, around },
    directions: words,
    steps: chain?.steps ?? 0,
  };
}

/**
 * The value map for the bank's words of a direction that Nostro does not know. It asks about a word that usually means the opposite: the
 * balances contradict the word.
 */
export function directionValues(
  { directions, steps }: ProvenStatement,
  from: string,
  asking: Asking,
): { direction: Record<string, string> } | null {
  const words: Record<string, string> = {};
  for (const [word, meant] of directions) {
    const usual = knownDirection(word);
    if (usual === meant || word.length > 60) continue;
    const place = `values.direction.${word}`;
    const sense = meant === 'debit' ? 'falls' : 'rises';
    const because = `The balance ${sense} by the amount wherever it stands, in ${String(steps)} steps looked at.`;
    if (!isDirection(usual)) {
      words[word] = meant;
      asking.note(place, from, because);
      continue;
    }
    const question = `“${word}” usually means ${usual}, but the balance ${sense} by the amount where the bank says it. What does it mean here?`;
    const answered = asking.ask({ place, question, choices: ['debit', 'credit'] });
    if (answered !== null && answered !== usual) words[word] = answered;
  }
  return Object.keys(words).length > 0 ? { direction: words } : null;
}

const emptyPlaced: Placed = { found: new Map(), doubtful: new Map(), missing: [] };
const emptyAnswer: AnswerReading = {
  at: '',
  isList: true,
  samples: [],
  fields: emptyPlaced,
  around: emptyPlaced,
  score: 0,
};

function chainPlacements({ amount, balance, steps }: Chain): [string, Placement][] {
  const because = `Between ${String(steps)} entries and those before them “${balance.pointer}” moves by “${amount.pointer}”, to the last digit.`;
  return [
    ['amount', { leaf: amount, score: 20, because }],
    ['balance', { leaf: balance, score: 20, because }],
  ];
}

function directionPlacement(
  { leaf, words }: { leaf: Leaf; words: ReadonlyMap<string, string> },
  { steps }: Chain,
): Placement {
  const meanings = [...words].map(
    ([word, meant]) => `“${word}” where it ${meant === 'debit' ? 'falls' : 'rises'}`,
  );
  return {
    leaf,
    score: 20,
    because: `At ${String(steps)} entries it says ${meanings.join(', ')}.`,
  };
}
