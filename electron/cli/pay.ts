import { z } from 'zod';

import { MoreTexts } from '../../shared/bank/required-fields.ts';
import { CurrencyCode, Identifier, Reference } from '../../shared/bank/operation.ts';
import type { PaymentOrder } from '../../shared/bank/transfers.ts';
import { IsoDateText } from '../../shared/calendar/calendar-schemas.ts';
import { DecimalText } from '../../shared/money/decimal-schemas.ts';
import type { BankDesk } from '../desk/open-bank/bank-desk.ts';
import type { Submitted } from '../engines/submissions/carry-out.ts';
import { arrivalOutput } from './days/arrival-output.ts';
import { assertFilled } from './input/required-fields.ts';
import {
  argumentsOf,
  countOption,
  inputMistake,
  jsonOption,
  oneOf,
  required,
} from './input/arguments.ts';
import { wantedRequest, requestOptions } from './approvals/request-options.ts';
import { requestPaymentFile } from './approvals/request-file.ts';
import { paymentsOfRequest, requestPayment } from './approvals/requests.ts';
import { sendLinesOf, sendRequested } from './approvals/send-request.ts';
import { withDesk, withSendingDesk } from './input/bank-access.ts';
import { valueOf, WrongUse, type Command, type CommandIo } from './input/command.ts';
import { payFile, type FileToPay } from './pay-file.ts';
import { scheduleOrder } from './payments/due.ts';
import { sendOrder } from './send-order.ts';
import { reportSent } from './payments/sent-payment.ts';
import {
  patienceOf,
  scriptConfirmation,
  confirmationOptions,
  type ScriptConfirmation,
} from './input/script-confirmation.ts';
import type { DeskParts } from '../desk/open-bank/changes.ts';

const Order = z.strictObject({
  accountNumber: Identifier,
  beneficiaryId: Identifier,
  amount: DecimalText,
  currency: CurrencyCode,
  reference: Reference,
  narration: z.string().max(140).optional(),
  more: MoreTexts,
  /** The day on which it is to be paid; without one it is paid now. */
  due: IsoDateText.optional(),
});
type Order = z.output<typeof Order>;

/**
 * Pays one beneficiary, or every line of a payment file. The reference is the payment's identity. A second run with the same reference
 * never sends again: it looks the first payment up and reports it, and refuses another amount or payee. A payment that looks like an open
 * one, or like one sent within a day, is sent only if `--twin-of` names that one; to a payee that the bank does not return now, only with
 * `--payee-checked`; where the bank's list of payments cannot be read, only with `--twins-unchecked`. A payment with a due day is
 * scheduled, and nothing is sent.
 */
