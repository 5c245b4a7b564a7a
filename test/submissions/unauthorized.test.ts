import { describe, expect, test } from 'vitest';

import type { ListLook, Search } from '../../electron/engines/submissions/change.ts';
import { submit } from '../../electron/engines/submissions/submissions.ts';
import { viewOf } from '../../electron/engines/submissions/submission-views.ts';
import { intentOf } from '../../electron/nouns/payments/send.ts';
import type { BeneficiaryRecord } from '../../shared/bank/beneficiaries.ts';
import type {
  ChangingOperation,
  OperationInput,
  OperationOutput,
} from '../../shared/bank/catalogue.ts';
import type { Transfer } from '../../shared/bank/transfers.ts';
import type { Outcome } from '../../shared/errors.ts';
import type { ResemblingRow } from '../../shared/ipc/submissions.ts';
import { ok } from '../../shared/result.ts';
import {
  accountOf,
  context,
  failed,
  hundredToPayee,
  onePage,
  openLoneDesk,
  payeeOf,
  transferOf,
  valueOf,
  written,
} from '../support/desks/lone-desk.ts';
import { aboutOf } from '../support/about.ts';

const over = () => failed('outcome.unknown', { bank: { status: 401, message: 'Session is over' } });

/** A desk whose bank answers 401 to every change, and what the change became. */
async function denied<N extends ChangingOperation>(
  operation: N,
  payload: OperationInput<N>,
  answers: Parameters<typeof openLoneDesk>[1] = {},
) {
  const desk = openLoneDesk({}, { ...answers, [operation]: over });
  const about = aboutOf(operation);
  const intent = { reference: 'R-1', operation, subject: 'b-1', payload, about };
  const { submission } = valueOf(await submit(desk.parts, intent, context));
  return { ...desk, submission, sent: desk.asked(operation) };
}

const order = { accountNumber: '1', reference: 'R-1', amount: '10.00', currency: 'USD' };
const recipient = { recipientName: 'Obi', recipientCountry: 'KEN', recipientAccountNumber: '2' };
const remittance = {
  ...order,
  ...recipient,
  purpose: 'Goods',
  senderName: 'Ada',
  senderCountry: 'KEN',
  recipientBankBicOrCode: 'EQBLKENA',
};

describe('a 401 to a change that no list shows', () => {
  test.each<[ChangingOperation, OperationInput<ChangingOperation>]>([
    ['initiateRemittance', { body: remittance }],
    ['createReceivable', { body: { ...order, payerName: 'Ada' } }],
    ['simulateInflow', { body: { accountNumber: '1', amount: '10.00', currency: 'USD' } }],
  ])('%s: unknown, sent once, and not to be repeated [P9]', async (operation, input) => {
    const { submission, sent, parts } = await denied(operation, input as never);
    expect(submission).toMatchObject({
      state: 'unknown',
      attempts: [{}],
      error: { code: 'outcome.unknown', bank: { status: 401 } },
    });
    expect(viewOf(submission, parts)).toMatchObject({ mayRepeat: false });
    expect(sent).toBe(1);
  });
});

describe('a 401 to a change of a record', () => {
  const update = { path: { entityId: 'b-1' }, body: { city: 'Nakuru' } };
  const reading = (record: BeneficiaryRecord) => ({
    getBeneficiary: () => ok({ message: '', beneficiary: record }),
    getAllBeneficiaries: () => ok({ message: '', beneficiaries: onePage([record]) }),
  });

  test('that the bank made: the record is read at once and shows it, and it is sent once [P9]', async () => {
    const record = payeeOf('b-1', { city: 'Nakuru' });
    const { submission, sent } = await denied('updateBeneficiary', update, reading(record));
    expect(submission).toMatchObject({ state: 'accepted', attempts: [{}] });
    expect(sent).toBe(1);
  });

  test('that the record does not show: unknown, and sent once [P9]', async () => {
    const record = payeeOf('b-1', { city: 'Kisumu' });
    const { submission, sent } = await denied('updateBeneficiary', update, reading(record));
    expect(submission).toMatchObject({ state: 'unknown', attempts: [{}] });
    expect(sent).toBe(1);
  });
});

