import { beforeEach, describe, expect, test } from 'vitest';

import { openScreening } from '../../electron/desk/screening/open-screening.ts';
import { addedLists } from '../../electron/nouns/screening/routes.ts';
import type { Screening } from '../../electron/nouns/screening/screening.ts';
import { matchesOf } from '../../electron/nouns/screening/view.ts';
import { reviewTransfer } from '../../electron/nouns/payments/review.ts';
import { sendTransfer } from '../../electron/nouns/payments/send.ts';
import { sendRemittance } from '../../electron/nouns/orders/remittances/remittances.ts';
import type { DeskParts } from '../../electron/desk/open-bank/changes.ts';
import { run } from '../../electron/engines/store/database.ts';
import { ok } from '../../shared/result.ts';
import {
  accountOf,
  beginning,
  context,
  hundredToPayee,
  onePage,
  openLoneDesk,
  payeeOf,
  paying,
  transferOf,
  type LoneDesk,
} from '../support/desks/lone-desk.ts';
import { actorNamed } from '../support/desks/actors.ts';
import { listFile, unXml } from '../support/lists/list-files.ts';

const stamp = { actor: actorNamed('Ines Frei'), at: beginning };
const unList = listFile('un.xml', unXml);
/** The same list a month later, with another name for the company. */
const newerList = listFile(
  'un.xml',
  unXml
    .replace('dateGenerated="2026-10-06', 'dateGenerated="2026-11-06')
    .replace('<ALIAS_NAME>QRT</ALIAS_NAME>', '<ALIAS_NAME>Qorvan Aid</ALIAS_NAME>'),
);

let desk: LoneDesk;
let screening: Screening;
let parts: DeskParts;

beforeEach(() => {
  desk = openLoneDesk();
  screening = openScreening(desk.parts, desk.parts.clock, () => undefined);
  parts = { ...desk.parts, screening };
  desk.cache.saveAccounts([accountOf()], beginning);
  savePayees({ name: 'Ada Obi' });
});

function savePayees(...payees: { name: string; id?: string; country?: string }[]): void {
  const records = payees.map(({ name, id = 'b-1', country }) =>
    payeeOf(id, { name, accountName: name, ...(country === undefined ? {} : { country }) }),
  );
  desk.cache.saveBeneficiaries(records, beginning, { complete: true });
  desk.bank.answers = {
    getBeneficiary: ({ path }) => {
      const beneficiary = records.find(({ entityId }) => entityId === path.entityId);
      return beneficiary ? ok({ message: '', beneficiary }) : expect.fail('no such payee');
    },
    getTransferFee: () => ok({ message: '', fee: '0', currency: 'USD' }),
    findTransfers: () => ok({ message: '', transfers: onePage([]) }),
    createSingleTransfer: ({ body }) =>
      ok({ message: '', transfer: transferOf({ id: 'T-1', reference: body.reference }) }),
  };
}

const pay = (reference = 'R-1', acknowledged: readonly 'screening'[] = []) =>
  sendTransfer(
    parts,
    {
      ...hundredToPayee,
      ...{ reference, narration: '', payeeFingerprint: null },
      approval: { by: 'person', acknowledged, twins: [] },
    },
    context,
  );

const sent = (): number => desk.asked('createSingleTransfer');

async function add(...files: (typeof unList)[]): Promise<string[]> {
  const { added, refused } = addedLists(screening, await screening.add(files, stamp));
  await screening.run();
  return [...added.map(({ title }) => title), ...refused.map(({ reason }) => reason)];
}

const decide = (state: 'same' | 'other' | 'lifted' | 'open', reason = 'I looked'): boolean => {
  const [match] = matchesOf(screening);
  return screening.decide({ matchId: match?.matchId ?? '', state, reason }, stamp);
};

describe('without a list', () => {
  test('a payment is reviewed and sent as ever, and says nothing of screening', async () => {
    savePayees({ name: 'Harun Seldani Qorvan' });
    const review = await reviewTransfer(
      parts,
      { ...hundredToPayee, reference: 'R-1', narration: '' },
      context,
    );
    expect(review.ok && review.value.warnings).toEqual([]);
    const payment = await pay();
    expect(payment.ok && payment.value.submission.about).not.toHaveProperty('screening');
    expect(sent()).toBe(1);
  });
});

