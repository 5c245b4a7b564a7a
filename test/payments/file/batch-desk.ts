import type { CachedAccount } from '../../../electron/nouns/accounts/tables.ts';
import { linesAfter } from '../../../electron/nouns/payments/file/tables/line-tables.ts';
import { Beneficiary, type BeneficiaryRecord } from '../../../shared/bank/beneficiaries.ts';
import type { Transfer, PaymentOrder } from '../../../shared/bank/transfers.ts';
import { fail, type Outcome } from '../../../shared/errors.ts';
import type {
  PaymentFileLineState,
  CheckedLine,
} from '../../../shared/ipc/changes/payment-files.ts';
import { limits } from '../../../shared/limits.ts';
import { ok } from '../../../shared/result.ts';
import { accountOf, openLoneDesk, type LoneDesk } from '../../support/desks/lone-desk.ts';

/** A payee as the bank returns it; what matters to a test is given. */
export const payeeOf = (
  entityId: string,
  given: Partial<
    Pick<BeneficiaryRecord, 'name' | 'accountNumber' | 'bankBicOrCode' | 'currencyIso3Code'>
  > = {},
): BeneficiaryRecord => ({
  ...Beneficiary.decode({
    name: `Payee ${entityId}`,
    accountNumber: `00${entityId.slice(2)}`,
    bankBicOrCode: 'EQBLKENA',
    country: 'KEN',
    currencyIso3Code: 'USD',
    ...given,
  }),
  entityId,
});

/** A transfer as the bank lists it. */
export const listedTransfer = (given: Partial<Transfer> = {}): Transfer => ({
  id: 'T-9',
  reference: '',
  status: 'DONE',
  reason: '',
  accountNumber: '1',
  beneficiaryId: 'b-1',
  beneficiaryName: '',
  amount: '1.00',
  currency: 'USD',
  fee: null,
  narration: '',
  createdAt: null,
  settledAt: null,
  ...given,
});

export type PaymentFileDesk = LoneDesk & {
  /** What the bank answers of a payee; the payee itself unless a test says otherwise. */
  readonly payees: Map<string, BeneficiaryRecord | (() => Outcome<never>)>;
  /** What the bank lists of its transfers. */
  readonly transfers: Transfer[];
  /** Every order that reached the bank. */
  readonly orders: PaymentOrder[];
  /** What the bank makes of an order, by its reference; it takes it unless a test says otherwise. */
  readonly answers: Map<string, () => Outcome<never>>;
  readonly linesOf: (
    batchId: string,
  ) => (CheckedLine & { readonly shown: PaymentFileLineState; readonly error: string | null })[];
};

/** A desk with the dollar account 1 and the payees b-1, b-2 and b-3, at a bank that takes every payment. */
export function openBatchDesk({
  atOnce = limits.paymentsAtOnceMax,
}: { readonly atOnce?: number } = {}): PaymentFileDesk {
  const orders: PaymentOrder[] = [];
  const transfers: Transfer[] = [];
  const answers: PaymentFileDesk['answers'] = new Map();
  const payees: PaymentFileDesk['payees'] = new Map(
    ['b-1', 'b-2', 'b-3'].map((entityId) => [entityId, payeeOf(entityId)]),
  );
  const desk = openLoneDesk(
    {},
    {
      getBeneficiary: ({ path: { entityId } }) => {
        const payee = payees.get(entityId) ?? noSuchPayee;
        return typeof payee === 'function' ? payee() : ok({ message: '', beneficiary: payee });
      },
      findTransfers: () =>
        ok({
          message: '',
          transfers: {
            data: [...transfers],
            page: 1,
            pageSize: 200,
            totalItems: transfers.length,
            totalPages: 1,
          },
        }),
      createSingleTransfer: ({ body }) => {
        orders.push(body);
        const { narration = '', ...order } = body;
        return (
          answers.get(body.reference)?.() ??
          ok({
            message: '',
            transfer: listedTransfer({ ...order, narration, id: `T-${String(orders.length)}` }),
          })
        );
      },
    },
  );
  desk.bank.paymentsAtOnce = atOnce;
  // Every payee is asked for by itself.
  desk.bank.closed.add('getAllBeneficiaries');
  desk.cache.ensureAccount('1', 'USD');
  for (const payee of payees.values())
    if (typeof payee !== 'function') desk.cache.saveBeneficiary(payee, new Date(0).toISOString());
  return {
    ...desk,
    payees,
    transfers,
    orders,
    answers,
    linesOf: (batchId) =>
      linesAfter(desk.parts.journal, batchId, 0, 2_000).map(({ checked, shown, outcome }) => ({
        ...checked,
        shown,
        error: outcome.error,
      })),
  };
}

/** Does something with each order that reaches the bank, before the bank answers. */
export function beforeAnswers(
  { bank }: PaymentFileDesk,
  work: (reference: string, signal: AbortSignal | undefined) => Promise<unknown>,
): void {
  const answer = bank.answers.createSingleTransfer!;
  bank.answers.createSingleTransfer = async (input, called) => {
    await work(input.body.reference, called.signal);
    return answer(input, called);
  };
}

/** The bank keeps this order waiting until it is let go. */
export function holdUp(desk: PaymentFileDesk, held: string) {
  const gate = Promise.withResolvers<null>();
  const arrived = Promise.withResolvers<AbortSignal | undefined>();
  beforeAnswers(desk, async (reference, signal) => {
    if (reference !== held) return;
    arrived.resolve(signal);
    await gate.promise;
  });
  return { arrived: arrived.promise, letGo: () => gate.resolve(null) };
}

/** From now on the bank's list of transfers fails; the function that is returned ends that. */
export function failingList({ bank }: PaymentFileDesk): () => void {
  const list = bank.answers.findTransfers!;
  bank.answers.findTransfers = () =>
    fail('bank.unavailable', 'test', { bank: { status: 503, message: '' } });
  return () => {
    bank.answers.findTransfers = list;
  };
}

const noSuchPayee = (): Outcome<never> =>
  fail('bank.refused', 'test', { bank: { status: 404, message: 'No such payee' } });

/** An account with a balance, as the bank returns it. */
export const accountWith = (
  accountId: CachedAccount['accountId'],
  availableBalance: string,
  currencyIso3Code = 'USD',
) => accountOf({ accountId, currencyIso3Code, availableBalance, accountName: '' });

/** One payment of a file as it is written there; left out, a column stays empty. */
export type FileLine = {
  readonly account?: string;
  readonly payee?: string;
  readonly amount?: string;
  readonly reference?: string;
  readonly narration?: string;
};

export const fileOf = (lines: readonly FileLine[], fileName = 'payroll.csv') => ({
  fileName,
  bytes: new Uint8Array(
    Buffer.from(
      [
        'account,beneficiary id,amount,currency,reference,narration',
        ...lines.map(
          ({ account = '1', payee = 'b-1', amount = '1.00', reference = '', narration = '' }) =>
            [account, payee, amount, 'USD', reference, narration].join(','),
        ),
      ].join('\n'),
    ),
  ),
});
