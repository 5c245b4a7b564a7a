import { expect, test } from 'vitest';

import { inTurn, listSieve } from '../../../renderer/shell/dropped/list-sieve.ts';
import type { Sieve } from '../../../renderer/ui/controls/file-drop.svelte.ts';
import * as lists from '../../support/lists/list-files.ts';

function transferOf(files: Readonly<Record<string, string>>): DataTransfer {
  const transfer = new DataTransfer();
  for (const [name, text] of Object.entries(files)) transfer.items.add(new File([text], name));
  return transfer;
}

/** What the lists' sieve took, and what it left for the place of the drop. */
function sift(files: Readonly<Record<string, string>>, isOpen = true) {
  const found = { accepted: [] as string[], rest: [] as string[] };
  const namesOf = (some: Iterable<File>) => [...some].map(({ name }) => name);
  const sieve = listSieve(
    (some) => found.accepted.push(...namesOf(some)),
    () => isOpen,
  );
  const isTaken = sieve(transferOf(files), (rest) => found.rest.push(...namesOf(rest.files)));
  return { found, isTaken };
}

test('lists are accepted wherever they are dropped, and everything else is handed on', async () => {
  const { sdnXml, altCsv, sdnCsv, euXml, euCsv, unXml, ukXml, ofsiXml, ofsiCsv, ukCsv } = lists;
  const { found } = sift({
    ...{ 'SDN.XML': sdnXml, 'alt.csv': altCsv, 'sdn.csv': sdnCsv, 'eu.xml': euXml },
    ...{ 'eu.csv': euCsv, 'un.xml': unXml, 'uk.xml': ukXml, 'ConList.xml': ofsiXml },
    ...{ 'ConList.csv': ofsiCsv, 'uk.csv': ukCsv, 'add.csv': lists.addCsv },
    'payments.csv': 'account,payee,amount\n1,Ada,2.00\n',
    'pain.xml': '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03"/>',
    'scan.pdf': '%PDF-1.4',
  });
  await expect.poll(() => found.accepted).toHaveLength(11);
  await expect.poll(() => found.rest).toEqual(['payments.csv', 'pain.xml', 'scan.pdf']);
});

test('nothing is accepted while no bank is open, or of names that no list has', () => {
  expect(sift({ 'SDN.XML': lists.sdnXml }, false).isTaken).toBe(false);
  expect(sift({ 'scan.pdf': '%PDF-1.4' }).isTaken).toBe(false);
});

test('what the lists leave goes through the next sieve, and then to the place of the drop', async () => {
  const seen: string[] = [];
  const next: Sieve = (transfer) => {
    seen.push(...[...transfer.files].map(({ name }) => name));
    return true;
  };
  const first = listSieve(
    () => undefined,
    () => true,
  );
  const files = { 'un.xml': lists.unXml, 'statement.xml': '<x/>' };
  expect(inTurn(first, next)(transferOf(files), () => expect.fail('it was left'))).toBe(true);
  await expect.poll(() => seen).toEqual(['statement.xml']);
});
