/** Messages of ISO 20022 that people drop: what each is called, and the element that holds it. */
const known: Readonly<Record<string, readonly [name: string, element: string]>> = {
  'camt.052': ['an intraday account report', 'BkToCstmrAcctRpt'],
  'camt.053': ['an account statement', 'BkToCstmrStmt'],
  'camt.054': ['a notification of debits and credits', 'BkToCstmrDbtCdtNtfctn'],
  'camt.055': ['a request to cancel payments', 'CstmrPmtCxlReq'],
  'camt.060': ['a request for account reports', 'AcctRptgReq'],
  'camt.086': ['a statement of bank fees', 'BkSvcsBllgStmt'],
  'pain.001': ['a credit transfer initiation', 'CstmrCdtTrfInitn'],
  'pain.002': ['a payment status report', 'CstmrPmtStsRpt'],
  'pain.007': ['a payment reversal', 'CstmrPmtRvsl'],
  'pain.008': ['a direct debit initiation', 'CstmrDrctDbtInitn'],
  'pain.013': ['a request for payment', 'CdtrPmtActvtnReq'],
  'pain.014': ['a status report of requests for payment', 'CdtrPmtActvtnReqStsRpt'],
  'pacs.002': ['a payment status report between banks', 'FIToFIPmtStsRpt'],
  'pacs.008': ['a credit transfer between banks', 'FIToFICstmrCdtTrf'],
};

/**
 * Names the message by its namespace, else by the element inside `Document`: `camt.086.001.01, a statement of bank fees`. Null where it is
 * no message of ISO 20022.
 */
export function isoMessageName(namespace: string, element: string): string | null {
  const id =
    /\b(?:acmt|admi|auth|camt|head|pacs|pain|reda|remt)\.\d{3}(?:\.\d{3}\.\d{2})?/.exec(
      namespace,
    )?.[0] ?? Object.entries(known).find(([, [, holder]]) => holder === element)?.[0];
  if (id === undefined) return null;
  const name = known[id.slice(0, 8)]?.[0];
  return name === undefined ? id : `${id}, ${name}`;
}
