import { isValidIBAN } from 'ibantools';

import type { Decimal } from '../../../shared/money/decimal.ts';
import type { FileHead, FormatPart, FormatRow, Open, Writer } from './format.ts';
import type { Notes } from './notes.ts';
import { shortReference } from './short-reference.ts';
import { allMarkWords, sequenceOf } from './labels.ts';
import { escaped, legalXml } from './xml-text.ts';

/**
 * Bank to customer statement, ISO 20022 camt.053. Lengths are those of its schema: a longer text is shortened and noted. The two versions
 * differ in a few elements only.
 */
type Version = {
  readonly namespace: string;
  readonly bic: { readonly element: string; readonly pattern: RegExp };
  readonly status: string;
  readonly party: (name: string) => string;
  readonly net: (amount: Decimal, side: string) => string;
};

const versions = {
  '08': {
    namespace: 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08',
    bic: { element: 'BICFI', pattern: /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/ },
    status: '<Sts><Cd>BOOK</Cd></Sts>',
    party: (name) => `<Pty><Nm>${name}</Nm></Pty>`,
    net: (amount, side) =>
      `<TtlNetNtry><Amt>${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd></TtlNetNtry>`,
  },
  '02': {
    namespace: 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.02',
    bic: { element: 'BIC', pattern: /^[A-Z]{6}[A-Z2-9][A-NP-Z0-9](?:[A-Z0-9]{3})?$/ },
    status: '<Sts>BOOK</Sts>',
    party: (name) => `<Nm>${name}</Nm>`,
    net: (amount, side) => `<TtlNetNtryAmt>${amount}</TtlNetNtryAmt><CdtDbtInd>${side}</CdtDbtInd>`,
  },
} as const satisfies Record<string, Version>;

export const camt053: Open = (head, notes) => new Camt053(versions['08'], head, notes);
export const camt053v02: Open = (head, notes) => new Camt053(versions['02'], head, notes);

class Camt053 implements Writer {
  readonly #version: Version;
  readonly #head: FileHead;
  readonly #notes: Notes;
  #parts = 0;

  constructor(version: Version, head: FileHead, notes: Notes) {
    this.#version = version;
    this.#head = head;
    this.#notes = notes;
  }

  begin(): string {
    const { id, createdAt } = this.#head;
    return (
      `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${this.#version.namespace}"><BkToCstmrStmt>\n` +
      `<GrpHdr><MsgId>${id}</MsgId><CreDtTm>${createdAt}</CreDtTm></GrpHdr>\n`
    );
  }

  beginPart(part: FormatPart): string {
    this.#parts += 1;
    const { from, to, currency, opening, closing, available } = part;
    const balance = (code: string, amount: Decimal, day: string): string =>
      `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amountOf(magnitude(amount), currency)}` +
      `<CdtDbtInd>${sideOf(amount)}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>\n`;
    return (
      `<Stmt><Id>${shortReference(`${this.#head.id}-${String(this.#parts)}`, 35)}</Id>` +
      `<ElctrncSeqNb>${sequenceOf(to)}</ElctrncSeqNb><CreDtTm>${this.#head.createdAt}</CreDtTm>` +
      `<FrToDt><FrDtTm>${from}T00:00:00Z</FrDtTm><ToDtTm>${to}T23:59:59Z</ToDtTm></FrToDt>\n` +
      this.#account(part) +
      balance('OPBD', opening, from) +
      balance('CLBD', closing, to) +
      (available === null ? '' : balance('CLAV', available, to)) +
      this.#summary(part)
    );
  }

  rows(rows: readonly FormatRow[]): string {
    let text = '';
    for (const row of rows) text += this.#entry(row);
    return text;
  }

  endPart(): string {
    return '</Stmt>\n';
  }

  end(): string {
    return '</BkToCstmrStmt></Document>\n';
  }

  #account(part: FormatPart): string {
    const { accountNumber, accountName, currency, bic, bankName } = part;
    const bare = accountNumber.replaceAll(' ', '');
    const id = isValidIBAN(bare)
      ? `<IBAN>${bare}</IBAN>`
      : `<Othr><Id>${this.#reference(accountNumber, 34, accountNumber)}</Id></Othr>`;
    const { element, pattern } = this.#version.bic;
    const bank =
      (pattern.test(bic) ? `<${element}>${bic}</${element}>` : '') +
      this.#element('Nm', bankName, 140, accountNumber);
    return (
      `<Acct><Id>${id}</Id><Ccy>${currency}</Ccy>${this.#element('Nm', accountName, 70, accountNumber)}` +
      `${bank === '' ? '' : `<Svcr><FinInstnId>${bank}</FinInstnId></Svcr>`}</Acct>\n`
    );
  }

