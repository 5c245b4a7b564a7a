import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';

import { awkwardEntries, copyWith, fileOf, movedOf } from '../../support/files/handed-over.ts';
import { accountOf } from '../../support/desks/lone-desk.ts';
import { accountNumber, asOf, entry, firstDay } from '../../support/stores/store.ts';

/** The text of each page, as a library that is not ours reads it, without blanks: a line may be broken anywhere. */
async function pagesOf(bytes: Buffer): Promise<string[]> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const { text } = await extractText(document, { mergePages: false });
  return text.map((page) => page.replaceAll(/\s/g, ''));
}

const bare = (text: string): string => text.replaceAll(/\s/g, '');
const grouped = (amount: string): string =>
  amount.replace('-', '').replaceAll(/\B(?=(?:\d{3})+\.)/g, ',');

/** What reads PDF takes its time: `EXPORTED_ENTRIES=10000` reads back as many as of the other formats. */
const count = Number(process.env['EXPORTED_ENTRIES'] ?? 1_000);

test('entries with awkward texts read back entry by entry, over pages that are counted [E4]', async () => {
  const entries = awkwardEntries(count);
  const { bytes, report } = await fileOf(copyWith(entries), { format: 'pdf' });
  const pages = await pagesOf(bytes);
  const of = String(pages.length);
  expect(pages.length).toBeGreaterThan(count / 50);
  expect(pages.filter((page, index) => !page.includes(`Page${String(index + 1)}of${of}`))).toEqual(
    [],
  );
  const whole = pages.join('\n');
  const named = (sign: string): string =>
    `[U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
  const shown = (text: string): string =>
    bare(text.replaceAll(/[\r\n\t]/g, ' ').replaceAll(/[\0\u0007給与振込😀]/gu, named));
  let at = 0;
  const missing = entries.filter((was) => {
    const balance = grouped(
      `${String(was.balanceE4 / 10_000n)}.${String((was.balanceE4 / 100n) % 100n).padStart(2, '0')}`,
    );
    const day = `${String(Number(was.at.slice(8, 10)))}Oct2024`;
    const head = `${day}${day}${grouped(movedOf(was))}${balance}`;
    const texts = [
      was.id,
      was.narration,
      [
        was.transactionType,
        was.customReference === '' ? '' : `our reference ${was.customReference}`,
      ]
        .filter((text) => text !== '')
        .join(' · '),
    ];
    const expected = head + texts.map(shown).join('');
    const found = whole.indexOf(expected, at);
    if (found >= 0) at = found + expected.length;
    return found < 0;
  });
  expect(missing.slice(0, 2)).toEqual([]);
  expect(report.notes.map(({ what }) => what)).toEqual([
    'Characters missing from the font, shown by number',
  ]);
});

test('the first page shows account, period, balances, proof and the as-of time; the last one closes', async () => {
  const { bytes, report } = await fileOf(copyWith(awkwardEntries(120, 40)), { format: 'pdf' });
  const pages = await pagesOf(bytes);
  const { opening, closing } = report.accounts[0]!;
  for (const text of [
    '0690000031',
    '4Oct2024to6Oct2024',
    'Asof20Nov2026,09:41UTC',
    `Openingbalance${grouped(opening ?? '')}`,
    `Closingbalance${grouped(closing ?? '')}`,
    'Checked:openingbalance,120entriesandclosingbalancefollowfromoneanother.',
    'Credits(80)',
    'Debits(40)',
  ])
    expect(pages[0]).toContain(text);
  expect(pages.at(-1)).toContain('Closingbalance6Oct2024');
});

test('a page has at least eighteen entries with their references whole, and the first names the holder', async () => {
  const references = Array.from(
    { length: 60 },
    (_, at) => `INV-2026-${String(at).padStart(22, '0')}`,
  );
  const entries = references.map((customReference, ordinal) =>
    entry(`3f2504e0-4f89-41d3-9a0c-0305e82c3${String(300 + ordinal)}`, {
      ...{ day: firstDay, ordinal, customReference, transactionType: 'transfer' },
      narration: 'Invoice of October, order 45646, by agreement',
    }),
  );
  const copy = copyWith(entries);
  const names = { accountName: 'Acme Treasury Ltd', accountNumber, bic: '', bankName: '' };
  const places = { bankOrSortCode: '', bankCountry: '', bankAddress: '', countryIso3Code: '' };
  const fundingDetails = [{ ...names, ...places }];
  copy.writer.saveAccounts([accountOf({ accountId: accountNumber, fundingDetails })], asOf);
  const pages = await pagesOf((await fileOf(copy, { format: 'pdf' })).bytes);
  expect(pages[0]).toContain('HolderAcmeTreasuryLtd');
  const perPage = pages.map((page) => references.filter((text) => page.includes(text)).length);
  expect(perPage[1]).toBeGreaterThanOrEqual(18);
  expect(perPage.reduce((sum, count) => sum + count)).toBe(60);
});

test('a narration longer than a page goes on over pages, and the fonts are within the file', async () => {
  const narration = Array.from({ length: 4_000 }, (_, index) => `word${String(index)}`).join(' ');
  const { bytes } = await fileOf(copyWith([entry('e-1', { narration })]), { format: 'pdf' });
  const pages = await pagesOf(bytes);
  expect(pages.length).toBeGreaterThan(3);
  const whole = pages
    .map((page) =>
      page.replaceAll(
        /0690000031USD·written.*?Page\d+of\d+|BookedValuedateEntryDebitCreditBalance/g,
        '',
      ),
    )
    .join('');
  expect(whole).toContain('word0word1word2');
  for (const index of [499, 1_500, 3_999]) expect(whole).toContain(`word${String(index)}`);
  const text = bytes.toString('latin1');
  expect(text.match(/\/FontFile2 /g)).toHaveLength(2);
  expect(text).not.toContain('/BaseFont /Helvetica');
});

test.each([
  ['Chinese', '给付'],
  ['Japanese', 'カナ振込'],
  ['Korean', '급여'],
  ['Arabic', 'راتب'],
  ['Hebrew', 'משכורת'],
  ['Devanagari', 'वेतन'],
  ['Thai', 'เงินเดือน'],
  ['a sign beyond the first plane', '𠮷😀'],
  ['a letter in private use', '\uE000'],
  ['invisible marks', '\u202E\u200B\u00AD\u2066'],
])(
  'a text in %s is named sign by sign, none of them dropped, and the report lists it',
  async (_script, text) => {
    const narration = `pay ${text} end`;
    const { bytes, report } = await fileOf(copyWith([entry('e-1', { narration })]), {
      format: 'pdf',
    });
    const whole = (await pagesOf(bytes)).join('');
    const named = Array.from(
      text,
      (sign) => `[U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    ).join('');
    expect(whole).toContain(`pay${named}end`);
    expect(report.notes).toMatchObject([
      { what: 'Characters missing from the font, shown by number', entries: 1 },
    ]);
  },
);

test.each([
  ['Cyrillic and Greek', 'Зарплата Μισθός'],
  ['letters put together of several signs', 'e\u0301 n\u0303 \u1EC7'],
  ['Vietnamese and Turkish', 'Nguyễn ĞİŞ'],
  ['currencies and quotation marks', '€ £ ₦ “” ‘’ –'],
])('a text in %s stands there as it is', async (_script, text) => {
  const { bytes, report } = await fileOf(
    copyWith([entry('e-1', { narration: `pay ${text} end` })]),
    {
      format: 'pdf',
    },
  );
  expect((await pagesOf(bytes)).join('').normalize('NFC')).toContain(
    bare(`pay ${text} end`).normalize('NFC'),
  );
  expect(report.notes).toEqual([]);
});
