import type {
  GivenPart,
  SecondSource,
  SecondSourceDetail,
} from '../../../shared/ipc/accounts/second-sources.ts';
import { ok } from '../../../shared/result.ts';
import type { Answers } from '../support/fake-bridge.ts';

const source = (given: Partial<SecondSource>): SecondSource => ({
  sourceId: 'q-1',
  accountNumber: '30027781',
  kind: 'downloadStatement',
  from: '2026-11-01',
  to: '2026-11-20',
  fileName: '30027781_2026-11-01_2026-11-20_v1.csv',
  mimeType: 'text/csv',
  sizeBytes: 18_204,
  sha256: '3b1f0c5e7d2a4b6c8e9f0a1b2c3d4e5f60718293a4b5c6d7e8f9012345678901',
  fetchedAt: '2026-11-20T09:42:00.000Z',
  verdict: 'agrees',
  summary: 'All 1,204 entries agree; it has no opening and closing balance.',
  entries: 1_204,
  differenceCount: 0,
  ...given,
});

const agreeing = source({});

const differing = source({
  sourceId: 'q-2',
  kind: 'downloadStatementV2',
  fileName: '30027781_2026-11-01_2026-11-20_v2.csv',
  verdict: 'differs',
  summary: '1 balance differs, 1 entry differs, 1 entry stands only there.',
  entries: 1_205,
  differenceCount: 3,
});

const partial = source({
  sourceId: 'q-3',
  kind: 'getStatementV2',
  from: '2026-06-01',
  fileName: '30027781_2026-06-01_2026-11-20_v2.jsonl',
  verdict: 'partial',
  summary:
    'What both hold agrees (1,204), but 12 days were never fetched here. Sync the period, then compare again.',
});

const unreadable = source({
  sourceId: 'q-4',
  fileName: '30027781_2026-11-01_2026-11-20_v1.pdf',
  verdict: 'unreadable',
  summary: 'A PDF is kept as it came; its entries cannot be read from it. Fetch CSV or JSON.',
  entries: 0,
});

/** As long as banks write them, blanks and all. */
const longNarration =
  'Rent Nov INWARD SWIFT PAYMENT REF 0001-2026-11-19-ABCDEFGHIJKLMNOP REMITTER THE MERCHANT ADVENTURERS';

const detailOfSource = (row: SecondSource): SecondSourceDetail => ({
  ...row,
  differences:
    row.sourceId === 'q-2'
      ? [
          {
            kind: 'balance',
            entryId: null,
            day: null,
            amount: null,
            fields: [{ field: 'closing balance', here: '2640118.07', there: '2640118.08' }],
          },
          {
            kind: 'differs',
            entryId: 'e-30027781-1200',
            day: '2026-11-19',
            amount: '1240.00',
            fields: [
              { field: 'amount', here: '1240.00', there: '1240.01' },
              { field: 'narration', here: 'Rent November', there: longNarration },
            ],
          },
          {
            kind: 'only-there',
            entryId: 'e-99',
            day: '2026-11-18',
            amount: '5.00',
            fields: [
              { field: 'direction', here: '', there: 'debit' },
              { field: 'amount', here: '', there: '5.00' },
            ],
          },
        ]
      : [],
});

const rows: readonly SecondSource[] = [differing, agreeing, partial, unreadable];

/** Four stored sources, one of each verdict. */
export const sourceAnswers = (): Answers => ({
  'secondSources.list': () => ok({ rows }),
  'secondSources.get': ({ sourceId }) =>
    ok(detailOfSource(rows.find((row) => row.sourceId === sourceId) ?? agreeing)),
  'secondSources.fetch': () => ok(detailOfSource(differing)),
  'secondSources.save': () => ok({ saved: true, fileName: 'second.csv' }),
  'secondSources.forget': () => ok({ forgotten: true }),
});

const days = { from: '2026-11-01', to: '2026-11-19' } as const;
const sentence = 'All 128 entries and both balances are the same.';

/** What a dropped file of the bank reports of an account of ours. */
export const agreeingPart: GivenPart = {
  ...{ namedAccount: '30026712', currency: 'USD', ...days, sentence, isKnown: true },
  endingAlike: [],
  source: source({
    ...{ sourceId: 's-1', accountNumber: '30026712', kind: 'givenFile', fileName: 'bank.sta' },
    ...{ ...days, summary: sentence, entries: 128 },
  }),
};

/** And of one that the bank does not name so. */
export const unknownPart: GivenPart = {
  ...{ ...agreeingPart, namedAccount: 'DE89370400440532013000', isKnown: false, source: null },
  sentence: 'The bank lists no account DE89370400440532013000 in USD: nothing of it was kept.',
};
