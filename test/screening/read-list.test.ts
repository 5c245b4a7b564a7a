import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { createTurns } from '../../electron/engines/files/turns.ts';
import type { ListContent } from '../../electron/engines/sanctions/lists/list.ts';
import { readList, type ListFile } from '../../electron/engines/sanctions/lists/read-list.ts';
import * as lists from '../support/lists/list-files.ts';

const { listFile } = lists;

async function read(...files: ListFile[]): Promise<ListContent> {
  const content = await readList(files, createTurns());
  if (!content.ok) expect.fail(content.error.message);
  return content.value;
}

async function refusal(...files: ListFile[]): Promise<string> {
  const content = await readList(files, createTurns());
  if (content.ok) expect.fail('the list was read');
  return content.error.message;
}

const vandermolt = {
  kind: 'person',
  names: expect.arrayContaining([
    { text: 'Petra Ilse VANDERMOLT', quality: 'primary' },
    { text: 'Petra Molt', quality: 'weak' },
  ]) as unknown,
  birthYears: ['1950'],
};

describe('each published list is read with its edition, kinds, aliases, years and countries', () => {
  test('OFAC as XML: an alias of the category weak is weak', async () => {
    const { key, edition, entries } = await read(listFile('SDN.XML', lists.sdnXml));
    expect({ key, edition }).toEqual({ key: 'ofac-sdn', edition: '2026-10-08' });
    expect(entries[0]).toEqual({
      ...{ id: '2674', kind: 'person', programme: 'TESTLAND, NARNIA' },
      names: [
        { text: 'Oleg Maximovich TERENKOV', quality: 'primary' },
        { text: 'Oleg TERENKOFF', quality: 'strong' },
        { text: 'THE HERON', quality: 'weak' },
      ],
      ...{ countries: ['Ruritania'], birthYears: ['1961'] },
    });
    expect(entries[1]).toMatchObject({
      kind: 'company',
      names: [{ text: 'VARNOVIA AIR FREIGHT' }],
    });
  });

  test('OFAC’s consolidated list has a key of its own, so that neither takes the place of the other', async () => {
    expect((await read(listFile('CONSOLIDATED.XML', lists.sdnXml))).key).toBe('ofac-consolidated');
  });

  test('OFAC as CSV: names, aliases and addresses are joined by their number', async () => {
    const { key, edition, entries, gaps } = await read(
      listFile('alt.csv', lists.altCsv),
      listFile('sdn.csv', lists.sdnCsv),
      listFile('add.csv', lists.addCsv),
    );
    expect({ key, edition }).toEqual({ key: 'ofac-sdn', edition: null });
    expect(gaps).toEqual(['The file does not say its day.']);
    expect(entries.map(({ kind }) => kind)).toEqual(['company', 'vessel', 'person']);
    expect(entries[2]).toEqual({
      ...{ id: '2674', kind: 'person', programme: 'TESTLAND, NARNIA' },
      names: [
        { text: 'Oleg Maximovich TERENKOV', quality: 'primary' },
        { text: 'Oleg TERENKOFF', quality: 'strong' },
      ],
      ...{ countries: ['Ruritania'], birthYears: ['1961', '1962'] },
    });
    expect(entries[0]?.names).toEqual([
      { text: 'VARNOVIA AIR FREIGHT', quality: 'primary' },
      { text: 'VARNOVIA CARGO COMPANY LIMITED', quality: 'strong' },
      { text: 'VAF', quality: 'weak' },
    ]);
  });

  test('OFAC’s names alone are read, and say what they lack; aliases alone are refused', async () => {
    const { gaps } = await read(listFile('sdn.csv', lists.sdnCsv));
    expect(gaps[0]).toBe('Without alt.csv: only weak aliases are known.');
    expect(await refusal(listFile('alt.csv', `${lists.altCsv}1,2,"aka","X",-0- \r\n`))).toContain(
      'add sdn.csv together with it',
    );
  });

  test('the EU as XML: a name in other letters is strong, one that is not strong is weak', async () => {
    const { key, edition, entries } = await read(listFile('eu.xml', lists.euXml));
    expect({ key, edition }).toEqual({ key: 'eu', edition: '2026-10-07' });
    expect(entries[0]).toEqual({
      ...{ id: 'EU.1.1', kind: 'person', programme: 'TST' },
      names: [
        { text: 'Miro Kalvenas', quality: 'primary' },
        { text: 'Миро Калвенас', quality: 'strong' },
        { text: 'Miki', quality: 'weak' },
      ],
      ...{ countries: ['LITHUANIA'], birthYears: ['1970'] },
    });
    expect(entries[1]).toMatchObject({ kind: 'company' });
  });

  test('the EU as CSV: the rows of one entry are joined, and the file says that it knows no weak aliases', async () => {
    const { edition, entries, gaps } = await read(listFile('eu.csv', lists.euCsv));
    expect(edition).toBe('2026-10-07');
    expect(entries).toHaveLength(2);
    expect(entries[0]).toMatchObject({
      id: 'EU.1.1',
      names: [{ text: 'Miro Kalvenas' }, { text: 'Миро Калвенас', quality: 'strong' }],
      ...{ birthYears: ['1970'], countries: ['LITHUANIA'] },
    });
    expect(entries[1]?.names[0]?.text).toBe('Ostwind; Reederei GmbH');
    expect(gaps).toHaveLength(1);
  });

  test('the United Nations: an alias of low quality is weak, the original script is a name', async () => {
    const { key, edition, entries } = await read(listFile('un.xml', lists.unXml));
    expect({ key, edition }).toEqual({ key: 'un', edition: '2026-10-06' });
    expect(entries[0]).toEqual({
      ...{ id: 'TLi.001', kind: 'person', programme: 'Testland' },
      names: [
        { text: 'HARUN SELDANI QORVAN', quality: 'primary' },
        { text: 'هارون سلداني قورفان', quality: 'strong' },
        { text: 'Haroon Seldany', quality: 'strong' },
        { text: 'Abu Test', quality: 'weak' },
      ],
      ...{ countries: ['Zubrowka'], birthYears: ['1968'] },
    });
    expect(entries[1]).toMatchObject({ kind: 'company', countries: ['Zubrowka'] });
  });

  test.each([
    ['the UK Sanctions List as XML', lists.ukXml, 'uk', '2026-10-08'],
    ['the UK Sanctions List as CSV', lists.ukCsv, 'uk', '2026-10-08'],
    ['OFSI’s list as CSV', lists.ofsiCsv, 'uk-ofsi', '2026-06-03'],
  ])('%s', async (_what, text, key, edition) => {
    const content = await read(listFile('list', text));
    expect(content).toMatchObject({ key, edition });
    expect(content.entries[0]).toMatchObject(vandermolt);
    expect(content.entries[0]?.countries).toContain('Ruritania');
  });

  test('OFSI’s list as XML: the rows of a group are one entry, its newest update is the edition', async () => {
    const { key, edition, entries } = await read(listFile('ConList.xml', lists.ofsiXml));
    expect({ key, edition }).toEqual({ key: 'uk-ofsi', edition: '2026-08-04' });
    expect(entries).toHaveLength(1);
    expect(entries[0]?.names).toEqual([
      { text: 'Petra VANDERMOLT', quality: 'primary' },
      { text: 'Petra Molt', quality: 'weak' },
    ]);
  });
});