export const pay: Command = {
  summary:
    'Sends one payment, or the lines of a payment file; schedules a payment for a later day.',
  usage:
    'pay --input JSON|@FILE, where JSON is { accountNumber, beneficiaryId, amount, currency, reference, narration?, more?, due? }, the reference being the payment’s identity and more what the bank file asks for in addition, by name, and due a later day for which it is scheduled; or pay --file CSV|XLSX|XML [--account NUMBER] [--columns FIELD=COLUMN]... [--decimals point|comma] [--first-line N] [--skip-problems] [--result OUT] [--release-as NAME [--line N...]]; or pay --input … --request [--words TEXT], or pay --file … --request [--words TEXT], which asks the team’s approval; or pay --of REQUEST; with each [--twin-of SUBMISSION]... [--payee-checked] [--twins-unchecked] [--wait SECONDS]',
  mayChange: true,
  run: (args, global) => {
    const { values } = argumentsOf(args, {
      input: { type: 'string' },
      file: { type: 'string' },
      account: { type: 'string' },
      'skip-problems': { type: 'boolean' },
      result: { type: 'string' },
      columns: { type: 'string', multiple: true },
      decimals: { type: 'string' },
      'first-line': { type: 'string' },
      'release-as': { type: 'string' },
      line: { type: 'string', multiple: true },
      ...requestOptions,
      ...confirmationOptions,
    });
    const release = releaseOf(values['release-as'], values.line);
    if (release && values.file === undefined) throw new WrongUse('--release-as belongs to --file.');
    if (values.file !== undefined && values.input !== undefined)
      throw new WrongUse('--input and --file do not go together.');
    if (values.columns !== undefined && values.file === undefined)
      throw new WrongUse('--columns belongs to --file.');
    const confirmation = scriptConfirmation(values);
    if ([values.input, values.file, values.of].filter((one) => one !== undefined).length > 1)
      throw new WrongUse('--input, --file and --of do not go together.');
    const wanted = wantedRequest({ ...values, input: values.input ?? values.file });
    const patience = patienceOf(values);
    if (values.file !== undefined) {
      const file = {
        path: values.file,
        accountNumber: values.account,
        skipProblems: values['skip-problems'] === true,
        result: values.result,
        columns: columnMapping(values.columns, values.decimals, values['first-line']),
        release,
        confirmation,
      };
      return wanted && 'words' in wanted
        ? withDesk(global, (desk) => requestPaymentFile(desk, file, wanted.words, global.io))
        : withSendingDesk(global, (desk) => payFile(desk, file, global.io), patience);
    }
    if (wanted && 'of' in wanted) {
      const sendAll = async (desk: BankDesk) => {
        const payments = await paymentsOfRequest(desk, wanted.of);
        const [payment] = payments;
        if (payment === undefined || payments.length > 1)
          return sendLinesOf(desk, payments, confirmation, global.io);
        return reportSent(
          global.io,
          valueOf(await sendRequested(desk.changes, payment, confirmation)),
        );
      };
      return withSendingDesk(global, sendAll, patience);
    }
    const { due, ...order } = orderOf(required(values.input, 'input'), global.io);
    if (due !== undefined && wanted)
      throw new WrongUse('--request and a due day do not go together: request it without the day.');
    if (due !== undefined)
      return withDesk(global, (desk) => scheduleOrder(desk, order, due, global.io));
    if (wanted)
      return withDesk(global, (desk) => requestPayment(desk, order, wanted.words, global.io));
    const work = async ({ changes }: BankDesk) => {
      const sent = await sentOrder(changes, order, confirmation);
      return reportSent(global.io, sent, arrivalOutput(changes, order, sent.submission));
    };
    return withSendingDesk(global, work, patience);
  },
};

/** The meaning of the columns of a file, as the options give it. */
function columnMapping(
  columns: string[] | undefined,
  decimals: string | undefined,
  firstLine: string | undefined,
): FileToPay['columns'] {
  const sign = oneOf(decimals, 'decimals', ['point', 'comma'] as const) ?? null;
  const first = countOption(firstLine, 'first-line');
  if (columns === undefined) {
    if (sign !== null || first !== undefined)
      throw new WrongUse('--decimals and --first-line belong to --columns.');
    return null;
  }
  const named = columns.map((one) => {
    const [, field, column] = /^([^=]+)=(.+)$/s.exec(one) ?? [];
    if (field === undefined || column === undefined)
      throw new WrongUse('--columns is FIELD=COLUMN, such as amount=Betrag or amount=3.');
    return { field, column };
  });
  return { named, decimals: sign, firstLine: first };
}

/** Requires the name of a person for the release of held lines, who can be asked about it later. */
function releaseOf(by: string | undefined, lines: string[] | undefined): FileToPay['release'] {
  if (by === undefined && lines === undefined) return null;
  if (by === undefined || by.trim() === '')
    throw new WrongUse('--release-as needs the name of the person who looked.');
  return { by: by.trim(), lines: lines?.map((line) => countOption(line, 'line') ?? 0) ?? [null] };
}

function orderOf(text: string, io: CommandIo): Order {
  const input = jsonOption(text, 'input', io);
  const parsed = Order.safeParse(input);
  if (parsed.success) return parsed.data;
  if (isWithoutReference(input)) throw new WrongUse(whyReference);
  const { field, problem, message } = inputMistake(parsed.error);
  throw new WrongUse(message, field ? { [field]: problem } : undefined);
}

const isWithoutReference = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && !('reference' in input);

const whyReference =
  'The reference is the payment’s identity: without one, the same command run again would pay twice. Add "reference": "…" to --input, the same one whenever the same payment is meant.';

/**
 * Sends a payment once, as `pay` and `call` do; one without an answer yet is looked up instead. Throws {@link CommandFailed} with the
 * obstacle.
 */
export async function sentOrder(
  changes: DeskParts,
  order: PaymentOrder,
  confirmation: ScriptConfirmation,
): Promise<Submitted<'createSingleTransfer'>> {
  const { reference } = order;
  assertFilled(changes, 'createSingleTransfer', { input: { body: order }, reference });
  return valueOf(await sendOrder(changes, order, confirmation));
}
