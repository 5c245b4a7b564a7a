import { join } from 'node:path';

import { nameOf } from '../../electron/engines/acts/team-keys.ts';
import { run, type Journal } from '../../electron/engines/store/database.ts';
import { openJournal } from '../../electron/engines/store/opening/journal.ts';
import { openTeamCopy } from '../../electron/engines/store/opening/team-copy.ts';
import { noWords } from '../../electron/engines/bank/mapping/status-terms.ts';
import { adoptFound } from '../../electron/engines/submissions/journal/adopt-found.ts';
import { saveMembership } from '../../electron/engines/team-record/membership-row.ts';
import { headOf } from '../../electron/engines/team-record/record-copy.ts';
import type { ClaimOutcome } from '../../electron/engines/team-record/postgres/team-server.ts';
import { transferLikeness } from '../../electron/engines/submissions/intent/likeness.ts';
import { unclaimedOrders } from '../../electron/nouns/unclaimed/open-orders.ts';
import {
  OrderComparison,
  type ComparisonParts,
} from '../../electron/nouns/unclaimed/order-comparison.ts';
import type { ComparisonWrites } from '../../electron/nouns/unclaimed/uncompared.ts';
import type { BeneficiaryRecord } from '../../shared/bank/beneficiaries.ts';
import type { Transfer } from '../../shared/bank/transfers.ts';
import { teamKeysOf } from '../acts/records.ts';
import { closing, key, openCopy, temporaryFolder } from '../support/stores/store.ts';

export const keys = teamKeysOf(40);
export const founded = '2026-11-20T09:00:00.000Z';
/** A time in the team's life, so many minutes behind its founding. */
export const minute = (n: number): string =>
  new Date(Date.parse(founded) + n * 60_000).toISOString();

const members = [
  { key: 'ada', name: 'Ada', since: founded },
  { key: 'ben', name: 'Ben', since: minute(1) },
];

export const persons = {
  own: 'Ada',
  count: 2,
  nameOf: (author: string) => members.find((one) => one.key === author)?.name ?? null,
};

/** A transfer as the bank lists it: 1,000.00 to payee B-1, made after the founding. */
export const transfer = (id: string, given: Partial<Transfer> = {}): Transfer => ({
  ...{ id, reference: `ref-${id}`, status: 'BOOKED', reason: '', accountNumber: '700000' },
  ...{ beneficiaryId: 'B-1', beneficiaryName: 'Ostrich Glass BV' },
  ...{ amount: '1000', currency: 'EUR', fee: null, narration: '' },
  ...{ createdAt: minute(10), settledAt: null },
  ...given,
});

type GivenClaim = {
  readonly by?: string;
  readonly pays?: string;
  /** The operation that the claim names. */
  readonly sends?: string;
  readonly outcome?: ClaimOutcome | null;
};

