import { beforeEach, describe, expect, test } from 'vitest';

import { openScreening } from '../../electron/desk/screening/open-screening.ts';
import { noWords } from '../../electron/engines/bank/mapping/status-terms.ts';
import { answeredHere } from '../../electron/engines/store/threads/reader-thread.ts';
import { listExceptions } from '../../electron/nouns/exceptions/list.ts';
import { exceptionReads } from '../../electron/nouns/exceptions/sources/reads.ts';
import { writeDuePayment } from '../../electron/nouns/due-payments/tables.ts';
import type { Screening } from '../../electron/nouns/screening/screening.ts';
import { matchesOf } from '../../electron/nouns/screening/view.ts';
import { limits } from '../../shared/limits.ts';
import { actorNamed } from '../support/desks/actors.ts';
import {
  accountOf,
  beginning,
  hundredToPayee,
  openLoneDesk,
  payeeOf,
  type LoneDesk,
} from '../support/desks/lone-desk.ts';
import { listFile, unXml } from '../support/lists/list-files.ts';

const stamp = { actor: actorNamed('Ines Frei'), at: beginning };
const freshList = listFile(
  'un.xml',
  unXml.replace('dateGenerated="2026-10-06', 'dateGenerated="2026-11-06'),
);

let desk: LoneDesk;
let screening: Screening;

beforeEach(() => {
  desk = openLoneDesk();
  screening = openScreening(desk.parts, desk.parts.clock, () => undefined);
  desk.cache.saveAccounts([accountOf()], beginning);
});

function savePayees(...payees: { name: string; id?: string; country?: string }[]): void {
  const records = payees.map(({ name, id = 'b-1', country = 'USA' }) =>
    payeeOf(id, { name, accountName: name, country }),
  );
  desk.cache.saveBeneficiaries(records, beginning, { complete: true });
}

const scheduled = (reference: string, beneficiaryId: string): void => {
  writeDuePayment(desk.parts.journal, {
    ...{ state: 'scheduled', day: '2027-01-04', enteredDay: '2027-01-04', moved: null },
    order: { ...hundredToPayee, beneficiaryId, reference, narration: '' },
    ...{ payee: 'Harun', fingerprint: null, source: 'form', sourceId: '' },
    ...{ scheduledAt: beginning, actor: stamp.actor },
  });
};

/** A word for each number, none like another. */
const letters = (nth: number): string =>
  Array.from(String(nth), (digit) => 'bdfgkmprtz'[Number(digit)]).join('o');

async function add(list = freshList): Promise<void> {
  await screening.add([list], stamp);
  await screening.run();
}

async function exceptions() {
  const { journal, reader, clock, continuity } = desk.parts;
  const items = await listExceptions({
    ...{ journal, reader, clock, journalStatus: continuity.status(), statusWords: noWords },
    afterInFlight: () => null,
    questions: answeredHere(exceptionReads(reader)),
  });
  return items.filter(({ kind }) => kind === 'listed-name' || kind === 'old-list');
}

describe('a payee whose name is on a list', () => {
  beforeEach(async () => {
    savePayees({ name: 'Haroun Seldani Qorvan' });
    await add();
  });

  test('is one exception with score, list, edition and where to decide it', async () => {
    const [match] = matchesOf(screening);
    const found = await exceptions();
    expect(found).toMatchObject([
      {
        ...{ kind: 'listed-name', urgency: 'check', mayClose: false, next: 'Decide the match' },
        title: 'Haroun Seldani Qorvan may be on a list of sanctions',
        place: { view: 'screening', matchId: match?.matchId },
        since: beginning,
      },
    ]);
    expect(found[0]?.detail).toMatch(
      /^The payee may be “HARUN SELDANI QORVAN” \(UN Security Council consolidated list of 6 Nov 2026, TLi\.001\), \d+ of 100: .+\. Payments to it are held back\.$/,
    );
  });

  test.each(['other', 'same', 'lifted'] as const)(
    'is none once a person decided “%s”, and again once that is withdrawn',
    async (state) => {
      const [match] = matchesOf(screening);
      const about = { matchId: match?.matchId ?? '', reason: 'I looked' };
      expect(screening.decide({ ...about, state }, stamp)).toBe(true);
      expect(await exceptions()).toEqual([]);
      screening.decide({ ...about, state: 'open' }, stamp);
      expect(await exceptions()).toHaveLength(1);
    },
  );

  test('has its exception while the names are compared anew, and loses it with the list', async () => {
    const [before] = await exceptions();
    const newer = unXml.replace('dateGenerated="2026-10-06', 'dateGenerated="2026-11-08');
    await screening.add([listFile('un.xml', newer)], stamp);
    expect(await exceptions()).toHaveLength(1);
    await screening.prepare({ names: ['Haroun Seldani Qorvan'], country: 'USA' });
    expect(await exceptions()).toHaveLength(1);
    await screening.run();
    expect((await exceptions())[0]?.exceptionId).toBe(before?.exceptionId);
    const [list] = screening.lists();
    screening.remove(list?.listId ?? '', stamp);
    expect(await exceptions()).toEqual([]);
  });

  test('has none any more once the desk does not know the name', async () => {
    savePayees({ name: 'Ada Obi' });
    await screening.run();
    expect(await exceptions()).toEqual([]);
  });
});

