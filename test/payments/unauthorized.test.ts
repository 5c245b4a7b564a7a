import { describe, expect, onTestFinished, test } from 'vitest';

import { fail } from '../../shared/errors.ts';
import {
  submissionByReference,
  type Submission,
} from '../../electron/engines/submissions/journal/submission-table.ts';
import { viewOf } from '../../electron/engines/submissions/submission-views.ts';
import { submit } from '../../electron/engines/submissions/submissions.ts';
import { sendAgain } from '../../electron/engines/submissions/send-again.ts';
import { newReference } from '../../shared/reference.ts';
import { json } from '../support/simple-banks/foreign-bank.ts';
import {
  orderText,
  startPaymentBank,
  type Behaviour,
  type BookedOrder,
  type Idempotency,
} from '../support/simple-banks/foreign-payments.ts';
import { context, intentOf, minutes, openPayingDesk } from '../support/desks/paying-desk.ts';
import { testTime } from '../support/setup/time.ts';

const over: Behaviour['answer'] = { status: 401, text: '{"error":{"message":"Session is over"}}' };
const booksAndDenies: Behaviour = { booksAfterMs: 0, answer: over };
const booksNothing: Behaviour = { booksAfterMs: null, answer: over };
const timing = { changeHeadersTimeoutMs: 400, changeDeadlineMs: 1_200, readDeadlineMs: 2_000 };

/** A desk that has paid once before, where `isKnown`: then the bank's list can prove that something is not in it. */
async function open(
  mode: Idempotency,
  {
    isKnown = true,
    file = (text: string) => text,
  }: { isKnown?: boolean; file?: (text: string) => string } = {},
) {
  const time = testTime({ standing: true });
  let isBarred = false;
  const bank = await startPaymentBank(mode, {
    now: time.bankNow,
    intercept: (_request, response, { pathname }) => {
      if (!isBarred || pathname !== '/platform/iam/v3/session') return false;
      json(response, 401, '{"error":{"message":"Barred"}}');
      return true;
    },
  });
  onTestFinished(() => bank.close());
  const desk = await openPayingDesk(file(bank.paymentFile()), { timing, time });
  const probe = isKnown ? await desk.pay({ amount: '5.00', payee: 'b-7' }) : null;
  const before = bank.orders();
  const signIns = () => bank.calls.filter((call) => call.endsWith('/iam/v3/session')).length;
  return {
    ...desk,
    bank,
    probe,
    bar: () => void (isBarred = true),
    signIns,
    /** How often the payment went to the bank, and how often it is booked. */
    sent: () => bank.orders() - before,
    booked: ({ reference }: Pick<Submission, 'reference'>) =>
      bank.booked.filter(({ ref }) => ref === reference).length,
    known: (reference: string) => submissionByReference(desk.parts.journal, reference)!,
  };
}

/** The bank file of a bank whose list turns pages and counts. */
function withPages(text: string): string {
  const file = JSON.parse(text) as {
    operations: { findTransfers: { query: object; response: object } };
  };
  const { findTransfers } = file.operations;
  findTransfers.query = { ...findTransfers.query, page: '{pageNumber}' };
  findTransfers.response = {
    ...findTransfers.response,
    'transfers.page': '/page',
    'transfers.pageSize': '/size',
    'transfers.totalItems': '/count',
    'transfers.totalPages': '/count',
  };
  return JSON.stringify(file);
}

/** One row a page, oldest first, whatever reference is asked for. */
const pagesOf =
  ({ booked }: { readonly booked: readonly BookedOrder[] }) =>
  (query: URLSearchParams): string => {
    const page = Number(query.get('page'));
    const rows = booked.slice(page - 1, page).map(orderText);
    return `{"rows":[${rows.join('')}],"page":${String(page)},"size":1,"count":${String(booked.length)}}`;
  };

