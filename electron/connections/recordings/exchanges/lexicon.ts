/**
 * The banks' names for the fields of the specification, in English, German, French and Spanish: lower case, without separators or accents,
 * the likeliest first. A word may belong to several fields.
 */
const words: Readonly<Record<string, string>> = {
  accountNumber:
    'acct no accountno acctno accno account number iban konto kontonummer kontonr acctnumber compte cuenta nr from fromaccount sourceaccount debitaccount',
  accountName: 'title holder accounttitle label name bezeichnung kontoname libelle titular nombre',
  accountId: 'id acctid uid konto accountno nr number no',
  entityId: 'id benid beneficiaryid payeeid uid uuid no nr companyid kundennr',
  clientId: 'org orgid client customer customerid kunde kundennr clientno cliente companyid tenant',
  clientName: 'orgname organisation organization company firma kundenname societe empresa',
  subClientId: 'subclient company firma entity',
  userId: 'uid user userno nr id benutzer benutzernr usuario',
  firstName: 'given givenname forename vorname prenom nombre',
  lastName: 'family familyname surname nachname nom apellido',
  emailAddress: 'mail email correo courriel',
  phoneNumber: 'phone tel telephone telefon mobile telefono',
  roles: 'role rights permissions rollen',
  currencyIso3Code: 'ccy cur curr currency currencycode waehrung wahrung devise moneda',
  currency: 'ccy cur curr currencycode waehrung wahrung devise moneda',
  availableBalance:
    'avail available balance bal verfuegbar verfugbar disponible saldo solde disponibleactual',
  uniqueRequestId: 'requestid requestref externalid clientref',
  accountType: 'type kind art kontoart',
  fundingDetails: 'funding payin coordinates einzahlung details bankdetails',
  openingBalance:
    'open opening openbalance startbalance anfangssaldo begin soldeinitial saldoinicial',
  closingBalance:
    'close closing closebalance endbalance endsaldo schlusssaldo soldefinal saldofinal',
  startDate: 'start from begin datefrom fromdate von desde du a',
  endDate: 'end to until dateto todate bis hasta au b',
  page: 'pageno pagenumber at offset position seite pos number current',
  pageSize: 'size limit perpage pagelength granted',
  totalItems: 'count total totalcount totalelements entries items anzahl',
  totalPages: 'pages pagecount seiten lastpage',
  id: 'no nr n uid number ref identifier order orderid paymentid txid entryid kennung',
  amount: 'amt betrag montant importe sum value amountvalue',
  direction:
    'way side dc drcr crdr sign debitcredit creditdebit creditdebitindicator cdtdbtind richtung sens sentido indicator',
  transactionType: 'type kind sort art txtype category operation',
  transactionDate:
    'when at date time timestamp booked bookedat bookingdate postedat datum buchungsdatum fecha',
  narration:
    'words text description desc memo details remittanceinformation verwendungszweck libelle concepto particulars',
  customReference: 'ref reference custref endtoendid yourref customerref referenz',
  balance: 'bal runningbalance balanceafter saldo solde kontostand',
  reference: 'ref clientref endtoendid orderref yourref paymentref referenz externalid',
  status: 'state phase stand zustand estado etat stage',
  reason: 'why failurereason error errorreason grund motif motivo',
  beneficiaryId: 'to payee payeeid beneficiary creditor recipient benid toid empfaenger',
  beneficiaryName: 'payeename creditorname recipientname empfaengername',
  fee: 'charge cost commission gebuehr frais comision price',
  total: 'sum totalamount totaldebit',
  createdAt: 'created made createdon creationdate erstellt',
  settledAt: 'settled settledon completedat executed',
  updatedAt: 'updated modified changed modifiedat',
  expiresAt: 'until expires expiry validuntil goodtill gueltigbis expiration',
  quoteId: 'quote price priceid id rateid',
  lockId: 'lock id dealid',
  tradeId: 'trade deal dealid id',
  sellCurrency: 'from sell fromcurrency sellccy soldcurrency base',
  buyCurrency: 'to buy tocurrency buyccy boughtcurrency counter',
  sellAmount: 'give sell sellamt fromamount sold',
  buyAmount: 'take buy buyamt toamount receive bought get',
  rate: 'at price fxrate exchangerate kurs taux tasa',
  sellAccountNumber: 'debit debitaccount sellaccount fromaccount source',
  buyAccountNumber: 'credit creditaccount buyaccount toaccount destination target',
  name: 'holder fullname legalname payee firma nom nombre title',
  bankBicOrCode: 'bic swift sort sortcode bankcode routing routingnumber aba blz bankid',
  bankName: 'bank bankname institution institut banque banco',
  bankAddress: 'bankaddr bankaddress',
  country: 'cc countrycode land pays pais ctry',
  addressLine1: 'address street line1 addr1 strasse rue calle',
  addressLine2: 'line2 addr2',
  city: 'town ort stadt ville ciudad',
  state: 'region province kanton bundesland provincia',
  postcode: 'zip postalcode plz codepostal',
  postCode: 'zip postalcode plz codepostal',
  postalCode: 'zip postcode plz codepostal',
  paymentMethod: 'method channel rail',
  businessName: 'legalname company firmenname',
  countryOfRegistration: 'country cc land countryofincorporation pays pais',
  registrationDate: 'registered founded incorporated gruendungsdatum',
  stagesRemaining: 'missing todo stages outstanding fehlt remaining pending open',
  approvalStatus: 'approval decision kycstatus',
  shareholderType: 'type kind art ownertype',
  ownershipPercentage: 'share percentage percent ownership anteil pct stake part',
  dateOfBirth: 'dob born birthdate geburtsdatum',
  nationality: 'citizenship staatsangehoerigkeit',
  identificationNumber: 'idnumber passport ausweisnr',
  documentType: 'type kind art doctype',
  mimeType: 'mediatype contenttype',
  code: 'sort bic bankcode',
  message: 'msg text info',
};