test('a name that was only typed into a form is no exception', async () => {
  await add();
  await screening.prepare({ names: ['Harun Seldani Qorvan'], country: null });
  expect(matchesOf(screening)).toHaveLength(1);
  expect(await exceptions()).toEqual([]);
});

test('payees with one name in two countries are one exception that names both', async () => {
  savePayees(
    { name: 'Harun Seldani Qorvan', id: 'b-1' },
    { name: 'Harun Seldani Qorvan', id: 'b-2', country: 'KEN' },
  );
  await add();
  const found = await exceptions();
  expect(found.map(({ detail }) => detail.slice(0, 20))).toEqual(['2 payees may be “HAR']);
});

test('a name that agrees with several entries is one exception until all are decided', async () => {
  savePayees({ name: 'Harun Seldani Qorvan' });
  const twice = unXml.replace(
    /(<INDIVIDUAL>[\s\S]*?<\/INDIVIDUAL>)/,
    (entry) => entry + entry.replace('TLi.001', 'TLi.009').replace('<DATAID>69', '<DATAID>70'),
  );
  await add(listFile('un.xml', twice.replace('2026-10-06', '2026-11-06')));
  const [one, ...others] = await exceptions();
  expect(others).toEqual([]);
  expect(one?.detail).toContain('1 more match to decide.');
  for (const { matchId } of matchesOf(screening)) {
    expect(await exceptions()).toHaveLength(1);
    screening.decide({ matchId, state: 'other', reason: 'I looked' }, stamp);
  }
  expect(await exceptions()).toEqual([]);
});

test('a scheduled payment that waits for the decision is counted', async () => {
  savePayees({ name: 'Harun Seldani Qorvan' });
  scheduled('R-1', 'b-1');
  scheduled('R-2', 'b-1');
  scheduled('R-3', 'b-9');
  await add();
  expect((await exceptions())[0]?.detail).toContain(
    'Payments to it are held back, and 2 scheduled payments wait for it.',
  );
});

test('many names are as many exceptions as their page shows, and one for the rest', async () => {
  const extra = 3;
  const count = limits.screeningMatchesShown + extra;
  savePayees(
    ...Array.from({ length: count }, (_, at) => ({
      ...{ name: `Harun Seldani Qorvan ${letters(at)}`, id: `b-${String(at)}` },
    })),
  );
  await add();
  const found = await exceptions();
  expect(found).toHaveLength(limits.screeningMatchesShown + 1);
  expect(found.filter(({ exceptionId }) => exceptionId === 'listed-name:others')).toMatchObject([
    {
      title: `${String(extra)} more names may be on a list of sanctions`,
      place: { view: 'screening' },
    },
  ]);
});

test('a list that is older than it should be is an exception until its next edition, or until it is dismissed', async () => {
  await add(listFile('un.xml', unXml));
  expect(await exceptions()).toMatchObject([
    {
      ...{ kind: 'old-list', mayClose: true, next: 'Add the newest edition', since: '2026-10-06' },
      title: expect.stringMatching(
        /^UN Security Council consolidated list is \d+ days old$/,
      ) as unknown,
      place: { view: 'screening' },
    },
  ]);
  await add();
  expect(await exceptions()).toEqual([]);
});
