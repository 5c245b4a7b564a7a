import { ok } from '../../../shared/result.ts';
import type { TeamLogRow } from '../../../shared/ipc/team-log.ts';
import type { Answers } from '../support/fake-bridge.ts';

type Sample = Pick<TeamLogRow, 'person' | 'desk' | 'kind' | 'did' | 'about'> & Partial<TeamLogRow>;

const samples: readonly Sample[] = [
  {
    ...{ person: 'Ada Merlin', desk: '', kind: 'claim', did: 'claimed payments' },
    about: 'Payment INV-2026-45801, Transfer to Kestrel Logistics Ltd.',
    money: { amount: '184250.00', currency: 'EUR' },
    amountFrom: 'journal',
  },
  {
    ...{ person: 'Ben Osei', desk: 'BBBBBBBB', kind: 'settle', did: 'recorded outcomes' },
    about: 'Payment SALARIES-2026-11-0045: the bank accepted it.',
  },
  {
    ...{ person: 'Ben Osei', desk: 'DDDDDDDD', kind: 'note', did: 'wrote a note' },
    about:
      'Entry EUR0001 of account 0690000031: “The supplier sent the same invoice twice; Chidi asked them on the telephone which of both they want to be paid.”',
  },
  {
    ...{ person: 'Marek Dvořák', desk: '', kind: 'claim', did: 'claimed payments' },
    about: 'Payment INV-2026-45790.',
    void: 'It claims what an earlier act holds.',
  },
  {
    ...{
      person: 'Chidi Adeyemi',
      desk: '',
      kind: 'pay-twice',
      about: 'This Nostro does not know acts of this kind. A newer one may.',
    },
    did: 'wrote an act of the kind “pay-twice”',
  },
];

const logRow = (id: number): TeamLogRow => {
  const sample = samples[id % samples.length] ?? samples[0]!;
  return {
    ...{ id, n: id, money: null, amountFrom: null, void: null },
    at: new Date(Date.parse('2026-11-24T09:38:00.000Z') - (4_072 - id) * 431_000).toISOString(),
    ...sample,
  };
};

/** Rows 1 to `newest`, as far as person, kind and a word choose them. */
export const logAnswers = (newest: () => number): Answers => ({
  'teamLog.list': ({ before, limit, person, kind, search }) => {
    const all = Array.from({ length: newest() }, (_, at) => logRow(newest() - at)).filter(
      (row) =>
        (before === undefined || row.id < before) &&
        (person === null || row.person === person) &&
        (kind === null || row.kind === kind) &&
        row.about.toLowerCase().includes(search.replaceAll('"', '').toLowerCase()),
    );
    const chips =
      search === '' ? [] : [{ label: 'word', words: search, start: 0, end: search.length }];
    return ok({ rows: all.slice(0, limit), hasMore: all.length > limit, chips });
  },
  'teamLog.choices': () =>
    ok({
      persons: ['Ada Merlin', 'Ben Osei', 'Chidi Adeyemi', 'Marek Dvořák'],
      kinds: samples.slice(0, 3).map(({ kind, did }) => ({ kind, label: did })),
    }),
  'teamLog.export': ({ format }) => ok({ saved: true, fileName: `TEAM_LOG_2026-11-24.${format}` }),
});
