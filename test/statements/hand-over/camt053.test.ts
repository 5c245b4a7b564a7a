import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { XmlDocument, XsdValidator, type XmlElement } from 'libxml2-wasm';
import { describe, expect, test } from 'vitest';

import { awkwardEntries, copyWith, fileOf, movedOf } from '../../support/files/handed-over.ts';
import { entry, firstDay, openCopy } from '../../support/stores/store.ts';

/** The published schemas are not ours to give along: where somebody has them, this names their folder. */
const schemas = process.env['ISO20022_XSD_DIR'];
const versions = [
  ['camt053', '08'],
  ['camt053.02', '02'],
] as const;

/** Reads a statement with a library that is not ours. */
function read(text: string, version: string) {
  const document = XmlDocument.fromString(text);
  const space = { c: `urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}` };
  const at = (element: XmlElement, path: string): string[] =>
    element.find(path, space).map((found) => found.content);
  const statement = document.get('/c:Document/c:BkToCstmrStmt/c:Stmt', space) as XmlElement;
  const entries = statement.find('c:Ntry', space).map((found) => {
    const one = found as XmlElement;
    const [sign] = at(one, 'c:CdtDbtInd');
    return {
      id: at(one, 'c:AcctSvcrRef')[0],
      moved: `${sign === 'DBIT' ? '-' : ''}${at(one, 'c:Amt')[0] ?? ''}`,
      currency: one
        .find('c:Amt', space)
        .map((amount) => (amount as XmlElement).attr('Ccy')?.value)[0],
      day: at(one, 'c:BookgDt/c:Dt')[0],
      at: at(one, 'c:NtryDtls/c:TxDtls/c:RltdDts/c:TxDtTm')[0],
      type: at(one, 'c:BkTxCd/c:Prtry/c:Cd')[0],
      narration: at(one, 'c:NtryDtls/c:TxDtls/c:RmtInf/c:Ustrd').join(''),
      reference: at(one, 'c:NtryDtls/c:TxDtls/c:Refs/c:EndToEndId')[0] ?? '',
    };
  });
  const balances = statement.find('c:Bal', space).map((found) => {
    const one = found as XmlElement;
    return [
      ...at(one, 'c:Tp/c:CdOrPrtry/c:Cd'),
      ...at(one, 'c:CdtDbtInd'),
      ...at(one, 'c:Amt'),
      ...at(one, 'c:Dt/c:Dt'),
    ];
  });
  const content = {
    entries,
    balances,
    count: at(statement, 'c:TxsSummry/c:TtlNtries/c:NbOfNtries')[0],
  };
  document.dispose();
  return content;
}

describe.each(versions)('%s', (format, version) => {
  test('10,000 entries with awkward texts read back entry by entry [E4]', async () => {
    const entries = awkwardEntries(10_000);
    const { text, report } = await fileOf(copyWith(entries), { format });
    const content = read(text, version);
    const legal = (shown: string): string => shown.replaceAll(/[\0\u0007]/g, '\uFFFD');
    expect(content.count).toBe('10000');
    expect(content.entries.map(({ id }) => id)).toEqual(entries.map(({ id }) => id));
    const wrong = content.entries.filter((one, index) => {
      const was = entries[index];
      return (
        was === undefined ||
        one.moved !== movedOf(was) ||
        one.at !== was.at ||
        one.currency !== was.currency ||
        one.narration !== legal(was.narration) ||
        (was.customReference.length <= 35 && one.reference !== legal(was.customReference))
      );
    });
    expect(wrong).toEqual([]);
    expect(report.accounts).toMatchObject([{ entries: 10_000, currency: 'USD' }]);
    expect(report.notes.map(({ what }) => what).toSorted()).toEqual([
      'Bank references shortened to fit camt.053',
      'Control characters removed, which XML cannot hold',
      'Texts shortened to fit camt.053',
    ]);
  });

  test('opening and closing balance stand with side and day, below zero too', async () => {
    const entries = [
      entry('e-1', { amountE4: 50_000n, balanceE4: 20_000n, direction: 'debit', ordinal: 0 }),
      entry('e-2', {
        amountE4: 30_000n,
        balanceE4: -10_000n,
        direction: 'debit',
        ordinal: 1,
        day: firstDay + 1,
      }),
    ];
    const content = read((await fileOf(copyWith(entries), { format })).text, version);
    expect(content.balances).toEqual([
      ['OPBD', 'CRDT', '7.00', '2024-10-04'],
      ['CLBD', 'DBIT', '1.00', '2024-10-05'],
    ]);
  });

  const schema = join(schemas ?? '', `camt.053.001.${version}.xsd`);
  const isThere = schemas !== undefined && existsSync(schema);
  if (!isThere)
    console.warn(
      `SKIPPED: ${format} was not held to its schema: ISO20022_XSD_DIR names no folder with it.`,
    );
  test.skipIf(!isThere)('is valid by the published schema', async () => {
    const { text } = await fileOf(copyWith(awkwardEntries(2_000)), { format });
    const rules = XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(schema)));
    expect(() => {
      rules.validate(XmlDocument.fromString(text));
    }).not.toThrow();
    const broken = XmlDocument.fromString(text.replace('<Cd>OPBD</Cd>', '<Cd>FIVE5</Cd>'));
    expect(() => {
      rules.validate(broken);
    }).toThrow(/facet/);
  });
});

test('the sign is what the running balance says, where a bank writes what went out as a negative debit', async () => {
  const negative = [
    entry('e-1', { amountE4: -50_000n, balanceE4: 20_000n, direction: 'debit', ordinal: 0 }),
    entry('e-2', { amountE4: -10_000n, balanceE4: 10_000n, direction: 'debit', ordinal: 1 }),
    entry('e-3', { amountE4: 30_000n, balanceE4: 40_000n, direction: 'credit', ordinal: 2 }),
  ];
  const copy = openCopy();
  const { rangeId } = copy.writer.beginRange({
    accountNumber: '0690000031',
    from: firstDay,
    to: firstDay,
  });
  copy.writer.savePage({ rangeId, cursor: '{}', entries: negative, unreadable: [] });
  const day = {
    day: firstDay,
    state: 'proven' as const,
    entries: 3,
    openingE4: 70_000n,
    closingE4: 40_000n,
    broken: null,
  };
  copy.writer.finishRange({
    rangeId,
    asOf: '2026-11-20T09:41:00.000Z',
    days: [day],
    withdraw: true,
  });
  const content = read((await fileOf(copy, { format: 'camt053' })).text, '08');
  expect(content.entries.map(({ moved }) => moved)).toEqual(['-5.00', '-1.00', '3.00']);
});
