import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { OperationName } from '../../shared/bank/catalogue.ts';
import type { Outcome } from '../../shared/errors.ts';
import {
  aCurrency,
  anAmount,
  anId,
  aRecord,
  aText,
  reasonsToRefuse,
} from '../support/legal/fields.ts';
import { lostExtras, lostOf } from '../support/legal/retention.ts';
import { patience, runs } from '../support/legal/runs.ts';
import { scriptedBank } from '../support/legal/scripted-bank.ts';
import { hands, list, nothing, record, text, written, type Member } from '../support/legal/wire.ts';

/** What the specification shows (section 2), in every way in which a bank may write it. */
const fundingDetail = aRecord({
  accountName: aText,
  bankOrSortCode: aText,
  bic: aText,
  accountNumber: aText,
  bankCountry: aText,
  bankName: aText,
  bankAddress: aText,
  countryIso3Code: aText,
});

const account = fc.tuple(
  aRecord({
    accountId: anId,
    clientId: aText,
    entityId: aText,
    uniqueRequestId: aText,
    currencyIso3Code: aCurrency,
    accountName: aText,
    status: aText,
    availableBalance: anAmount,
    accountType: aText,
  }),
  fc.option(fc.array(fundingDetail, { maxLength: 4 }), { nil: null }),
);

/** A refusal is the bank's answer named by a field that gives reason for it; nothing else. */
function judgeRefusal(outcome: Outcome<unknown>, reasons: readonly string[]): void {
  if (outcome.ok) return;
  expect(['bank.unexpected', 'outcome.unknown']).toContain(outcome.error.code);
  const named = Object.keys(outcome.error.fields ?? {});
  expect(named.some((field) => reasons.some((reason) => field.endsWith(reason)))).toBe(true);
}

describe('whatever a bank may legally answer to a read', () => {
  test(
    'Get Accounts By keeps every field, or names the one for which it sets the answer aside',
    patience,
    async () => {
      const { client, says } = await scriptedBank();
      await fc.assert(
        fc.asyncProperty(account, hands, async ([accountRecord, funding], hand) => {
          const details: Member = [
            'fundingDetails',
            funding === null ? nothing : list(funding.map(({ wire }) => wire)),
          ];
          if (accountRecord.wire.is !== 'record') return;
          const whole = record([...accountRecord.wire.members, details]);
          says(
            written(
              record([
                ['message', text('ok')],
                ['account', whole],
              ]),
              hand,
            ),
          );
          const outcome = await client.call(
            'getAccountsBy' satisfies OperationName,
            { query: { accountNumber: '1' } },
            { correlationId: 'legal' },
          );
          judgeRefusal(outcome, reasonsToRefuse(accountRecord));
          if (!outcome.ok) return;
          const read = outcome.value.account;
          expect(lostOf(accountRecord, read)).toEqual([]);
          const lost = (funding ?? []).flatMap((one, at) =>
            lostOf(one, read.fundingDetails?.[at] ?? {}),
          );
          expect(lost).toEqual([]);
          expect(lostExtras([], outcome.value.extras)).toEqual([]);
        }),
        runs,
      );
    },
  );
});
