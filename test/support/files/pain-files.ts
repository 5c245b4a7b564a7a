import { bytesOf } from '../stores/table-files.ts';

/** A payment of a message; what is left out is as the examples of every bank have it. */
export type PainLine = {
  readonly id?: string;
  readonly amount?: string;
  readonly currency?: string;
  readonly iban?: string;
  readonly name?: string;
  /** Elements behind the creditor's account, as they are written. */
  readonly more?: string;
};

export type PainGroupGiven = {
  readonly account?: string;
  /** As it is written; a day by itself in .03. */
  readonly date?: string;
  /** Elements before the debtor, as they are written. */
  readonly before?: string;
  readonly lines: readonly PainLine[];
};

export type PainGiven = {
  readonly version?: string;
  readonly count?: string;
  readonly sum?: string;
  readonly groups: readonly PainGroupGiven[];
};

/** A Customer Credit Transfer Initiation as programs write it, an element a line. */
export function painText({ version = '03', count, sum, groups }: PainGiven): string {
  const payments = groups.flatMap(({ lines }) => lines);
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.${version}">
<CstmrCdtTrfInitn>
<GrpHdr>
<MsgId>M-1</MsgId>
<CreDtTm>2026-11-20T09:00:00</CreDtTm>
<NbOfTxs>${count ?? String(payments.length)}</NbOfTxs>
${sum === undefined ? '' : `<CtrlSum>${sum}</CtrlSum>\n`}<InitgPty><Nm>Kestrel</Nm></InitgPty>
</GrpHdr>
${groups.map((group, at) => groupText(group, at, version)).join('\n')}
</CstmrCdtTrfInitn>
</Document>
`;
}

export const painFile = (given: PainGiven): Uint8Array<ArrayBuffer> => bytesOf(painText(given));

function groupText(
  { account = '1', date = '2026-11-20', before = '', lines }: PainGroupGiven,
  at: number,
  version: string,
): string {
  const day = Number(version) < 8 ? date : `<Dt>${date}</Dt>`;
  return `<PmtInf>
<PmtInfId>G-${at + 1}</PmtInfId>
<PmtMtd>TRF</PmtMtd>${before}
<ReqdExctnDt>${day}</ReqdExctnDt>
<Dbtr><Nm>Kestrel</Nm></Dbtr>
<DbtrAcct><Id><Othr><Id>${account}</Id></Othr></Id></DbtrAcct>
<DbtrAgt><FinInstnId/></DbtrAgt>
${lines.map(lineText).join('\n')}
</PmtInf>`;
}

const lineText = ({
  id = 'INV-1',
  amount = '1.00',
  currency = 'USD',
  iban = '001',
  name = 'Payee b-1',
  more = '',
}: PainLine): string => `<CdtTrfTxInf>
<PmtId><EndToEndId>${id}</EndToEndId></PmtId>
<Amt><InstdAmt Ccy="${currency}">${amount}</InstdAmt></Amt>
<Cdtr><Nm>${name}</Nm></Cdtr>
<CdtrAcct><Id><Othr><Id>${iban}</Id></Othr></Id></CdtrAcct>${more}
</CdtTrfTxInf>`;
