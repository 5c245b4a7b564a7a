import { closeSync, openSync, writeSync } from 'node:fs';

import { benchEntries, decimal, openingE4, period, type BenchEntry } from '../statement-text.ts';

const signed = ({ amountE4, isDebit }: BenchEntry): string =>
  decimal(isDebit ? -amountE4 : amountE4);

const inJournal = (entry: BenchEntry): string =>
  `${entry.at.slice(0, 10)} * ${entry.narration} ${entry.reference}\n    Assets:Bench  ${signed(entry)} USD\n    Equity:Other\n\n`;

const inBeancount = (entry: BenchEntry): string =>
  `${entry.at.slice(0, 10)} * "${entry.narration} ${entry.reference}"\n  Assets:Bench  ${signed(entry)} USD\n  Equity:Other\n\n`;

const inCsv = (entry: BenchEntry): string =>
  `${entry.id},${entry.at},${entry.at.slice(0, 10)},${signed(entry)},${entry.type},${entry.narration},${entry.reference},${decimal(entry.balanceE4)}\n`;

const beancountHead = `option "operating_currency" "USD"\n1970-01-01 open Assets:Bench\n1970-01-01 open Equity:Other\n\n${period.from} * "Opening"\n  Assets:Bench  ${decimal(openingE4)} USD\n  Equity:Other\n\n`;

/** The same entries as each of them reads its books. */
const texts = {
  journal: { head: '', line: inJournal },
  beancount: { head: beancountHead, line: inBeancount },
  csv: { head: 'id,at,day,amount,type,narration,reference,balance\n', line: inCsv },
};

export function writeText(kind: keyof typeof texts, file: string, entries: number): void {
  const { head, line } = texts[kind];
  const out = openSync(file, 'w');
  let held = head;
  for (const entry of benchEntries(entries)) {
    held += line(entry);
    if (held.length < 1_000_000) continue;
    writeSync(out, held);
    held = '';
  }
  writeSync(out, held);
  closeSync(out);
}
