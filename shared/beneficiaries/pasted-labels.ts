/** The kind of value in a labelled piece of pasted bank details. */
export type PastedKind =
  | 'name'
  | 'accountName'
  | 'account'
  | 'code'
  | 'branchCode'
  | 'branchName'
  | 'bankName'
  | 'bankAddress'
  | 'bankCountry'
  | 'address'
  | 'address2'
  | 'city'
  | 'state'
  | 'postCode'
  | 'country'
  | 'currency'
  | 'email'
  | 'phone'
  | 'byBank'
  | 'byBic'
  | 'byCountry'
  | 'heading';

export type Label = {
  readonly kind: PastedKind;
  /** The country whose banks use this label. */
  readonly country?: string;
  /** The word names nothing but numbers or codes: it needs no colon. */
  readonly isPlain: boolean;
};

/** One line per label: what it holds, the country it implies, then its words without case, accents and small words. */
const table = `
name: name|beneficiary|beneficiary name|name beneficiary|payee|payee name|recipient|recipient name|supplier|vendor|
  company|company name|legal name|full name|empfanger|begunstigter|zahlungsempfanger|name empfanger|firma|nom|
  nom beneficiaire|beneficiaire|raison sociale|nombre|nombre beneficiario|beneficiario|razon social|nome|
  nome beneficiario|ragione sociale|naam|naam begunstigde|begunstigde
accountName: account name|account holder|account holder name|name account holder|name account|account title|holder|
  holder name|a c name|acct name|acc name|beneficiary account name|kontoinhaber|titulaire|titulaire compte|
  nom titulaire|titular|titular cuenta|titular conta|intestatario|intestatario conto|rekeninghouder|tenaamstelling
account!: account|a c|acct|acc|ac|bank account|beneficiary account|beneficiary account iban|account iban|iban account|
  iban|iban code|konto|kontonummer|compte|cuenta|conta|conto|rekening|rekeningnummer|iban bban
account! NGA: nuban|account nuban|nuban account
account! MEX: clabe|clabe interbancaria
code!: bic|swift|bic swift|swift bic|swift code|bic code|bic swift code|swift bic code|code bic|code swift|
  code bic swift|codigo bic|codigo swift|codigo bic swift|codice bic|codice swift|codice bic swift|bank bic|
  bank swift|bank swift code|bank bic code|bank swift bic|beneficiary bank swift|beneficiary bank bic|
  beneficiary bank swift code|beneficiary bank bic code|beneficiary bank swift bic|swift address|
  bank identifier code|swift id|bank code|bankleitzahl|blz|code banque|codigo banco|codice banca|clearing code|
  clearing|cnaps|cnaps code|nip code|institution code|bank id
code! GBR: sort code|sortcode|bank sort code|uk sort code
code! USA: aba|routing|aba routing|routing aba|routing code|ach routing|wire routing|routing transit|fedwire|
  aba code|rtn|aba rtn|us routing|ach|fedwire routing|aba fedwire
code! IND: ifsc|ifsc code|ifs code
code! AUS: bsb|bsb code
branchCode!: branch code|code guichet|codigo agencia|agencia|branch id
branchName: branch|branch name|filiale|agence|sucursal|filial
bankName: bank|bank name|name bank|beneficiary bank|beneficiary bank name|bank beneficiary|receiving bank|
  financial institution|institution|kreditinstitut|banque|nom banque|banco|nombre banco|nome banco|banca|
  nome banca|naam bank
bankAddress: bank address|address bank|beneficiary bank address|branch address|bankadresse|bankanschrift|
  adresse banque|direccion banco|endereco banco|indirizzo banca|bankadres
bankCountry: bank country|country bank|bank location|beneficiary bank country
address: address|address 1|address line 1|address line1|street|street address|beneficiary address|payee address|
  recipient address|company address|registered address|address beneficiary|adresse|anschrift|strasse|
  adresse beneficiaire|rue|direccion|domicilio|endereco|morada|indirizzo|adres|straat
address2: address 2|address line 2|address line2
city: city|town|city town|town city|ort|stadt|ville|ciudad|cidade|citta|stad|plaats
state: state|province|region|county|state province|bundesland|estado|provincia
postCode: post code|postcode|postal code|zip|zip code|zip postal code|plz|postleitzahl|code postal|codigo postal|
  cap|cep
country: country|beneficiary country|country beneficiary|land|pays|pais|paese
currency: currency|ccy|account currency|payment currency|currency account|wahrung|devise|monnaie|moneda|divisa|
  moeda|valuta
email: email|e mail|mail|email address|e mail address|contact email|correo|correo electronico|courriel
phone: phone|telephone|tel|mobile|cell|contact phone|contact|telefon|telefono|telefone|telefoon|handy
byBank: intermediary|intermediary bank|intermediary bank name|correspondent|correspondent bank|
  correspondent bank name|banque intermediaire|banque correspondante|korrespondenzbank|zwischenbank|
  banco intermediario|banco corresponsal|banca intermediaria|banca corrispondente
byBic: intermediary bic|intermediary swift|intermediary swift code|intermediary bank bic|intermediary bank swift|
  intermediary bank swift code|correspondent bic|correspondent swift|correspondent bank bic|
  correspondent bank swift|correspondent bank swift code
byCountry: intermediary bank country|correspondent bank country
heading: bank details|banking details|payment details|account details|beneficiary details|payee details|
  our bank details|wire instructions|wiring instructions|wire transfer instructions|payment instructions|
  remittance instructions|bankverbindung|coordonnees bancaires|datos bancarios|dati bancari|bankgegevens
`;

/** Words without meaning in a label: `Account no.` is `account`, `Nom du bénéficiaire` is `nom beneficiaire`. */
const smallWords: ReadonlySet<string> = new Set(
  'no nr num number numero nummer n of the de du des del da do di la le el il l d s der die das van your our'.split(
    ' ',
  ),
);

const labels: ReadonlyMap<string, Label> = new Map(
  table
    .trim()
    .replace(/\n\s+/g, '')
    .split('\n')
    .flatMap((line) => {
      const [head = '', words = ''] = line.split(': ');
      const [kind = '', country] = head.split(' ');
      const label = {
        kind: kind.replace('!', '') as PastedKind,
        isPlain: kind.endsWith('!'),
        ...(country === undefined ? {} : { country }),
      };
      return words.split('|').map((text) => [text, label] as const);
    }),
);

/** The words of a label without case, accents, punctuation and small words. */
const labelWords = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !smallWords.has(word))
    .join(' ');

/** The label that the whole text is; undefined when it is none. */
export const labelOf = (text: string): Label | undefined => labels.get(labelWords(text));
