import { tidyText } from './bare.ts';
import { labelOf, type Label } from './pasted-labels.ts';

/** A stretch of a pasted line: a label with its value, or words without a label. */
export type Piece = {
  readonly label: Label | null;
  /** Without its label; may be empty when the value is on the next line. */
  readonly value: string;
  /** In brackets in the label, such as a currency. */
  readonly remark: string;
  /** As it was pasted. */
  readonly source: string;
};

type Start = { readonly from: number; readonly to: number; readonly label: Label; remark: string };

/** Longer lines are a letter, not bank details. */
const longestLine = 600;
const longestLabel = 48;
const labelWordsMax = 5;

/** Takes one line apart. A blank line has no pieces. */
export function piecesOf(line: string): Piece[] {
  const text = line.replace(/[\u200b\u2060\ufeff]/g, '').trim();
  if (text === '') return [];
  const starts = text.length > longestLine ? [] : startsIn(text);
  const first = starts[0]?.from ?? text.length;
  const ahead = cells(text.slice(0, first)).map((words) => ({
    label: null,
    value: words,
    remark: '',
    source: words,
  }));
  const labelled = starts.map(({ from, to, label, remark }, index) => {
    const end = starts[index + 1]?.from ?? text.length;
    return {
      label,
      remark,
      value: trimmed(text.slice(to, end)),
      source: trimmed(text.slice(from, end)),
    };
  });
  return [...ahead, ...labelled];
}

/** Splits a table row at its tabs. */
const cells = (text: string): string[] =>
  text
    .split('\t')
    .map(trimmed)
    .filter((cell) => cell !== '');

const trimmed = (text: string): string => tidyText(text).replace(/^[,;|•\s]+|[,;|•\s]+$/g, '');

function startsIn(text: string): Start[] {
  const whole = labelAt(text, 0, text.length);
  if (whole) return [{ ...whole, to: text.length }];
  const byMark = marksOf(text).flatMap(({ from, to }) => labelBefore(text, from, to) ?? []);
  const isFree = ({ from, to }: Start): boolean =>
    byMark.every((marked) => to <= marked.from || from >= marked.to);
  const starts = [...byMark, ...plainLabels(text).filter(isFree)].toSorted(
    (a, b) => a.from - b.from,
  );
  return starts.filter(({ from }, index) => from >= (starts[index - 1]?.to ?? 0));
}

/** Where a label may end: at a colon, an equals sign, a tab, or a dash between blanks. */
const marksOf = (text: string): { from: number; to: number }[] =>
  [...text.matchAll(/\s*[:=：]\s*|\t+|\s+[-–—]\s+/g)].map(({ index, 0: mark }) => ({
    from: index,
    to: index + mark.length,
  }));

/** The longest label that ends there. One that could be part of a name must be at the line's start or after a comma. */
function labelBefore(text: string, end: number, to: number): Start | null {
  const earliest = Math.max(0, end - longestLabel);
  for (const { index } of text.slice(earliest, end).matchAll(/(?<![^\s,;|(/])\S/g)) {
    const from = earliest + index;
    const start = labelAt(text, from, end);
    if (start && (start.label.isPlain || isFresh(text, from))) return { ...start, to };
  }
  return null;
}

const isFresh = (text: string, from: number): boolean =>
  from === 0 || /([,;|\t]\s*|\s{2})$/.test(text.slice(Math.max(0, from - 3), from));

function labelAt(text: string, from: number, end: number): Start | null {
  const words = text.slice(from, end);
  const remark = /\(([^()]*)\)/.exec(words)?.[1] ?? '';
  const label = labelOf(words) ?? labelOf(words.replace(/\([^()]*\)/g, ' '));
  return label ? { from, to: end, label, remark: labelOf(words) ? '' : remark } : null;
}

/** Labels of numbers and codes without a colon: a digit or a word in capital letters follows. */
function plainLabels(text: string): Start[] {
  const words = [...text.matchAll(/\S+/g)];
  const starts: Start[] = [];
  for (let place = 0; place < words.length; place++) {
    const start = plainLabelAt(text, words.slice(place, place + labelWordsMax + 1));
    if (start === null) continue;
    starts.push(start.found);
    place += start.length - 1;
  }
  return starts;
}

function plainLabelAt(
  text: string,
  words: readonly RegExpExecArray[],
): { found: Start; length: number } | null {
  const from = words[0]?.index ?? 0;
  for (let length = Math.min(labelWordsMax, words.length - 1); length > 0; length--) {
    const next = words[length];
    const last = words[length - 1];
    if (!next || !last || !isCodeWord(next[0])) continue;
    const start = labelAt(text, from, last.index + last[0].length);
    if (start?.label.isPlain) return { found: { ...start, to: next.index }, length };
  }
  return null;
}

const isCodeWord = (word: string): boolean => /\d/.test(word) || /^[A-Z]{6,11}$/.test(word);