/** The names in paths for the nouns of the operations. */
const nouns: Readonly<Record<string, string>> = {
  accounts: 'accounts account accts acct konten konto comptes compte cuentas cuenta wallets',
  statement:
    'statement statements lines entries transactions movements auszug umsaetze releve movimientos history clientstatement',
  beneficiaries:
    'beneficiaries beneficiary payees payee recipients recipient empfaenger beneficiaires beneficiarios counterparties',
  subclients:
    'subclients subclient sub-clients companies company firmen firma entities customers clients tochter',
  shareholders:
    'shareholders shareholder owners owner eigner gesellschafter actionnaires accionistas ubos',
  documents: 'documents document docs dokumente kyc uploads documentos',
  transfers:
    'transfers transfer orders order payments payment zahlungen auftraege virements transferencias payouts',
  fee: 'fee fees charges gebuehren frais comisiones tariff',
  quote: 'quote quotes price prices rates rate kurs kurse cotation',
  lock: 'lock locks deals deal book ratelock',
  trades: 'trades trade deals deal conversions exchanges',
  user: 'whoami me user userinfo users wer profile self currentuser',
  token: 'token session login signin auth anmelden connect oauth',
  refresh: 'refresh renew renewal erneuern',
  logout: 'logout signout signoff abmelden revoke session deconnexion',
  password: 'password passwd kennwort reset',
  bankdetails: 'bankdetails banks bank bics swift routing',
  remittances: 'remittances remittance remit',
  receivables: 'receivables receivable invoices requests',
  webhooks: 'webhooks webhook configuration callbacks push notifications',
  inflow: 'inflow simulate topup fund',
};

/** Reduces a name to lower-case letters and digits, without accents and separators. */
const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9]/g, '');

const listed = (table: Readonly<Record<string, string>>): ReadonlyMap<string, readonly string[]> =>
  new Map(Object.entries(table).map(([name, text]) => [name, text.split(' ').map(plain)]));

const wordsOf = listed(words);
const nounsOf = listed(nouns);

/**
 * How likely a bank's name means a field of ours, from 0 to 10: the same name, a word of the list (earlier ones more), or a name that
 * contains the other.
 */
export function likeness(field: string, path: readonly string[]): number {
  const own = plain(field);
  const name = plain(path.at(-1) ?? '');
  if (name === '') return 0;
  if (name === own) return 10;
  const whole = plain(path.slice(-2).join(''));
  const known = wordsOf.get(field) ?? [];
  const rank = known.indexOf(name);
  if (rank >= 0) return 8 - Math.min(2, rank * 0.15);
  if (path.length > 1 && (whole === own || known.includes(whole))) return 7;
  if (name.length > 3 && own.length > 3 && (own.includes(name) || name.includes(own))) return 5;
  return 0;
}

/** Whether a path's segment means a noun of ours. */
export const namesNoun = (noun: string, segment: string): boolean => {
  const known = nounsOf.get(noun) ?? [];
  return segment
    .split(/[-_.]/)
    .concat(segment)
    .some((part) => known.includes(plain(part)));
};
