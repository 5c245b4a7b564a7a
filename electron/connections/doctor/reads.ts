import {
  catalogue,
  type OperationInput,
  type OperationName,
  type OperationOutput,
} from '../../../shared/bank/catalogue.ts';
import { addDays, todayAt } from '../../../shared/calendar/calendar.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { BankFile } from '../../engines/bank/file/bank-file.ts';
import type { Context } from '../../engines/machine/context.ts';
import { resultOf } from './answers.ts';
import type { Examination } from './examination.ts';
import { learnFromAccount, textOf, type Learnt } from './learnt.ts';

/** One read; its answer yields identifiers for the next ones. */
type Read = {
  readonly name: OperationName;
  readonly ask: (exam: Examination, learnt: Learnt, context: Context) => Promise<void>;
};

/** The operations that change nothing; to call another one does not compile. */
type ReadOperation = {
  [N in OperationName]: (typeof catalogue)[N]['effect'] extends 'read' ? N : never;
}[OperationName];

type Shape<N extends OperationName> = {
  /** The input of the call; or a short text that names what is missing for it. */
  readonly input: (learnt: Learnt, exam: Examination) => OperationInput<N> | string;
  readonly learn?: (learnt: Learnt, answer: OperationOutput<N>) => void;
  /** The input contains an invented value: a refusal is about that value, not about the path. */
  readonly isInvented?: boolean;
  /** The input names a record from the local copy, which the bank may have deleted. */
  readonly isRemembered?: boolean;
};

const firstRow = { pageNumber: '1', pageSize: '1' };
/** A round amount that is valid in every currency. */
const amount = '100';

/** Every read of the catalogue that can be called with known identifiers. Each may yield the input of later ones. */
export const reads: readonly Read[] = [
  read('getAccountsBy', {
    input: ({ accountNumber }) =>
      accountNumber === null ? 'no account is known' : { query: { accountNumber } },
    learn: (learnt, { account }) => {
      learnFromAccount(learnt, account);
    },
  }),
  read('getAccount', {
    input: ({ accountEntityId }) =>
      accountEntityId === null
        ? 'the entity id of no account is known'
        : { path: { entityId: accountEntityId } },
  }),
  read('getAllBeneficiaries', {
    input: () => ({ query: firstRow }),
    learn: (learnt, { beneficiaries }) => {
      learnt.beneficiaryId = textOf(beneficiaries.data[0]?.entityId);
    },
  }),
  read('getBeneficiary', {
    input: ({ beneficiaryId }) =>
      beneficiaryId === null ? 'no payee is known' : { path: { entityId: beneficiaryId } },
  }),
  read('findTransfers', {
    input: ({ known: { transferReference } }) => ({
      query: {
        ...firstRow,
        ...(transferReference === null ? {} : { reference: transferReference }),
      },
    }),
  }),
  read('getTransferFee', {
    input: ({ accountNumber, currency }) =>
      accountNumber === null || currency === null
        ? 'no account and its currency are known'
        : { query: { accountNumber, amount, currency } },
    isInvented: true,
  }),
  read('postTransferFee', {
    input: ({ accountNumber, currency }) =>
      accountNumber === null || currency === null
        ? 'no account and its currency are known'
        : { body: { accountNumber, amount, currency } },
    isInvented: true,
  }),
  read('validateBeneficiaryAccount', {
    input: ({ known: { ngnAccount } }) =>
      ngnAccount === null
        ? 'the local copy has no payee who is paid in NGN'
        : { body: { ...ngnAccount } },
  }),
  read('getBankDetails', {
    input: ({ bankCode }) =>
      bankCode === null ? 'no bank code is known' : { query: { code: bankCode } },
    isInvented: true,
  }),
  read('getQuote', {
    input: ({ currency, otherCurrency }) =>
      currency === null || otherCurrency === null
        ? 'there are no accounts in two currencies'
        : { query: { sellCurrency: currency, buyCurrency: otherCurrency, sellAmount: amount } },
    isInvented: true,
  }),
  read('getAllTrades', {
    input: () => ({ query: firstRow }),
    learn: (learnt, { trades }) => {
      learnt.tradeId = textOf(trades.data[0]?.tradeId);
    },
  }),
  read('getTrade', {
    input: ({ tradeId }) => (tradeId === null ? 'no trade is known' : { path: { tradeId } }),
  }),
  read('getAllSubclients', {
    input: ({ clientId }) =>
      clientId === null ? noClient : { path: { clientId }, query: firstRow },
    learn: (learnt, { subClients }) => {
      learnt.subClientId = textOf(subClients.data[0]?.entityId);
    },
  }),
  read('getSubclient', { input: (learnt) => subClientPath(learnt) }),
  read('getSubclientShareholders', { input: (learnt) => subClientPath(learnt) }),
  read('getSubclientDocuments', { input: (learnt) => subClientPath(learnt) }),
  read('getRemittance', {
    input: ({ known: { remittanceId } }) =>
      remittanceId === null
        ? 'the local copy has no remittance, and the bank has no list of them'
        : { path: { id: remittanceId } },
    isRemembered: true,
  }),
  read('getReceivable', {
    input: ({ known: { receivableId } }) =>
      receivableId === null
        ? 'the local copy has no receivable, and the bank has no list of them'
        : { path: { id: receivableId } },
    isRemembered: true,
  }),
  read('getClientConfiguration', {
    input: ({ clientId }) => (clientId === null ? noClient : { path: { clientId } }),
  }),
];