/** A desk of Ada's team with a local copy, a journal and a copy of the record, all empty but for the founding act. */
export function comparingDesk(given: Partial<ComparisonParts> = {}) {
  const cache = openCopy();
  const journal: Journal = closing(
    openJournal(join(temporaryFolder(), 'journal.db'), key, { program: 'a test' }),
  );
  const copy = closing(openTeamCopy(join(temporaryFolder(), 'team.db'), key));
  const clock = { now: () => Date.parse(minute(30)), monotonicMs: () => 0 };
  const join_ = (team = 'T', since = founded): void => {
    saveMembership(journal, {
      ...{ state: 'joined', team, name: 'Ada', ca: null, card: null, since },
      address: { host: 'localhost', port: 5432, database: 'd', login: 'l' },
    });
  };
  const act = (author = 'ada', at = founded): number => {
    const n = headOf(copy).n + 1;
    run(
      copy,
      `INSERT INTO team_act (n, digest, key, seq, kind, envelope, signature, body, at, void)
       VALUES (?, ?, ?, ?, 'claim', x'', x'', x'', ?, NULL)`,
      ...[n, `digest ${String(n)}`, author, n, at],
    );
    return n;
  };
  const writer: { -readonly [K in keyof ComparisonWrites]: ComparisonWrites[K] } = {
    beginComparison: (start) => {
      cache.writer.beginComparison(start);
      return Promise.resolve();
    },
    endComparison: (end) => {
      cache.writer.endComparison(end);
      return Promise.resolve();
    },
  };
  const operations = new Map<string, string>();
  const operationOf = (name: string): string | null => operations.get(name) ?? null;
  const open = () =>
    new OrderComparison({
      ...{ journal, copy, writer, clock, reader: cache.reader, statusWords: noWords },
      ...{ ownKey: 'ada', keys: () => keys, members: () => members, operationOf },
      ...given,
    });
  let comparison = open();
  join_();
  act();
  const desk = {
    ...{ cache, journal, copy, writer, clock, act, join: join_, operationOf },
    /** A later start of the program. */
    restart: () => {
      comparison = open();
    },
    /** The bank's whole list, or some of its rows, as it is read at a minute of the team's life. */
    list: (transfers: readonly Transfer[], at = 20, complete = true) => {
      cache.writer.saveTransfers(transfers, minute(at), { complete });
    },
    claim: (
      reference: string,
      { by = 'ben', pays, sends, outcome = 'accepted' }: GivenClaim = {},
    ) => {
      const n = act(by);
      if (sends !== undefined) operations.set(nameOf(keys, 'reference', reference), sends);
      const likeness = pays === undefined ? '' : nameOf(keys, 'likeness', pays);
      run(
        copy,
        `INSERT OR REPLACE INTO team_claim (name, reference, likeness, key, at, n, outcome)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
        ...[nameOf(keys, 'reference', reference), reference, likeness, by, minute(5), n, outcome],
      );
    },
    /** The journal has it, as found at the bank. */
    adopt: (reference: string) => {
      const about = { title: '', amount: null, accountNumber: null };
      adoptFound(
        journal,
        [
          {
            ...{ reference, operation: 'createSingleTransfer', body: {}, likeness: null },
            ...{ recordId: null, state: 'accepted', error: null, createdAt: founded },
            ...{
              source: 'bank',
              words: '',
              about: { ...about, counterparty: '', counterpartyId: '' },
            },
          },
        ],
        founded,
      );
    },
    settle: (reference: string, outcome: ClaimOutcome) => {
      run(
        copy,
        'UPDATE team_claim SET outcome = ?, settled = ? WHERE reference = ?',
        ...[outcome, act('ben'), reference],
      );
    },
    begin: () => comparison.begin(),
    /** Reads the record and compares; answers what a person sees: transfer and reason. */
    compare: async (): Promise<string[]> => {
      const waiting = await comparison.begin();
      if (waiting !== null) await comparison.compare(waiting);
      return desk.found();
    },
    compareWaiting: async (waiting: Awaited<ReturnType<OrderComparison['begin']>>) => {
      if (waiting !== null) await comparison.compare(waiting);
      return desk.found();
    },
    unclaimed: (by = persons) => unclaimedOrders(journal, 'T', by),
    found: (by = persons): string[] =>
      desk
        .unclaimed(by)
        .filter(({ isSettled }) => !isSettled)
        .map(({ id, reason }) => `${id} ${reason}`)
        .toSorted(),
  };
  return desk;
}

/** What a claim of a payment to B-1 says that it pays. */
export const paying = (amount: string, beneficiaryId = 'B-1'): string =>
  transferLikeness({ amount, beneficiaryId, currency: 'EUR' });

/** The payee B-1 in the local copy, by its identifier and its account number. */
export function knowPayee({ cache }: ReturnType<typeof comparingDesk>): void {
  const payee = { entityId: 'B-1', name: 'Ostrich', accountNumber: 'NL91' };
  cache.writer.saveBeneficiaries([payee as unknown as BeneficiaryRecord], founded, {
    complete: true,
  });
}