/** What the bank's list may do to a payment that the bank has. */
const blindLists: readonly [
  string,
  (probe: Submission | null) => (query: URLSearchParams) => string,
][] = [
  ['shows nothing at all', () => () => '{"rows":[]}'],
  ['is no JSON', () => () => '{"rows":[{"id":"P-1"'],
  ['has no rows', () => () => '{"message":"ok"}'],
  [
    'gives somebody else’s rows whatever is asked for',
    () => () =>
      `{"rows":[${orderText({ id: 'X-1', ref: 'ANOTHER-REFERENCE-1', amt: '7.00', ccy: 'USD', payee: 'b-8' })}]}`,
  ],
  [
    'gives the same page whatever page is asked for',
    (probe) => () =>
      `{"rows":[${orderText({ id: 'P-1', ref: probe?.reference ?? '', amt: '5.00', ccy: 'USD', payee: 'b-7' })}]}`,
  ],
];

describe.each<Idempotency>(['none', 'reference', 'header'])(
  'a 401 to a payment, at a bank whose idempotency is %s',
  (mode) => {
    test('that was booked: sent once, and accepted by the bank’s list [P9]', async () => {
      const desk = await open(mode);
      desk.bank.behave(booksAndDenies);
      const paid = await desk.pay();
      expect(paid).toMatchObject({ state: 'accepted', recordId: 'P-2', error: null });
      expect([desk.sent(), desk.booked(paid), paid.attempts.length]).toEqual([1, 1, 1]);
      expect(viewOf(paid, desk.parts)).toMatchObject({ mayRepeat: false });
      // The token may be the reason: it was renewed, once, before the list was asked.
      expect(desk.signIns()).toBe(2);
    });

    test.each(blindLists)(
      'that was booked, where the list %s: unknown, sent once, and found later [P9]',
      async (_what, listOf) => {
        const desk = await open(mode);
        desk.bank.behave(booksAndDenies);
        desk.bank.listAs = listOf(desk.probe);
        const sent = await desk.pay();
        expect(sent).toMatchObject({
          state: 'unknown',
          error: { code: 'outcome.unknown', bank: { status: 401, message: 'Session is over' } },
        });
        expect(viewOf(sent, desk.parts)).toMatchObject({ mayRepeat: false });
        await expect(sendAgain(desk.parts, sent, context)).rejects.toMatchObject({
          code: 'input.invalid',
        });
        expect([desk.sent(), desk.booked(sent)]).toEqual([1, 1]);
        desk.bank.listAs = null;
        expect(await desk.look(sent)).toMatchObject({ state: 'accepted', recordId: 'P-2' });
        expect([desk.sent(), desk.booked(sent)]).toEqual([1, 1]);
      },
    );

    test.each([500, 503, 401, 404])(
      'that was booked, where the list answers %s: unknown, and sent once [P9]',
      async (status) => {
        const desk = await open(mode);
        desk.bank.behave(booksAndDenies);
        desk.bank.findFault = { status, text: '{"error":{"message":"closed"}}' };
        const sent = await desk.pay();
        expect(sent).toMatchObject({ state: 'unknown', error: { bank: { status: 401 } } });
        expect([desk.sent(), desk.booked(sent)]).toEqual([1, 1]);
      },
    );

    test('that was booked, where the list hides it and shows the others: one booking [P9]', async () => {
      const desk = await open(mode);
      desk.bank.behave(booksAndDenies);
      const shown = ({ id, ref, ...rest }: (typeof desk.bank.booked)[number]) =>
        orderText({ id, ref, ...rest });
      desk.bank.listAs = (query) =>
        `{"rows":[${desk.bank.booked
          .filter(({ ref }) => ref === desk.probe?.reference && query.get('reference') === ref)
          .map(shown)
          .join(',')}]}`;
      const sent = await desk.pay();
      expect(desk.booked(sent)).toBe(1);
      // Only a bank that knows the key is sent it once more: there the second sending is the first one's.
      expect([sent.state, desk.sent()]).toEqual(
        mode === 'header' ? ['accepted', 2] : ['unknown', 1],
      );
    });

    test('that is booked a moment later: one booking [P9]', async () => {
      const desk = await open(mode);
      desk.bank.behave({ booksAfterMs: 400, answer: over });
      const sent = await desk.pay();
      await expect.poll(() => desk.booked(sent)).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect([sent.state, desk.sent(), desk.booked(sent)]).toEqual(
        mode === 'header' ? ['accepted', 2, 1] : ['unknown', 1, 1],
      );
      expect((await desk.look(sent)).state).toBe('accepted');
    });

    test('that the bank lists with another amount, twice, or as failed, is not sent again [P9]', async () => {
      const desk = await open(mode);
      const rows = (...given: { id: string; amt?: string; state?: string }[]) => {
        desk.bank.behave(booksAndDenies);
        desk.bank.listAs = (query) =>
          `{"rows":[${given
            .map(({ id, amt = '100.10', state = 'TAKEN' }) =>
              JSON.stringify({
                id,
                state,
                ref: query.get('reference'),
                amt: 'N',
                ccy: 'USD',
                payee: 'b-1',
              }).replace('"N"', amt),
            )
            .join(',')}]}`;
        return desk.pay();
      };
      const other = await rows({ id: 'P-2', amt: '7.00' });
      expect(other).toMatchObject({ state: 'unknown', error: { code: 'outcome.unknown' } });
      expect(other.error?.message).toContain('7.00 instead of 100.10');
      const twice = await rows({ id: 'P-3' }, { id: 'P-4' });
      expect(twice).toMatchObject({ state: 'unknown', error: { code: 'outcome.duplicated' } });
      const failed = await rows({ id: 'P-5', state: 'FAILED' });
      expect(failed).toMatchObject({ state: 'refused', error: { code: 'bank.refused' } });
      expect(desk.sent()).toBe(3);
    });

    test('that stands on the last page of a list that ignores the reference: found, and sent once [P9]', async () => {
      const desk = await open(mode, { file: withPages });
      desk.bank.behave(booksAndDenies);
      desk.bank.listAs = pagesOf(desk.bank);
      const paid = await desk.pay();
      expect(paid).toMatchObject({ state: 'accepted', recordId: 'P-2' });
      expect([desk.sent(), desk.booked(paid)]).toEqual([1, 1]);
    });

    test('that stands on a page that does not come: unknown, and sent once [P9]', async () => {
      const desk = await open(mode, { file: withPages });
      desk.bank.behave(booksAndDenies);
      const whole = pagesOf(desk.bank);
      desk.bank.listAs = (query) => (query.get('page') === '1' ? whole(query) : '{"rows":');
      const sent = await desk.pay();
      expect(sent.state).toBe('unknown');
      expect([desk.sent(), desk.booked(sent)]).toEqual([1, 1]);
    });

    test('by a bank that renews the session no more: unknown, and signed out [P9]', async () => {
      const desk = await open(mode);
      desk.bank.behave(booksAndDenies);
      desk.bar();
      desk.bank.expireToken();
      const bank = desk.bank;
      const isAuthorized = bank.isAuthorized.bind(bank);
      Object.assign(bank, {
        isAuthorized: (request: Parameters<typeof isAuthorized>[0]) =>
          request.method === 'POST' || isAuthorized(request),
      });
      const sent = await desk.pay();
      expect(sent).toMatchObject({ state: 'unknown', error: { bank: { status: 401 } } });
      expect([desk.sent(), desk.booked(sent)]).toEqual([1, 1]);
      expect(desk.parts.bank.session.isSignedIn()).toBe(false);
    });

    test('that was not booked, where nothing proves it: unknown, then not found, then a person sends it [P9]', async () => {
      const desk = await open(mode, { isKnown: false });
      desk.bank.behave(booksNothing);
      const sent = await desk.pay();
      expect(sent).toMatchObject({ state: 'unknown', attempts: [{}] });
      expect(desk.sent()).toBe(1);
      for (const afterMinutes of [2, 12, 14]) {
        const at = Date.parse(sent.createdAt) + minutes(afterMinutes);
        desk.time.passes(at - desk.parts.clock.now());
        await desk.readStatement();
        await desk.look(desk.known(sent.reference));
      }
      const gone = desk.known(sent.reference);
      expect(gone.state).toBe('not-found');
      const again = await sendAgain(desk.parts, gone, context);
      expect(again).toMatchObject({ value: { submission: { state: 'accepted' } } });
      expect([desk.sent(), desk.booked(sent)]).toEqual([2, 1]);
    });
  },
);

