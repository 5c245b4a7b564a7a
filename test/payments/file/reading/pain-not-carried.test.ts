import { describe, expect, test } from 'vitest';

import { painFile, painText } from '../../../support/files/pain-files.ts';
import { bytesOf } from '../../../support/stores/table-files.ts';
import { one, read } from './pain-reading.ts';

describe('a payment message', () => {
  test('has nothing dropped unseen: what the bank has no place for is reported once, by name and line', async () => {
    const before =
      '\n<PmtTpInf><InstrPrty>HIGH</InstrPrty><SvcLvl><Cd>URGP</Cd></SvcLvl></PmtTpInf>';
    const file = await read(
      painFile({
        groups: [
          {
            before,
            lines: [
              { more: '<Purp><Cd>SALA</Cd></Purp>' },
              { id: 'B', more: '<NeverReported><X>y</X></NeverReported>' },
            ],
          },
        ],
      }),
    );
    const notSent = file.notes.filter((note) => note.startsWith('Not sent to the bank'));
    expect(notSent).toEqual([
      'Not sent to the bank, which takes none: the urgency (HIGH), from line 13, of 2 payments.',
      'Not sent to the bank, which takes none: the service level (URGP), from line 13, of 2 payments.',
      'Not sent to the bank, which takes none: the execution date (2026-11-20), from line 14, of 2 payments.',
      'Not sent to the bank, which takes none: the name and address of the debtor (Kestrel), from line 15, of 2 payments.',
      'Not sent to the bank, which takes none: the purpose (SALA), from line 22, of 1 payment.',
      'Not sent to the bank, which takes none: NeverReported (y), from line 28, of 1 payment.',
    ]);
  });

  test.each([
    ['<BtchBookg>true</BtchBookg>', 'the wish to book all at once'],
    ['<PmtTpInf><CtgyPurp><Cd>SALA</Cd></CtgyPurp></PmtTpInf>', 'the type of payment'],
    ['<ChrgBr>SLEV</ChrgBr>', 'who bears the charges'],
    ['<ChrgsAcct><Id><IBAN>7</IBAN></Id></ChrgsAcct>', 'the account for charges'],
    ['<DbtrAgt><FinInstnId><BIC>X</BIC></FinInstnId></DbtrAgt>', 'the bank of our account'],
    ['<UltmtDbtr><Nm>X</Nm></UltmtDbtr>', 'the ultimate debtor'],
    ['<UltmtCdtr><Nm>X</Nm></UltmtCdtr>', 'the ultimate creditor'],
    ['<CdtrAgt><FinInstnId><BIC>X</BIC></FinInstnId></CdtrAgt>', 'the payee’s bank'],
    ['<IntrmyAgt1><FinInstnId><BIC>X</BIC></FinInstnId></IntrmyAgt1>', 'the intermediary bank'],
    ['<InstrForCdtrAgt><Cd>X</Cd></InstrForCdtrAgt>', 'the instruction to the payee’s bank'],
    ['<InstrForDbtrAgt>X</InstrForDbtrAgt>', 'the instruction to our bank'],
    ['<RgltryRptg><Dtls><Inf>X</Inf></Dtls></RgltryRptg>', 'the regulatory reporting'],
    ['<Tax><RefNb>X</RefNb></Tax>', 'the tax details'],
    ['<RltdRmtInf><RmtId>X</RmtId></RltdRmtInf>', 'where the remittance advice goes'],
    ['<XchgRateInf><XchgRate>1.1</XchgRate></XchgRateInf>', 'the exchange rate'],
    ['<SplmtryData><Envlp><A>X</A></Envlp></SplmtryData>', 'the supplementary data'],
  ])('with %s says that %s is not sent', async (more, words) => {
    const { notes } = await read(painFile(one({ more })));
    expect(notes.join('\n')).toContain(`which takes none: ${words}`);
  });

  test('names three values that are not sent, counts the others, and the payments that have no id', async () => {
    const lines = ['A', 'B', 'C', 'D'].map((code) => ({
      id: 'NOTPROVIDED',
      more: `<Purp><Cd>${code}</Cd></Purp>`,
    }));
    const notes = async (count: number) =>
      (await read(painFile({ groups: [{ lines: lines.slice(0, count) }] }))).notes.join('\n');
    expect(await notes(3)).toContain('the purpose (A, B, C), from line');
    expect(await notes(4)).toContain('the purpose (A, B, C and 1 more), from line');
    expect(await notes(4)).toContain('4 payments have no end-to-end id');
    expect((await read(painFile(one()))).notes.join()).not.toContain('no end-to-end id');
  });

  test('says nothing else of a plain message', async () => {
    expect((await read(painFile(one()))).notes).toEqual([
      'Not sent to the bank, which takes none: the execution date (2026-11-20), from line 13, of 1 payment.',
      'Not sent to the bank, which takes none: the name and address of the debtor (Kestrel), from line 14, of 1 payment.',
    ]);
  });

  test.each([
    ['<PmtId>', '<PmtId><InstrId>X</InstrId>', 'the instruction’s id (X)'],
    ['<PmtId>', '<PmtId><UETR>X</UETR>', 'the UETR (X)'],
    [
      '</Nm></Cdtr>',
      '</Nm><PstlAdr><Ctry>X</Ctry></PstlAdr></Cdtr>',
      'the payee’s address and identification, which are as the payee is saved (X)',
    ],
  ])('with an element of %s beside what is read names it', async (from, to, words) => {
    const text = painText(one());
    expect(text).toContain(from);
    const { notes } = await read(bytesOf(text.replace(from, to)));
    expect(notes.join('\n')).toContain(`which takes none: ${words}, from`);
  });

  test('counts the payments of all groups, and names the line of the first', async () => {
    const purpose = { more: '<Purp><Cd>SALA</Cd></Purp>' };
    const { notes } = await read(
      painFile({
        groups: [
          { before: '<ChrgBr>SLEV</ChrgBr>', lines: [{}, purpose] },
          { before: '<ChrgBr>DEBT</ChrgBr>', lines: [purpose] },
        ],
      }),
    );
    expect(notes.join('\n')).toMatch(
      /who bears the charges \(SLEV, DEBT\), from line 12, of 3 payments/,
    );
    expect(notes.join('\n')).toMatch(/the purpose \(SALA\), from line 27, of 2 payments/);
  });

  test('counts a payment once that has several elements of one name', async () => {
    const more = '<IntrmyAgt1><A>X</A><B>Y</B></IntrmyAgt1><IntrmyAgt2><A>Z</A></IntrmyAgt2>';
    const { notes } = await read(painFile(one({ more })));
    expect(notes.join('\n')).toMatch(
      /the intermediary bank \(X, Y, Z\), from line \d+, of 1 payment\./,
    );
  });

  test('names forty characters of a value', async () => {
    const value = 'x'.repeat(41);
    const { notes } = await read(painFile(one({ more: `<Purp><Prtry>${value}</Prtry></Purp>` })));
    expect(notes.join('\n')).toContain(`the purpose (${'x'.repeat(40)}), from`);
  });

  test('names an element by its whole name: what begins alike is another one', async () => {
    const { notes } = await read(painFile(one({ more: '<Taxes><A>X</A></Taxes><Tax>Y</Tax>' })));
    expect(notes.join('\n')).toContain('takes none: Taxes (X)');
    expect(notes.join('\n')).toContain('takes none: the tax details (Y)');
  });

  test('names nothing that is empty, or that a line is read from', async () => {
    const plain = await read(painFile(one()));
    const more =
      '<RmtInf><Ustrd>Rent</Ustrd><Strd><RfrdDocInf><Tp><CdOrPrtry><Cd>CINV</Cd></CdOrPrtry></Tp><Nb>1</Nb></RfrdDocInf>' +
      '<CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>RF1</Ref></CdtrRefInf><AddtlRmtInf>2</AddtlRmtInf></Strd></RmtInf>' +
      '<Purp> <Cd/> </Purp>';
    expect((await read(painFile(one({ more })))).notes).toEqual(plain.notes);
  });

  test('counts a payment without an element for its id as one without an id', async () => {
    const text = painText({ groups: [{ lines: [{ id: '' }, { id: 'B' }, { id: 'C' }] }] });
    const none = text.replace('<EndToEndId>B</EndToEndId>', '');
    expect((await read(bytesOf(none))).notes[0]).toMatch(/^2 payments have no end-to-end id/);
  });
});