/** The other statement operations, called once the bank's names for a period are known. */
export const statementReads: readonly Read[] = [
  read('getStatementV2', {
    input: ({ accountEntityId }, exam) =>
      accountEntityId === null
        ? 'the entity id of no account is known'
        : {
            path: { entityId: accountEntityId },
            query: { ...yesterday(exam, ['startDate', 'endDate']), ...firstRow },
          },
  }),
  read('downloadStatement', {
    input: ({ accountNumber, dates }, exam) =>
      accountNumber === null
        ? 'no account is known'
        : { path: { accountNumber }, query: yesterday(exam, dates) },
  }),
  read('downloadStatementV2', {
    input: ({ accountEntityId, dates }, exam) =>
      accountEntityId === null
        ? 'the entity id of no account is known'
        : { path: { entityId: accountEntityId }, query: yesterday(exam, dates) },
  }),
];

const lineLost = 'the line to the bank was lost before';
const noClient = 'it is not known which client this user belongs to';

const subClientPath = ({ clientId, subClientId }: Learnt) => {
  if (clientId === null) return noClient;
  return subClientId === null ? 'no sub-client is known' : { path: { clientId, id: subClientId } };
};

function yesterday(exam: Examination, [from, to]: readonly [string, string]) {
  const day = addDays(todayAt(exam.parts.clock.now()), -1);
  return { [from]: day, [to]: day };
}

function read<N extends ReadOperation>(name: N, shape: Shape<N>): Read {
  return { name, ask: (exam, learnt, context) => ask(name, shape, { exam, learnt, context }) };
}

type Asking = {
  readonly exam: Examination;
  readonly learnt: Learnt;
  readonly context: Context;
};

async function ask<N extends ReadOperation>(
  name: N,
  { input, learn, ...shape }: Shape<N>,
  { exam, learnt, context }: Asking,
): Promise<void> {
  const { title } = catalogue[name];
  const { bank, bankFile } = exam.parts;
  // A closed operation is in the report's list of operations, with its place in the bank file.
  if (!bank.isOpen(name)) return;
  const question = exam.isLost ? lineLost : (unconfirmed(bankFile, name) ?? input(learnt, exam));
  if (typeof question === 'string') {
    exam.reportOperation(name, title, { state: 'skipped', detail: `Not asked: ${question}.` });
    return;
  }
  const answer = await bank.call(name, question, context);
  if (answer.ok) {
    learn?.(learnt, answer.value);
    exam.reportOperation(name, title, { state: 'ok', detail: 'It answers in the expected shape.' });
  } else exam.reportOperation(name, title, notAccepted(answer.error, shape));
}

/** Skips a read with a body unless the bank file names it: at a guessed path, the bank could take it for another operation. */
function unconfirmed({ operations }: BankFile, name: ReadOperation): string | null {
  const method = operations[name]?.method ?? catalogue[name].method;
  return method === 'GET' || Object.hasOwn(operations, name)
    ? null
    : `it sends a body, and the bank file does not confirm it at operations.${name}`;
}

function notAccepted(
  error: AppError,
  { isInvented = false, isRemembered = false }: Pick<Shape<never>, 'isInvented' | 'isRemembered'>,
): Parameters<Examination['reportOperation']>[2] {
  const status = error.bank?.status ?? 0;
  const isRefused = error.code === 'bank.refused';
  if (isRefused && isRemembered && status === 404)
    return {
      state: 'warning',
      detail: 'It does not know the record that the local copy remembers (404).',
      advice: `The record may be gone at the bank. If it is still there, write the bank’s own path in the bank file at operations.${error.operation ?? '…'}.`,
      error,
    };
  if (!isRefused || !isInvented || status === 404 || status === 405) return resultOf(error);
  return {
    state: 'warning',
    detail: `It answers, and refuses this question (${status}).`,
    advice: 'The question was made up for the test: try the operation in its view.',
    error,
  };
}
