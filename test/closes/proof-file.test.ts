import { expect, test } from 'vitest';

import { proofCsv } from '../../electron/nouns/closes/proof-file.ts';
import type { CloseProof, LateEntry } from '../../shared/ipc/review/closes.ts';
import { beginning, paying } from '../support/desks/lone-desk.ts';
import { accountWith, met, openCell, other, today } from './close-accounts.ts';

const proof: CloseProof = {
  ...{ period: today, kind: 'day', from: '2026-11-19', to: today, digest: 'd1' },
  ...{ accounts: [], open: [], exports: [], closedAt: beginning, closedBy: 'Ada Merlin' },
  ...{ isClockSetBack: false, prepared: null },
};

const whole = `"${today}","2026-11-19","${today}","${beginning}","Ada Merlin","d1"`;

/** The lines behind the head, without what every line begins with; empty cells are left empty. */
function linesOf(
  given: Partial<CloseProof>,
  late: readonly LateEntry[] = [],
  lateTotal = late.length,
): string[] {
  const [head = '', ...lines] = proofCsv({
    proof: { ...proof, ...given },
    late,
    lateTotal,
  }).split('\r\n');
  expect(head.startsWith('\ufeff"period","from","to","closedAt","closedBy","digest","line"')).toBe(
    true,
  );
  expect(lines.pop()).toBe('');
  return lines.map((line) => {
    expect(line.startsWith(whole)).toBe(true);
    expect(line.match(/"[^"]*"/g)).toHaveLength(21);
    // No one prepared it: the last two cells are empty.
    expect(line.endsWith(',"",""')).toBe(true);
    return line.slice(whole.length + 1, -6).replaceAll('""', '');
  });
}

const amount = (text: string) => ({ amount: text, currency: 'USD' });

test('a proof has a line for each account with its figures, its balances and its conditions', () => {
  const unknown = accountWith(
    { proven: openCell('20 Nov breaks', null), books: { ...met, is: 'not-asked' } },
    { ...{ accountNumber: other, accountName: '', currency: '', asOf: null, entries: 0 } },
  );
  const known = accountWith(
    { books: { ...met, words: '2 of 2' } },
    {
      ...{ debits: amount('200.00'), credits: amount('1.00'), opening: amount('500.00') },
      ...{ closing: amount('301.00'), entriesDigest: 'e1' },
    },
  );
  expect(linesOf({ accounts: [known, unknown] })).toEqual([
    [
      `"account","${paying}","Operations","USD","2","500.00","200.00","1.00","301.00"`,
      `"${beginning}","e1"`,
      '"proven yes; read yes; unknown yes; exceptions yes; second-source yes; books yes, 2 of 2",',
    ].join(),
    [
      `"account","${other}",,,"0",,,,,,`,
      '"proven 20 Nov breaks; read yes; unknown yes; exceptions yes; second-source yes",',
    ].join(),
  ]);
});

test('a proof has a line for each open point with its reason, and for each file that was handed over', () => {
  const open = [
    {
      ...{ pointId: 'read', count: 2, what: 'entries not read', detail: 'in 1 account' },
      ...{ isGrave: false, reason: 'Fees' },
    },
  ];
  const exports = [
    { profile: 'Books', words: 'camt.053', name: 'a.xml', folder: 'b', files: 3, entries: 7 },
  ];
  expect(linesOf({ open, exports })).toEqual([
    '"open point",,,,,,,,,,,"2 entries not read: in 1 account","Fees"',
    '"export",,,,"7",,,,,,,"camt.053, a.xml, 3 files",',
  ]);
});

test('a proof has a line for each late entry, what went out apart from what came in', () => {
  const late: LateEntry = {
    ...{ change: 'arrived', accountNumber: paying, entryId: 'e-3', day: today },
    ...{ amount: amount('100.00'), direction: 'debit', words: '', reference: '' },
    ...{ seenAt: beginning, acknowledgedInto: null },
  };
  const gone = {
    ...late,
    change: 'gone',
    direction: 'credit',
    acknowledgedInto: '2026-11-23',
  } as const;
  expect(linesOf({}, [late, gone])).toEqual([
    `"late: arrived","${paying}",,"USD",,,"100.00",,,,,"e-3 of ${today}",`,
    `"late: gone","${paying}",,"USD",,,,"100.00",,,,"e-3 of ${today}, taken into 2026-11-23",`,
  ]);
  expect(linesOf({}, [late, gone], 3).slice(2)).toEqual([
    '"late: more",,,,,,,,,,,"only the first 2 are listed",',
  ]);
});

test('what is below zero stays a figure; text that a spreadsheet would run does not', () => {
  const accounts = [
    accountWith(
      { proven: openCell('=A1', null) },
      { accountName: '+Operations', opening: amount('-500.00'), closing: amount('-301.00') },
    ),
  ];
  const open = [
    {
      ...{ pointId: 'read', count: 1, what: 'entry not read', detail: '' },
      ...{ isGrave: false, reason: '-2+3' },
    },
  ];
  const [account = '', point = ''] = linesOf({ accounts, open });
  expect(account).toContain(`"${paying}","'+Operations","USD","2","-500.00",,,"-301.00",`);
  expect(point).toContain(`"'-2+3"`);
});
