import { accounts } from '../accounts/noun.ts';
import { authentication } from '../authentication/noun.ts';
import { beneficiaries } from '../beneficiaries/noun.ts';
import { conversions } from '../conversions/noun.ts';
import { agendaPart } from '../orders/agenda.ts';
import { payments } from '../payments/noun.ts';
import { receivables } from '../receivables/noun.ts';
import { remittances } from '../remittances/noun.ts';
import { serverPart } from '../server/served-bank.ts';
import { statements } from '../statements/noun.ts';
import { subClients } from '../sub-clients/noun.ts';
import { webhooks } from '../webhooks/noun.ts';

/** Nouns whose records are at the top of a snapshot. */
const recordNouns = [
  accounts,
  statements,
  beneficiaries,
  subClients,
  authentication,
  webhooks,
] as const;
/** Nouns whose records are orders; a snapshot has them under `orders`. */
const orderNouns = [payments, remittances, receivables, conversions] as const;

/** All that the bank consists of: another noun is another name in one of these lists. */
export const nouns = [...recordNouns, ...orderNouns] as const;
export const recordParts = [...recordNouns, serverPart] as const;
export const orderParts = [...orderNouns, agendaPart] as const;