describe('a 401 to a payment that provably is not there', () => {
  test('is sent once more where the bank knows the key: journalled and witnessed before a byte leaves [P9]', async () => {
    const desk = await open('header');
    const witnessed: number[] = [];
    const atTheBank: { attempts: number; state: string; witnessed: number }[] = [];
    const reference = newReference();
    const { continuity } = desk.parts;
    const parts = {
      ...desk.parts,
      continuity: {
        ...continuity,
        witness: (given: typeof context) => {
          witnessed.push(desk.known(reference).attempts.length);
          return continuity.witness(given);
        },
      },
    };
    desk.bank.behave(booksNothing);
    const before = desk.bank.options.intercept!;
    desk.bank.options.intercept = (request, response, url) => {
      if (request.method === 'POST' && url.pathname.endsWith('/orders')) {
        const { attempts, state } = desk.known(reference);
        atTheBank.push({ attempts: attempts.length, state, witnessed: witnessed.length });
      }
      return before(request, response, url);
    };
    const paid = await submit(parts, intentOf(reference), context);
    expect(paid).toMatchObject({ value: { submission: { state: 'accepted', error: null } } });
    expect(atTheBank).toEqual([
      { attempts: 1, state: 'sending', witnessed: 1 },
      { attempts: 2, state: 'sending', witnessed: 2 },
    ]);
    expect(witnessed).toEqual([1, 2]);
    const { attempts, lookups } = desk.known(reference);
    expect(attempts.map(({ outcome }) => outcome)).toEqual(['unknown', 'accepted']);
    // The proof stands with the attempt that it is about.
    expect(lookups).toMatchObject([{ source: 'bank', found: 'no', attempt: 1 }]);
    expect(desk.booked({ reference })).toBe(1);
  });

  test('and is answered 401 again: unknown, and no third sending [P9]', async () => {
    const desk = await open('header');
    desk.bank.behave(booksNothing, booksAndDenies, booksAndDenies);
    const sent = await desk.pay();
    expect([desk.sent(), desk.booked(sent)]).toEqual([2, 1]);
    expect(sent).toMatchObject({ state: 'accepted', attempts: [{}, {}] });
    desk.bank.behave(booksNothing, booksNothing, booksNothing);
    const lost = await desk.pay();
    expect(lost).toMatchObject({ state: 'unknown', attempts: [{}, {}] });
    expect(desk.sent()).toBe(4);
  });

  test('is not sent once more where no witness takes the second attempt [P9]', async () => {
    const desk = await open('header');
    desk.bank.behave(booksNothing);
    const { continuity } = desk.parts;
    let asked = 0;
    const parts = {
      ...desk.parts,
      continuity: {
        ...continuity,
        witness: (given: typeof context) => {
          asked += 1;
          if (asked === 1) return continuity.witness(given);
          return Promise.resolve(fail('store.full', 'test'));
        },
      },
    };
    const reference = newReference();
    const sent = await submit(parts, intentOf(reference), context);
    expect(sent).toMatchObject({ value: { submission: { state: 'unknown' } } });
    expect(desk.sent()).toBe(1);
  });

  test('is not sent once more where the payee has other bank details by now [P9]', async () => {
    const desk = await open('header');
    const details = { ...bankDetails, accountNumber: '0000000001' };
    const reference = newReference();
    const intent = intentOf(reference);
    desk.bank.behave(booksNothing);
    const sent = await submit(
      desk.parts,
      { ...intent, about: { ...intent.about, bankDetails: details } },
      context,
    );
    expect(sent).toMatchObject({ value: { submission: { state: 'unknown' } } });
    expect(desk.sent()).toBe(1);
  });
});