describe('a payee that agrees with no entry', () => {
  test('is paid without a further key, and the payment stores with which edition it was screened', async () => {
    expect(await add(unList)).toEqual(['UN Security Council consolidated list']);
    const review = await reviewTransfer(
      parts,
      { ...hundredToPayee, reference: 'R-1', narration: '' },
      context,
    );
    expect(review.ok && review.value.warnings.map(({ weight }) => weight)).toEqual(['notice']);
    const payment = await pay();
    expect(payment.ok && payment.value.submission.about?.screening).toEqual({
      at: beginning,
      lists: [{ title: 'UN Security Council consolidated list', edition: '2026-10-06' }],
      words: 'no match',
    });
  });

  test('has a warning for an old edition, and none for a fresh one', async () => {
    await add(newerList);
    const review = await reviewTransfer(
      parts,
      { ...hundredToPayee, reference: 'R-1', narration: '' },
      context,
    );
    expect(review.ok && review.value.warnings).toEqual([]);
  });
});

describe('a payee that agrees with an entry', () => {
  beforeEach(async () => {
    savePayees({ name: 'Haroun Seldani Qorvan' });
    await add(newerList);
  });

  test('is not paid until a person decides, in words that name the list, the entry and the reason', async () => {
    const held = await pay('R-1', ['screening']);
    expect(held.ok || held.error).toMatchObject({
      code: 'confirmation.required',
      message: expect.stringMatching(
        /^Haroun Seldani Qorvan may be “HARUN SELDANI QORVAN” \(UN Security Council consolidated list, TLi\.001\), \d+ of 100: .*Decide under Screening/,
      ) as unknown,
    });
    expect(sent()).toBe(0);
  });

  test('is paid once a person said that it is somebody else, with name and reason', async () => {
    expect(decide('other', 'Born 1988, passport seen')).toBe(true);
    const [match] = matchesOf(screening);
    expect(match?.decision).toEqual({
      by: 'Ines Frei',
      at: beginning,
      reason: 'Born 1988, passport seen',
    });
    const payment = await pay();
    expect(payment.ok && payment.value.submission.about?.screening?.words).toBe('1 somebody else');
    expect(sent()).toBe(1);
  });

  test('is held back where it is the same, and goes with a confirmation each time once that is lifted', async () => {
    decide('same');
    const held = await pay('R-1', ['screening']);
    expect(held.ok || held.error.message).toContain('Ines Frei decided so');
    decide('lifted', 'Licence 17 of the authority');
    const unconfirmed = await pay('R-1');
    expect(unconfirmed.ok || unconfirmed.error.fields?.['screening']).toContain('Licence 17');
    expect(sent()).toBe(0);
    expect((await pay('R-1', ['screening'])).ok).toBe(true);
  });

  test('may be decided again, and then holds payments back as before', async () => {
    decide('other');
    decide('open', 'A colleague doubts it');
    expect((await pay()).ok).toBe(false);
    expect(matchesOf(screening)[0]).toMatchObject({ state: 'open', decision: null });
  });
});

describe('a decision holds for these names and this entry alone', () => {
  beforeEach(async () => {
    savePayees({ name: 'Haroun Seldani Qorvan' });
    await add(unList);
    decide('other');
  });
  const state = () => matchesOf(screening)[0]?.state;

  test('a newer edition with the same entry leaves it', async () => {
    await add(newerList);
    expect(screening.lists()[0]?.edition).toBe('2026-11-06');
    expect(state()).toBe('other');
  });

  test('capitals and accents of the payee leave it, another name asks again', async () => {
    savePayees({ name: 'HAROUN SELDÁNI QORVAN' });
    await screening.run();
    expect(state()).toBe('other');
    savePayees({ name: 'Haroun B. Seldani Qorvan' });
    await screening.run();
    expect(state()).toBe('open');
  });

  test('a changed entry asks again', async () => {
    const changed = new TextDecoder()
      .decode(newerList.bytes)
      .replace('Haroon Seldany', 'Haroon the Elder');
    await add(listFile('un.xml', changed));
    expect(state()).toBe('open');
    expect((await pay()).ok).toBe(false);
  });
});

describe('lists', () => {
  test('an older edition, the same file and one that may be cut off take the place of none', async () => {
    await add(newerList);
    expect(await add(unList)).toEqual([expect.stringContaining('is stored already')]);
    expect(await add(newerList)).toEqual(['it is stored already.']);
    const half = new TextDecoder()
      .decode(newerList.bytes)
      .replace(/<INDIVIDUALS>[\s\S]*<\/INDIVIDUALS>/, '')
      .replace('2026-11-06', '2026-11-07')
      .replace(/<ENTITY>/, '<ENTITY><DATAID>1</DATAID></ENTITY><ENTITY>');
    expect(await add(listFile('un.xml', half))).toEqual(['UN Security Council consolidated list']);
    const cut = half.replace(/<ENTITY>[\s\S]*<\/ENTITY>/, '');
    expect(await add(listFile('un.xml', cut))).toEqual([
      expect.stringContaining('it holds no names'),
    ]);
  });

  test('a list that is removed holds nothing back, and its matches are gone', async () => {
    savePayees({ name: 'Haroun Seldani Qorvan' });
    await add(newerList);
    expect((await pay()).ok).toBe(false);
    const [list] = screening.lists();
    expect(screening.remove(list?.listId ?? '', stamp)).toBe(true);
    expect(screening.lists()).toEqual([]);
    expect(matchesOf(screening)).toEqual([]);
    expect((await pay()).ok).toBe(true);
  });

  test('stay with their results over a restart', async () => {
    savePayees({ name: 'Haroun Seldani Qorvan' });
    await add(newerList);
    decide('same');
    const again = openScreening(desk.parts, desk.parts.clock, () => undefined);
    expect(again.lists()).toHaveLength(1);
    expect(matchesOf(again)[0]).toMatchObject({
      state: 'same',
      parties: [{ kind: 'payee', id: 'b-1', label: 'Haroun Seldani Qorvan' }],
    });
  });
});

