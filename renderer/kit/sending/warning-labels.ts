import type { PaymentWarningKind } from '../../../shared/ipc/changes/payments.ts';

/** The label of a warning's box, which a person confirms by ticking it. */
export const confirmWords = (kind: PaymentWarningKind): string =>
  ({
    duplicate: 'Pay again on purpose',
    'open-twin': 'I accept that this may be a duplicate',
    quarantine: 'I looked at the bank details',
    'payee-unread': 'I checked these bank details myself',
    insufficient: 'Send anyway',
    'look-alike': 'It is the right payee',
    'fee-unknown': 'Send anyway',
    'twins-unread': 'I looked at the bank: it was not sent',
    'unclear-twin': 'It is another payment',
    'scheduled-twin': 'It is another payment',
    currency: 'Send anyway',
    'at-bank': 'It is another payment',
    'maybe-at-bank': 'It is another payment',
    dated: 'It is for a later day',
    screening: 'Pay it all the same',
  })[kind];