/** The details that the bank returns for every payee of its own. */
const bankDetails = {
  accountNumber: '0123456789',
  bankBicOrCode: 'EQBLKENA',
  country: 'KEN',
  currencyIso3Code: 'USD',
};

test('a change that cannot be looked for in a list, or is made once, is never sent again [P9]', async () => {
  const desk = await open('header');
  const { parts } = desk;
  desk.bank.behave(booksNothing);
  const { createSingleTransfer } = desk.parts.registry;
  const registry = {
    ...desk.parts.registry,
    createSingleTransfer: { ...createSingleTransfer, isOnce: true as const },
  };
  const sent = await submit({ ...parts, registry }, intentOf(newReference()), context);
  expect(sent).toMatchObject({ value: { submission: { state: 'unknown', attempts: [{}] } } });
  const search = { by: 'statement' } as const;
  const unlisted = { ...registry, createSingleTransfer: { ...createSingleTransfer, search } };
  desk.bank.behave(booksNothing);
  const other = await submit({ ...parts, registry: unlisted }, intentOf(newReference()), context);
  expect(other).toMatchObject({ value: { submission: { state: 'unknown', attempts: [{}] } } });
  expect(desk.sent()).toBe(2);
});

describe('a token near its end', () => {
  test('is renewed before a payment is written down, and the payment sent once [P9]', async () => {
    const desk = await open('none');
    // The bank gave 900 seconds: what is left is less than a payment may take.
    desk.time.passes(minutes(13.5));
    const paid = await desk.pay();
    expect(paid.state).toBe('accepted');
    expect([desk.signIns(), desk.sent(), paid.attempts.length]).toEqual([2, 1, 1]);
  });

  test('and cannot be renewed: nothing is written down, and nothing is sent [P9]', async () => {
    const desk = await open('none');
    desk.time.passes(minutes(13.5));
    desk.bar();
    const reference = newReference();
    const sent = await submit(desk.parts, intentOf(reference), context);
    expect(sent).toMatchObject({ ok: false, error: { code: 'session.expired' } });
    expect(submissionByReference(desk.parts.journal, reference)).toBeNull();
    expect(desk.sent()).toBe(0);
  });

  test('does not keep a known payment from being reported', async () => {
    const desk = await open('none');
    const paid = await desk.pay();
    desk.time.passes(minutes(13.5));
    desk.bar();
    const again = await submit(desk.parts, intentOf(paid.reference), context);
    expect(again).toMatchObject({ value: { submission: { state: 'accepted' } } });
  });

  test('is renewed before a person sends a payment again [P9]', async () => {
    const desk = await open('none');
    desk.bank.behave({ booksAfterMs: null, answer: { status: 429, text: '{}' } });
    const held = await desk.pay();
    expect(held.state).toBe('not-sent');
    desk.time.passes(minutes(13.5));
    const atTheBank: number[] = [];
    const before = desk.bank.options.intercept!;
    desk.bank.options.intercept = (request, response, url) => {
      if (request.method === 'POST' && url.pathname.endsWith('/orders'))
        atTheBank.push(desk.signIns());
      return before(request, response, url);
    };
    const again = await sendAgain(desk.parts, held, context);
    expect(again).toMatchObject({ value: { submission: { state: 'accepted' } } });
    expect(atTheBank).toEqual([2]);
  });

  test('whose end the bank does not give is renewed once it was idle for five minutes [P9]', async () => {
    const desk = await open('none', {
      file: (text) => {
        const file = JSON.parse(text) as { auth: { expiresIn: unknown } };
        return JSON.stringify({ ...file, auth: { ...file.auth, expiresIn: null } });
      },
    });
    desk.time.passes(minutes(4.9));
    expect((await desk.pay()).state).toBe('accepted');
    expect(desk.signIns()).toBe(1);
    desk.time.passes(minutes(5.1));
    expect((await desk.pay()).state).toBe('accepted');
    expect(desk.signIns()).toBe(2);
  });
});