describe('a 401 to a payment', () => {
  const probe = transferOf({ id: 'T-P', reference: 'PROBE-1', amount: '7.00' });
  const lookalike = transferOf({ id: 'T-7', reference: 'OTHER' });

  /** At a bank with another payment of ours, whose list gives the rows of a reference and the payee for checking it again. */
  async function deniedPayment({
    knowsKeys = false,
    rows = [probe],
    payee = ok({ message: '', beneficiary: payeeOf('b-1') }),
    answer = over(),
    second = answer,
    find,
  }: {
    knowsKeys?: boolean;
    rows?: readonly Transfer[];
    payee?: Outcome<OperationOutput<'getBeneficiary'>>;
    answer?: Outcome<OperationOutput<'createSingleTransfer'>>;
    second?: Outcome<OperationOutput<'createSingleTransfer'>>;
    find?: () => Outcome<ListLook<'createSingleTransfer'>>;
  } = {}) {
    let sends = 0;
    const desk = openLoneDesk(
      {},
      {
        createSingleTransfer: () => (++sends === 1 ? answer : second),
        getBeneficiary: () => payee,
        getAllBeneficiaries: () => failed('network.timeout'),
        findTransfers: ({ query = {} }) => {
          const isWanted = ({ reference }: Transfer) =>
            reference === (query.reference ?? reference) || reference === lookalike.reference;
          return ok({ message: '', transfers: onePage(rows.filter(isWanted)) });
        },
      },
    );
    written(desk, 'PROBE-1', { state: 'accepted', recordId: 'T-P', amount: '7.00' });
    const { createSingleTransfer } = desk.parts.registry;
    const search: Search<'createSingleTransfer'> = {
      by: 'list',
      operation: 'findTransfers',
      find: () => Promise.resolve(find?.() ?? failed('internal')),
    };
    const parts = {
      ...desk.parts,
      bank: { ...desk.parts.bank, knowsKeys },
      registry: {
        ...desk.parts.registry,
        createSingleTransfer: { ...createSingleTransfer, ...(find && { search }) },
      },
    };
    const intent = intentOf({ ...hundredToPayee, reference: 'R-1' }, payeeOf('b-1'));
    const { submission } = valueOf(await submit(parts, intent, context));
    return { ...desk, submission, sent: desk.asked('createSingleTransfer') };
  }

  test('is written down with what the list did not show [P9]', async () => {
    const { submission, sent } = await deniedPayment();
    expect(submission).toMatchObject({
      state: 'unknown',
      error: { bank: { status: 401 } },
      lookups: [
        { source: 'bank', found: 'no', words: 'The bank’s list does not have it.', resembling: [] },
      ],
    });
    expect(sent).toBe(1);
    const { lookups } = (await deniedPayment({ rows: [] })).submission;
    expect(lookups).toMatchObject([
      { found: 'unavailable', words: expect.stringContaining('but neither PROBE-1') as string },
    ]);
  });

  test('is written down with what may be it, and sent once [P9]', async () => {
    const { submission, sent } = await deniedPayment({ knowsKeys: true, rows: [probe, lookalike] });
    expect(submission).toMatchObject({
      state: 'unknown',
      lookups: [
        {
          found: 'doubtful',
          words: 'The bank’s list shows what may be it.',
          resembling: [{ recordId: 'T-7' }],
        },
      ],
    });
    expect(sent).toBe(1);
  });

  test('is not sent again where the list shows what may be it, even where it is proven to be whole [P9]', async () => {
    const row: ResemblingRow = {
      ...{ source: 'list', why: 'It resembles ours.', recordId: 'T-7', reference: 'OTHER' },
      ...{ amount: '100.00', currency: 'USD', accountNumber: '', counterparty: '' },
      ...{ at: null, narration: '' },
    };
    const find = () => ok({ matches: [], resembling: [row], reach: 'proven', words: '' } as const);
    expect((await deniedPayment({ knowsKeys: true, find })).sent).toBe(1);
  });

  test('is sent again where the bank knows it by its key, and its payee was read and is the same [P9]', async () => {
    const again = await deniedPayment({ knowsKeys: true });
    expect([again.sent, again.submission.attempts.length]).toEqual([2, 2]);
    const payee = failed('network.timeout');
    expect((await deniedPayment({ knowsKeys: true, payee })).sent).toBe(1);
  });

  test.each(['internal', 'outcome.duplicated', 'network.timeout'] as const)(
    'stays unknown where the second sending ends with %s [P9]',
    async (code) => {
      const { submission, sent } = await deniedPayment({ knowsKeys: true, second: failed(code) });
      expect([submission.state, sent]).toEqual(['unknown', 2]);
    },
  );

  test('that is a refusal of the bank is one, and no list is asked', async () => {
    const answer = failed('bank.refused', { bank: { status: 401, message: 'No' } });
    const { submission, asked } = await deniedPayment({ answer });
    expect(submission).toMatchObject({ state: 'refused', lookups: [] });
    expect(asked('findTransfers')).toBe(0);
  });
});

