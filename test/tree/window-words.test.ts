import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { projectFiles } from './files.ts';
import { shownTexts } from '../../tools/strings/views.ts';

/** What a treasurer had to read twice in the window, and what stands there now. */
const replaced: readonly (readonly [before: RegExp, now: string])[] = [
  [/\b(?:told|hushed|besides)\b/i, 'a word of no dialect'],
  [/^What there is to say|^Is this what you mean/, 'Problem; Check before sending'],
  [/\bstays? readable offline\b/, 'can be read offline'],
  [/\bcomes? in by its id\b|^By its id|\bImport by id\b/i, 'Find by ID'],
  [/\bTake (?:it|the match|the tag) .*(?:off|back|away|apart)\b/, 'Unmatch; Remove'],
  [/\bNothing (?:of it )?was taken\b|\bIt was not taken\b/, 'not used; not imported'],
  [/\bSay (?:who|why|what|which|your name)\b|\bsay your name\b/, 'Enter …; Choose …'],
  [/\bprice\b/i, 'quote; rate'],
  [/\b[Dd]ealt:|\bNot dealt\b/, 'Traded'],
  [/\b(?:lay|laid) (?:it )?aside\b/i, 'Dismiss'],
  [/\bsending (?:is|stays) (?:closed|open)\b/i, 'Sending paused / enabled'],
  [/\bLook at (?:it|the rule|the payee)\b/, 'Show; Open rule; Open payee'],
  [/\bthe line is (?:back|down|looked)\b/, 'online; offline'],
  [/\b(?:by|until) a word\b|\bneeds? a word\b/, 'details'],
  [/\bPut on record\b|\bOn record\b/, 'Save review; Recorded'],
  [/\bKeep (?:the|these|it|note|balance)\b/, 'Save …'],
  [/\bwhat came of it\b|\bwhat comes of it\b/, 'the result'],
  [/\bis no day\b/, 'is not a date'],
  [/\bNothing is called\b/, 'No match for'],
  [/\bGive (?:all|them) .*back\b/, 'Reset all'],
  [/\bSave the way\b|\bTry the way\b/, 'Save connection; Test connection'],
];

/** The help of the bank file explains its fields to an integrator. */
const forIntegrators = 'bank-file-help.ts';

const breachesIn = (lines: readonly string[]): string[] =>
  lines
    .filter((line) => !line.includes(forIntegrators))
    .flatMap((line) => {
      const text = line.replace(/^\S+:\d+: /, '');
      return replaced.filter(([before]) => before.test(text)).map(([, now]) => `${line} -> ${now}`);
    });

test('the window shows no phrase that a treasurer had to read twice', () => {
  const files = projectFiles('renderer', 'shared').filter((name) => /\.(ts|svelte)$/.test(name));
  const lines = shownTexts(files, (file) => readFileSync(file, 'utf8')).flatMap(
    (view) => view.lines,
  );
  expect(lines.length).toBeGreaterThan(3_000);
  expect(breachesIn(lines)).toEqual([]);
});

test('such a phrase is seen, wherever the window would show it', () => {
  expect(
    breachesIn([
      'renderer/a.ts:1: Say who closes.',
      'renderer/a.ts:2: The price is no longer good.',
      'shared/b.ts:1: Quote expired.',
    ]),
  ).toHaveLength(2);
});
