import { lastFour } from '../../../shared/account-digits.ts';
import type {
  CounterpartyEntry,
  CounterpartyPayment,
  OpenItem,
} from '../../../shared/ipc/counterparties.ts';
import type { Router } from '../../state/router.svelte.ts';
import { dayText, shownDay } from '../../ui/text/dates.ts';
import { isPressing, openKindLabel, paymentStateText } from './counterparty-labels.ts';
import type { PickRow } from './PickRows.svelte';

type Go = Pick<Router, 'go'>;

/** An entry as a line: Enter opens it in its statement. `accountOf` names an account. */
export const entryRow = (
  { accountNumber, entryId, day, amount, direction, narration, customReference }: CounterpartyEntry,
  router: Go,
  accountOf: (accountNumber: string) => string,
): PickRow => ({
  key: `${accountNumber} ${entryId}`,
  day: dayText(day),
  title: narration || customReference || entryId,
  note: accountOf(accountNumber),
  ...{ amount, direction, isPressing: false },
  open: () => router.go('statements', { accountNumber, entryId }),
});

/** A payment or remittance as a line. */
export const paymentRow = (payment: CounterpartyPayment, router: Go): PickRow => {
  const { kind, reference, recordId, at, amount, accountNumber, state } = payment;
  const of = [
    kind === 'remittance' ? 'Remittance' : '',
    paymentStateText(payment),
    accountNumber === '' ? '' : `from ${lastFour(accountNumber)}`,
  ];
  return {
    key: `${kind} ${reference} ${recordId ?? ''}`,
    day: dayText(shownDay(at)),
    title: reference,
    note: of.filter((part) => part !== '').join(' · '),
    ...{ amount, direction: undefined },
    isPressing: state === 'unknown' || state === 'sending',
    open: () =>
      kind === 'remittance'
        ? router.go('remittances', { id: recordId ?? '' })
        : router.go('payments', { reference: recordId ?? reference }),
  };
};

/** Something open as a line. `openFile` opens the file of an invoice. */
export const openRow = (
  item: OpenItem,
  router: Go,
  openFile: (invoiceId: string) => void,
): PickRow => {
  const { kind, opens, title, day, amount, note } = item;
  const places: Readonly<Record<OpenItem['kind'], () => void>> = {
    due: () => router.go('due', { reference: opens, ...(day !== null && { day }) }),
    recurring: () => router.go('due'),
    unanswered: () =>
      note === 'remittance'
        ? router.go('remittances')
        : router.go('payments', { reference: opens }),
    receivable: () => router.go('receivables', { id: opens }),
    invoice: () => openFile(opens),
    request: () => router.go('approvals', { request: opens }),
  };
  return {
    key: `${kind} ${opens} ${title}`,
    day: day === null ? '' : dayText(day),
    title,
    note: [openKindLabel(item), note].filter((part) => part !== '').join(' · '),
    ...{ amount, direction: undefined, isPressing: isPressing(item) },
    open: places[kind],
  };
};