describe('a file that is no whole list is refused, in words', () => {
  test.each([
    ['cut off', lists.unXml.slice(0, 900), 'it was cut off'],
    [
      'with a document type',
      lists.unXml.replace('<CONSOLIDATED_LIST', '<!DOCTYPE x [<!ENTITY a "b">]><CONSOLIDATED_LIST'),
      'no',
    ],
    ['of another kind', '<?xml version="1.0"?><invoice>1</invoice>', 'it is no list that is known'],
    [
      'without an entry',
      '<Designations><DateGenerated>08/10/2026</DateGenerated></Designations>',
      'it holds no names',
    ],
  ])('%s', async (_what, text, reason) => {
    expect(await refusal(listFile('list.xml', text))).toContain(reason);
  });

  test('damaged lists give entries with names or a reason, and never a crash', async () => {
    const texts = [
      lists.sdnXml,
      lists.euXml,
      lists.unXml,
      lists.ukXml,
      lists.ofsiCsv,
      lists.sdnCsv,
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...texts),
        fc.array(fc.tuple(fc.nat(3_000), fc.nat(255)), { maxLength: 6 }),
        async (text, changes) => {
          const bytes = new TextEncoder().encode(text);
          for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte;
          const content = await readList([{ name: 'x', bytes }], createTurns());
          if (content.ok)
            for (const { names } of content.value.entries) expect(names.length).toBeGreaterThan(0);
          else expect(content.error.message).not.toBe('');
        },
      ),
      { numRuns: 300 },
    );
  });
});