describe('a 401 to the opening of an account', () => {
  const idOf = (digit: string) => `0192f0c0-7d3e-7000-8000-00000000000${digit}`;

  test('that the list proves not to be there is sent again by its key, without another check [P9]', async () => {
    const listed = accountOf({ uniqueRequestId: idOf('1'), accountName: 'One' });
    const opened = [ok({ message: '', account: listed }), over(), over()];
    const desk = openLoneDesk(
      {},
      {
        createVirtualAccount: () => opened.shift() ?? failed('internal'),
        getAllAccounts: () => ok({ message: '', accounts: [listed] }),
      },
    );
    const bank = { ...desk.parts.bank, knowsKeys: true };
    const open = async (digit: string, accountName: string) => {
      const uniqueRequestId = idOf(digit);
      const intent = {
        reference: uniqueRequestId.replaceAll('-', ''),
        operation: 'createVirtualAccount',
        subject: `account:${digit}`,
        payload: { body: { uniqueRequestId, currencyIso3Code: 'USD', accountName } },
        about: aboutOf('New account'),
      } as const;
      return valueOf(await submit({ ...desk.parts, bank }, intent, context)).submission;
    };
    expect(await open('1', 'One')).toMatchObject({ state: 'accepted' });
    expect(await open('2', 'Two')).toMatchObject({ state: 'unknown', attempts: [{}, {}] });
    expect(desk.asked('createVirtualAccount')).toBe(3);
  });
});

describe('an answer to a change of a record that leaves it open', () => {
  const update = { path: { entityId: 'b-1' }, body: { city: 'Nakuru' } };
  /** Whether the record was read at once. */
  const isReadAfter = async (answer: ReturnType<typeof failed>): Promise<boolean> => {
    const desk = openLoneDesk(
      {},
      {
        updateBeneficiary: () => answer,
        getBeneficiary: () => ok({ message: '', beneficiary: payeeOf('b-1') }),
      },
    );
    const intent = { reference: 'R-1', subject: 'b-1', payload: update, about: aboutOf('Payee') };
    valueOf(await submit(desk.parts, { ...intent, operation: 'updateBeneficiary' }, context));
    return desk.asked('getBeneficiary') > 0;
  };

  test.each([
    [199, false],
    [200, true],
    [299, true],
    [300, false],
    [401, true],
    [500, false],
  ])('with the status %s has the record read at once: %s', async (status, isRead) => {
    expect(await isReadAfter(failed('outcome.unknown', { bank: { status } }))).toBe(isRead);
  });

  test('is none where no answer came, or where the bank refused it', async () => {
    expect(await isReadAfter(failed('outcome.unknown'))).toBe(false);
    const words = { status: 200, message: 'FAILED' };
    expect(await isReadAfter(failed('bank.refused', { bank: words }))).toBe(false);
  });

  /** What becomes of an update that the bank answers so, and that its record shows or not. */
  const after = async (
    answer: ReturnType<typeof failed>,
    read: () => Outcome<OperationOutput<'getBeneficiary'>>,
  ) => {
    const all = () => failed('bank.unavailable');
    const desk = openLoneDesk(
      {},
      { updateBeneficiary: () => answer, getBeneficiary: read, getAllBeneficiaries: all },
    );
    const intent = { reference: 'R-1', subject: 'b-1', payload: update, about: aboutOf('Payee') };
    const sent = { ...intent, operation: 'updateBeneficiary' } as const;
    const { submission } = valueOf(await submit(desk.parts, sent, context));
    return { ...submission, sent: desk.asked('updateBeneficiary') };
  };
  const conflict = failed('bank.refused', { bank: { status: 409, message: 'In progress' } });
  const payee = (city: string) => () => ok({ message: '', beneficiary: payeeOf('b-1', { city }) });

  test('with the status 409 is what the record of the bank shows', async () => {
    expect(await after(conflict, payee('Nakuru'))).toMatchObject({ state: 'accepted', sent: 1 });
    const open = {
      ...{ state: 'unknown', sent: 1 },
      error: {
        code: 'outcome.unknown',
        message: expect.stringContaining(
          'The bank answered 409: it may have made this change already. The bank says: “In progress”.',
        ) as string,
      },
    };
    expect(await after(conflict, payee('Kisumu'))).toMatchObject(open);
    expect(await after(conflict, () => failed('bank.unavailable'))).toMatchObject(open);
  });

  test('with another refusal is one, whatever the record shows', async () => {
    const refused = failed('bank.refused', { bank: { status: 422, message: 'No' } });
    expect(await after(refused, payee('Nakuru'))).toMatchObject({ state: 'refused', sent: 1 });
  });

  test('is none where it did not leave', async () => {
    const witness = () => Promise.resolve(failed('internal'));
    const desk = openLoneDesk({ witness }, {});
    const intent = { reference: 'R-1', subject: 'b-1', payload: update, about: aboutOf('Payee') };
    const sent = { ...intent, operation: 'updateBeneficiary' } as const;
    const { submission } = valueOf(await submit(desk.parts, sent, context));
    expect([submission.state, desk.bank.calls]).toEqual(['unknown', []]);
  });

  test('does not have all payees read at once for one that is new', async () => {
    const place = { accountNumber: '0123456789', country: 'NGA', currencyIso3Code: 'USD' };
    const body = { name: 'Ada Obi', accountName: 'Ada Obi Ltd', ...place };
    const { submission, bank } = await denied('createBeneficiary', { body });
    expect(submission.state).toBe('unknown');
    expect(bank.calls.map(({ name }) => name)).toEqual(['createBeneficiary']);
  });
});