  #summary({ credits, debits, net }: FormatPart): string {
    const group = (name: string, { count, sum }: FormatPart['credits']): string =>
      `<${name}><NbOfNtries>${String(count)}</NbOfNtries>${fits(sum) ? `<Sum>${sum}</Sum>` : ''}</${name}>`;
    return (
      `<TxsSummry><TtlNtries><NbOfNtries>${String(credits.count + debits.count)}</NbOfNtries>` +
      `${fits(net) ? this.#version.net(magnitude(net), sideOf(net)) : ''}</TtlNtries>` +
      `${group('TtlCdtNtries', credits)}${group('TtlDbtNtries', debits)}</TxsSummry>\n`
    );
  }

  #entry(row: FormatRow): string {
    const { id, amount, currency, effect, bookingDay, valueDay, type } = row;
    return (
      `<Ntry>${amountOf(amount, currency)}<CdtDbtInd>${effect === 'credit' ? 'CRDT' : 'DBIT'}</CdtDbtInd>` +
      `${row.isReversal ? '<RvslInd>true</RvslInd>' : ''}${this.#version.status}` +
      `<BookgDt><Dt>${bookingDay}</Dt></BookgDt><ValDt><Dt>${valueDay}</Dt></ValDt>` +
      `<AcctSvcrRef>${this.#reference(id, 35, id)}</AcctSvcrRef>` +
      `<BkTxCd>${type === '' ? '' : `<Prtry>${this.#element('Cd', type, 35, id)}</Prtry>`}</BkTxCd>` +
      `<NtryDtls><TxDtls>${this.#details(row)}</TxDtls></NtryDtls>${this.#additional(row)}</Ntry>\n`
    );
  }

  #details(row: FormatRow): string {
    const { id, reference, counterparty, effect, at, mark } = row;
    const endToEnd = reference === '' ? '' : this.#reference(reference, 35, id);
    const ours = effect === 'credit' ? 'Dbtr' : 'Cdtr';
    const party =
      counterparty === ''
        ? ''
        : `<RltdPties><${ours}>${this.#version.party(this.#text(counterparty, 140, id))}</${ours}></RltdPties>`;
    const remittance = this.#remittance(row);
    const note = mark === null ? '' : allMarkWords(mark);
    return (
      `<Refs><AcctSvcrRef>${this.#reference(id, 35, id)}</AcctSvcrRef>` +
      `${endToEnd === '' ? '' : `<EndToEndId>${endToEnd}</EndToEndId>`}</Refs>${party}` +
      (remittance === '' ? '' : `<RmtInf>${remittance}</RmtInf>`) +
      `<RltdDts><TxDtTm>${at}</TxDtTm></RltdDts>${this.#element('AddtlTxInf', note, 500, id)}`
    );
  }

  /** Splits the text into pieces of 140 characters without loss. */
  #remittance({ id, narration, remittance }: FormatRow): string {
    const signs = Array.from(this.#legal(remittance === '' ? narration : remittance, id));
    let text = '';
    for (let start = 0; start < signs.length; start += 140)
      text += `<Ustrd>${escaped(signs.slice(start, start + 140).join(''))}</Ustrd>`;
    return text;
  }

  /** The narration, where the remittance information has an element of its own. */
  #additional({ id, narration, remittance }: FormatRow): string {
    return remittance === '' ? '' : this.#element('AddtlNtryInf', narration, 500, id);
  }

  #element(name: string, text: string, max: number, entry: string): string {
    return text === '' ? '' : `<${name}>${this.#text(text, max, entry)}</${name}>`;
  }

  #text(text: string, max: number, entry: string): string {
    const signs = Array.from(this.#legal(text, entry));
    if (signs.length <= max) return escaped(signs.join(''));
    const short = signs.slice(0, max).join('');
    this.#notes.add('Texts shortened to fit camt.053', entry, text, short);
    return escaped(short);
  }

  #reference(reference: string, max: number, entry: string): string {
    const legal = this.#legal(reference, entry);
    const short = shortReference(legal, max);
    if (short !== legal)
      this.#notes.add('Bank references shortened to fit camt.053', entry, reference, short);
    return escaped(short);
  }

  #legal(text: string, entry: string): string {
    const legal = legalXml(text);
    if (legal !== text)
      this.#notes.add('Control characters removed, which XML cannot hold', entry, text, legal);
    return legal;
  }
}

const amountOf = (amount: Decimal, currency: string): string =>
  `<Amt Ccy="${currency}">${amount}</Amt>`;

/** The schema allows sums of 18 digits. A longer sum may be left out. */
const fits = (sum: Decimal): boolean => sum.replaceAll(/\D/g, '').length <= 18;

const magnitude = (amount: Decimal): Decimal => (amount.startsWith('-') ? amount.slice(1) : amount);
const sideOf = (amount: Decimal): string => (amount.startsWith('-') ? 'DBIT' : 'CRDT');
