import type {
  ScreeningList,
  ScreeningMatch,
  ScreeningView,
} from '../../../shared/ipc/review/screening.ts';
import { ok } from '../../../shared/result.ts';
import type { Answers } from '../support/fake-bridge.ts';
import { asOf } from '../support/statement-records.ts';

const unList: ScreeningList = {
  ...{ listId: 'l-un', key: 'un', publisher: 'UN', title: 'UN Security Council consolidated list' },
  ...{
    edition: '2026-11-18',
    fileNames: ['consolidated.xml'],
    addedAt: asOf,
    addedBy: 'Ada Marsh',
  },
  ...{ entries: 1_004, people: 731, names: 4_212, gaps: [], ageDays: 2, isOld: false },
};

const ofacList: ScreeningList = {
  ...unList,
  ...{ listId: 'l-ofac', key: 'ofac-sdn', publisher: 'OFAC', title: 'OFAC SDN list' },
  ...{ edition: null, fileNames: ['sdn.csv'], entries: 18_204, people: 7_410, names: 29_811 },
  gaps: ['Without alt.csv: only weak aliases are known.', 'The file does not say its day.'],
  ...{ ageDays: 41, isOld: true },
};

const qorvan: ScreeningMatch = {
  matchId: 'm-1',
  parties: [{ kind: 'payee', id: 'B-1', label: 'Haroun Seldani Qorvan' }],
  ...{ name: 'Haroun Seldani Qorvan', listedName: 'HARUN SELDANI QORVAN' },
  ...{ list: unList.title, edition: unList.edition, entryId: 'TLi.001', entryKind: 'person' },
  ...{ programme: 'Testland', countries: ['Zubrowka'], birthYears: ['1968'] },
  otherNames: ['Haroon Seldany', 'هارون سلداني قورفان'],
  ...{ score: 97, reason: '“haroun” for “harun”', state: 'open', decision: null },
};

const ostwind: ScreeningMatch = {
  ...qorvan,
  ...{ matchId: 'm-2', name: 'Ostwind Reederei und Schiffahrtsgesellschaft mbH & Co. KG' },
  parties: [{ kind: 'sub-client', id: 'S-1', label: 'Ostwind Reederei' }],
  ...{ listedName: 'Ostwind Reederei GmbH', list: ofacList.title, edition: null, entryId: '36' },
  ...{ entryKind: 'company', programme: 'TESTLAND', countries: [], birthYears: [], otherNames: [] },
  ...{ score: 83, reason: 'with “schiffahrtsgesellschaft” in addition', state: 'other' },
  decision: { by: 'Ada Marsh', at: asOf, reason: 'Another register number: HRB 4711' },
};

export const screeningView = (given: Partial<ScreeningView> = {}): ScreeningView => ({
  lists: [ofacList, unList],
  matches: [qorvan, ostwind],
  matchCount: 2,
  openCount: 1,
  screened: 318,
  screenedAt: asOf,
  isRunning: false,
  ...given,
});

export const noLists = screeningView({
  ...{ lists: [], matches: [], matchCount: 0, openCount: 0, screened: 0, screenedAt: null },
});

/** A desk with these lists and matches; what is decided shows. */
export function screeningAnswers(first: ScreeningView = screeningView()): Answers {
  let view = first;
  return {
    'screening.view': () => ok(view),
    'screening.run': () => ok(view),
    'screening.add': ({ files }) => {
      view = screeningView();
      const refused = files
        .filter(({ name }) => !name.endsWith('.xml'))
        .map(({ name }) => ({ name, reason: 'it is no list that is known.' }));
      return ok({ added: refused.length === files.length ? [] : [unList], refused });
    },
    'screening.remove': ({ listId }) => {
      view = { ...view, lists: view.lists.filter((list) => list.listId !== listId) };
      return ok({ removed: true });
    },
    'screening.check': ({ name }) =>
      ok({ matches: name === 'Nobody' ? [] : [{ ...qorvan, name }] }),
    'screening.decide': ({ matchId, decision, reason, by }) => {
      const matches = view.matches.map((match) =>
        match.matchId === matchId
          ? { ...match, state: decision, decision: { by, at: asOf, reason } }
          : match,
      );
      const openCount = matches.filter(({ state }) => state === 'open').length;
      view = { ...view, matches, openCount };
      return ok(view);
    },
  };
}
