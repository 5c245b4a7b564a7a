import { describe, expect, test } from 'vitest';

import { painFile, painText } from '../../../support/files/pain-files.ts';
import { bytesOf } from '../../../support/stores/table-files.ts';
import { one, read, refused, texts } from './pain-reading.ts';

describe('of a payment message, each element counts in its own place alone', () => {
  const text = painText(one());
  const plain = ['1', '001', 'Payee b-1', '1.00', 'USD', 'INV-1', '', '2026-11-20'];
  const account = /<DbtrAcct>.*<\/DbtrAcct>\n?/.exec(text)?.[0] ?? '';
  const other = '<DbtrAcct><Id><IBAN>9</IBAN></Id></DbtrAcct>';
  const parts = '<GrpHdr/><PmtInf/>';

  test.each([
    ['the account of a group behind its payments', account, '', '</PmtInf>', `${account}</PmtInf>`],
    ['an account behind the groups', '</PmtInf>', `</PmtInf>${other}`],
    ['an account between header and group', '</GrpHdr>', `</GrpHdr>${other}`],
    ['parts inside a payment', '</CdtTrfTxInf>', `<X>${parts}</X></CdtTrfTxInf>`],
    ['parts right inside a payment', '<PmtId>', `${parts}<PmtId>`],
    ['parts inside the header', '</GrpHdr>', `${parts}</GrpHdr>`],
    ['parts inside a group', '</PmtInf>', `<X>${parts}</X></PmtInf>`],
    ['space around an amount', '>1.00<', '> 1.00\n<'],
    [
      'a time with the day',
      '<ReqdExctnDt>2026-11-20<',
      '<ReqdExctnDt><DtTm>2026-11-20T10:00:00</DtTm><',
    ],
  ])('%s', async (_words, ...changes) => {
    let changed = text;
    for (let at = 0; at < changes.length; at += 2) {
      expect(changed).toContain(changes[at]);
      changed = changed.replace(changes[at] ?? '', changes[at + 1] ?? '');
    }
    expect(await texts(bytesOf(changed))).toEqual([plain]);
  });

  test('and elements lie 40 deep at most, those of the payment among them', async () => {
    const nested = (count: number) =>
      bytesOf(
        text.replace(
          '</CdtTrfTxInf>',
          `${'<a>'.repeat(count)}x${'</a>'.repeat(count)}</CdtTrfTxInf>`,
        ),
      );
    expect(await texts(nested(36))).toEqual([plain]);
    expect(await refused(nested(37))).toBe(
      'its elements lie deeper in each other than in any message.',
    );
  });

  test('and nothing behind elements that lie too deep is read', async () => {
    const deep = text.replace('<PmtId>', '<a>'.repeat(50) + ' '.repeat(40_000) + '</b>');
    expect(await refused(bytesOf(deep))).toMatch(/deeper/);
  });

  test('and each of several free texts is carried, in their order', async () => {
    const more = '<RmtInf><Ustrd>Rent</Ustrd><Ustrd>for May</Ustrd><Ustrd>88213</Ustrd></RmtInf>';
    expect((await texts(painFile(one({ more }))))[0]?.[6]).toBe('Rent for May 88213');
  });

  test('and several foreign elements are counted, the first with its line', async () => {
    const foreign = '<x:Old xmlns:x="urn:x"/>';
    const { notes } = await read(bytesOf(text.replace('<PmtId>', `${foreign}\n${foreign}<PmtId>`)));
    expect(notes.join('\n')).toMatch(
      /Left out: 2 elements of other namespaces, the first Old on line \d+\. They are no part/,
    );
  });

  test('and of three the second is named with its line', async () => {
    const count = '<NbOfTxs>1</NbOfTxs>';
    const bytes = bytesOf(text.replace(count, `${count}\n${count}\n${count}`));
    expect(await refused(bytes)).toContain('line 8 has a second NbOfTxs');
  });

  test('and two messages in one file are refused', async () => {
    const [whole = ''] = /<CstmrCdtTrfInitn>[^]*<\/CstmrCdtTrfInitn>/.exec(text) ?? [];
    expect(await refused(bytesOf(text.replace(whole, whole + whole)))).toBe(
      'it holds several messages: save each in a file of its own.',
    );
  });
});

describe('a payment of a message outside its group refuses the file', () => {
  const text = painText({
    groups: [
      { account: '1', lines: [{}] },
      { account: '2', lines: [{}] },
    ],
  });
  const stray = '<CdtTrfTxInf><Cdtr><Nm>Stray</Nm></Cdtr></CdtTrfTxInf>';
  const lineOfStray = (changed: string) => changed.split(stray)[0]?.split('\n').length;

  test.each([
    ['between header and group', '</GrpHdr>', `</GrpHdr>\n${stray}`],
    ['in an element before the groups', '</GrpHdr>', `</GrpHdr>\n<X>${stray}</X>`],
    ['between two groups', '</PmtInf>', `</PmtInf>\n${stray}`],
    ['in an element between two groups', '</PmtInf>', `</PmtInf>\n<X>${stray}</X>`],
    ['behind the groups', '</CstmrCdtTrfInitn>', `${stray}</CstmrCdtTrfInitn>`],
    ['in the header', '</GrpHdr>', `${stray}</GrpHdr>`],
    ['in an element of a group', '</PmtInf>', `<X>${stray}</X></PmtInf>`],
    ['in a group inside a group', '</PmtInf>', `<PmtInf>${stray}</PmtInf></PmtInf>`],
    ['in a group inside another element', '</PmtInf>', `</PmtInf><X><PmtInf>${stray}</PmtInf></X>`],
    ['in another payment', '</CdtTrfTxInf>', `${stray}</CdtTrfTxInf>`],
  ])('%s', async (_words, from, to) => {
    const changed = text.replace(from, to);
    expect(await refused(bytesOf(changed))).toBe(
      `line ${String(lineOfStray(changed))} has a payment (CdtTrfTxInf) that is in no group (PmtInf): nothing of it was read.`,
    );
  });

  test('and the first of several is named', async () => {
    const several = text.replaceAll('</PmtInf>', `</PmtInf>\n${stray}`);
    expect(await refused(bytesOf(several))).toContain(
      `line ${String(lineOfStray(several))} has a payment`,
    );
  });

  test('also where no group has one', async () => {
    const none = painText({ groups: [{ lines: [] }] });
    expect(await refused(bytesOf(none.replace('</PmtInf>', `</PmtInf>${stray}`)))).toMatch(
      /has a payment \(CdtTrfTxInf\) that is in no group/,
    );
  });
});