test('payees with one name in two countries are one match to decide, and both are named with it', async () => {
  savePayees(
    { name: 'Harun Seldani Qorvan', id: 'b-1', country: 'USA' },
    { name: 'Harun Seldani Qorvan', id: 'b-2', country: 'KEN' },
  );
  await add(newerList);
  const matches = matchesOf(screening);
  expect(matches.map(({ parties }) => parties.map(({ id }) => id).toSorted())).toEqual([
    ['b-1', 'b-2'],
  ]);
  decide('other');
  expect((await pay()).ok).toBe(true);
});

/** The list with 900 entries more: three parts in the journal. */
const longList = listFile(
  'un.xml',
  new TextDecoder()
    .decode(newerList.bytes)
    .replace(
      '</INDIVIDUAL></INDIVIDUALS>',
      `</INDIVIDUAL>${Array.from(
        { length: 900 },
        (_, at) =>
          `<INDIVIDUAL><DATAID>${String(at)}</DATAID><FIRST_NAME>ZORBLAX</FIRST_NAME><UN_LIST_TYPE>Testland</UN_LIST_TYPE><REFERENCE_NUMBER>TLi.9${String(at)}</REFERENCE_NUMBER></INDIVIDUAL>`,
      ).join('')}</INDIVIDUALS>`,
    ),
);

test.each([
  ['its first part', 0],
  ['a part in the middle', 1],
  ['its last part', 2],
])('a stored list that lost %s is not compared as if it were whole', async (_, part) => {
  await add(longList);
  const { journal } = desk.parts;
  expect(run(journal, 'DELETE FROM screening_list_part WHERE part = ?', part)).toBe(1);
  await screening.close();
  screening = openScreening(desk.parts, desk.parts.clock, () => undefined);
  parts = { ...desk.parts, screening };
  savePayees({ name: 'Haroun Seldani Qorvan' });
  const isDamaged = {
    code: 'screening.list-damaged',
    message: expect.stringContaining('UN Security Council consolidated list') as unknown,
  };
  await expect(pay()).rejects.toMatchObject(isDamaged);
  await expect(screening.run()).rejects.toMatchObject(isDamaged);
  expect(sent()).toBe(0);
  screening.remove(screening.lists()[0]?.listId ?? '', stamp);
  await add(longList);
  const held = await pay();
  expect(held.ok || held.error.code).toBe('confirmation.required');
});

test('a name that was not screened with the lists as they stand blocks', async () => {
  await add(newerList);
  await screening.close();
  const fresh = openScreening(desk.parts, desk.parts.clock, () => undefined);
  const [warning] = fresh.warningsOf({ names: ['Never Seen'], country: null });
  expect(warning).toMatchObject({ kind: 'screening', weight: 'blocks' });
  expect(fresh.warningsOf(null)[0]).toMatchObject({ weight: 'blocks' });
});

test('the recipient of a remittance is screened like a payee', async () => {
  await add(newerList);
  desk.bank.answers.initiateRemittance = () => expect.fail('it was sent');
  const order = {
    ...{ accountNumber: paying, amount: '10.00', currency: 'USD', reference: 'REM-1' },
    ...{ purpose: 'Aid', senderName: 'Acme', senderCountry: 'GBR' },
    ...{ recipientName: 'Qorvan Relief Trust', recipientCountry: 'KEN' },
    ...{ recipientAccountNumber: '123', recipientBankBicOrCode: 'KCBLKENX' },
  };
  const held = await sendRemittance(
    parts,
    { order, approval: { by: 'person', acknowledged: ['screening', 'insufficient'] } },
    context,
  );
  expect(held.ok || held.error.code).toBe('confirmation.required');
  expect(held.ok || held.error.fields?.['screening']).toContain('TLe.002');
});
