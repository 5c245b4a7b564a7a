import { plainName } from '../../../shared/bank/required-fields.ts';
import { isCurrency } from '../../../shared/money/currencies.ts';

/**
 * The names that programs and banks give a column, in English, German, French, Spanish, Dutch, Italian and Portuguese: one list for every
 * table, by meaning. Lower case without accents, blanks and marks; the surest name first. The values decide a name with several meanings.
 */
const names = {
  day: `bookingdate postingdate transactiondate entrydate posted date day
    buchungsdatum buchungstag buchung datum tag
    dateoperation datedoperation datedeloperation datecomptable datecompta datedecomptabilisation datetransaction dateecriture
    fechaoperacion fechaoperativa fechacontable fechamovimiento fechadeoperacion fecha
    boekdatum boekingsdatum transactiedatum
    dataoperazione datacontabile dataregistrazione datamovimento data
    datamov datalancamento datadolancamento datamovimentacao datadeoperacao`,
  documentDay: `documentdate invoicedate duedate belegdatum rechnungsdatum faelligkeit falligkeit datepiece datefacture dateecheance echeance
    fechafactura vencimiento factuurdatum vervaldatum datadocumento datafattura scadenza datadafatura vencimento`,
  valueDay: `valuedate valutadatum wertstellung wertstellungsdatum wert datevaleur datedevaleur fechavalor fechadevalor rentedatum valutadag
    datavaluta datavalor valuta valeur valor value`,
  amount: `amount amountinaccountcurrency localamount transactionamount signedamount openamount
    betrag umsatz offenerbetrag buchungsbetrag
    montant montantdeloperation montantttc
    importe importeoperacion cantidad
    bedrag transactiebedrag
    importo ammontare
    montante quantia
    value valor valeur`,
  balance: `balance runningbalance balanceafter saldo kontostand solde saldonaboeking saldonatrn saldofinale saldocontabile saldocontabilistico
    saldodisponivel`,
  debit: `debit debits debitamount dr soll sollbetrag montantdebit debe debet dare debito debitos valordebito importedebe`,
  credit: `credit credits creditamount cr haben habenbetrag montantcredit haber avere credito creditos valorcredito importehaber`,
  moneyIn: `moneyin paidin received deposit deposits eingang eingange zugang einnahmen gutschrift gutschriften recette recettes encaissement
    encaissements ingreso ingresos entrada entradas bij bijschrijving ontvangsten inkomsten entrate entrata accrediti accredito`,
  moneyOut: `moneyout paidout paid withdrawal withdrawals ausgang ausgange abgang ausgaben belastung belastungen lastschrift depense depenses
    decaissement decaissements gasto gastos salida salidas af afschrijving uitgaven uscite uscita addebiti addebito saida saidas`,
  /** Only for a bank's file: in the books, this and `deposit` mean the other side as well. */
  charge: 'cargo cargos',
  deposit: 'abono abonos',
  side: `side debitcredit creditdebit drcr crdr dc cd direction sign sollhaben habensoll sh hs vorzeichen sens debethaber debehaber haberdebe
    afbij bijaf debetcredit dareavere segno signo debitocredito creditodebito`,
  currency: `currency currencycode currencyiso3code ccy waehrung wahrung devise monnaie moneda divisa munt muntsoort moeda valuta`,
  reference: `customreference customerreference reference ref yourreference paymentreference externalreference assignment
    referenz zuordnung kundenreferenz endtoendreferenz
    referencia numerodereferencia
    kenmerk betalingskenmerk referentie
    riferimento`,
  document: `document documentnumber documentno docno voucher voucherno invoice invoicenumber invoiceno journal
    beleg belegnummer belegnr rechnung rechnungsnummer
    piece numeropiece npiece facture numerofacture journalcode
    factura numerofactura asiento documento numerodocumento
    factuur factuurnummer boekstuk boekstuknummer
    fattura numerofattura fatura numerofatura`,
  name: `counterparty name customer supplier vendor partner payee payer beneficiary
    kunde lieferant geschaeftspartner geschaftspartner empfaenger empfanger auftraggeber auftraggeberempfaenger auftraggeberempfanger
    beguenstigterzahlungspflichtiger begunstigterzahlungspflichtiger zahlungspflichtiger
    tiers nom client fournisseur beneficiaire contrepartie
    nombre cliente proveedor beneficiario contraparte
    naam naamtegenpartij tegenpartij klant leverancier begunstigde naamomschrijving
    fornitore controparte ragionesociale
    fornecedor`,
  text: `narration narrative description text linetext details particulars memo remarks remark note notes label
    verwendungszweck buchungstext beschreibung bezeichnung bemerkung notiz umsatztext
    libelle libelleoperation libelledeloperation intitule remarque remarques communication commentaire motif
    concepto descripcion observaciones detalle
    omschrijving omschrijving1 mededeling mededelingen toelichting
    descrizione causale descrizioneoperazione dettagli
    descricao descritivo observacoes historico`,
  account: `accountnumber accountno account bankaccount ouraccount auftragskonto kontonummer konto compte numerodecompte numerocompte
    cuenta numerodecuenta rekening rekeningnummer ibanbban conto numeroconto conta numerodaconta`,
  /** The counterparty's account, not ours. */
  otherAccount: `beneficiaryaccount beneficiaryiban payeeaccount payeeiban toaccount creditaccount iban empfaengeriban empfangeriban
    ibanempfaenger ibanempfanger ibanbeneficiaire cuentadestino ibanbeneficiario tegenrekening tegenrekeningibanbban ibancontroparte`,
  baseCurrency:
    'base basecurrency basiswaehrung basiswahrung devisedebase monedabase basisvaluta valutabase moedabase',
  /** The bank's own name of an entry. */
  entryId: 'entryid id transactionid entryreference uniqueid bankreference',
  entryType: 'transactiontype type entrytype',
  rate: `rate exchangerate kurs wechselkurs taux tauxdechange cours tipodecambio tasa koers wisselkoers tasso tassodicambio cambio taxa
    taxadecambio`,
} as const;

export type Meaning = keyof typeof names;

/** A field that a heading may name, and how sure its name is: 0 is the surest. */
type Named<F> = { readonly field: F; readonly rank: number };

/** The meanings of headings for one kind of table. */
export type KnownNames<F extends string> = {
  /** The fields that a heading may name. Of several, the values decide. */
  readonly fieldsOf: (heading: string) => readonly Named<F>[];
};

/** The names of fields, each by its meanings, the surest first. */
export function namesOf<F extends string>(
  fields: Readonly<Record<F, readonly Meaning[]>>,
): KnownNames<F> {
  const known = new Map<string, Named<F>[]>();
  for (const [field, meanings] of Object.entries(fields) as [F, readonly Meaning[]][])
    for (const [rank, name] of meanings.flatMap((one) => names[one].split(/\s+/)).entries())
      known.set(name, [...(known.get(name) ?? []), { field, rank }]);
  const fieldsOf = (heading: string): readonly Named<F>[] => known.get(bareName(heading)) ?? [];
  return {
    fieldsOf: (heading) => {
      const whole = fieldsOf(heading);
      const [, before = ''] = inCurrency.exec(heading) ?? [];
      // Ranked after all whole names: a table often has both `Betrag` and `Betrag in EUR`.
      return whole.length > 0 || before === '' || currencyIn(heading) === ''
        ? whole
        : fieldsOf(before).map(({ field, rank }) => ({ field, rank: rank + behind }));
    },
  };
}

const behind = 1_000;

/** `Betrag in EUR`, `Débit euros`, `Bedrag (EUR)`, `Importo €`. */
const inCurrency =
  /^(.*?[\p{L}\p{N}.])\s*(?:\b(?:in|en)\s+|[([]\s*|\s)([A-Za-z]{3}|euros?|€)\s*[)\]]?\s*$/iu;

/** The currency that the heading of an amount names; empty where it names none. */
export function currencyIn(heading: string): string {
  const code = (inCurrency.exec(heading)?.[2] ?? '').toUpperCase();
  if (['EURO', 'EUROS', '€'].includes(code)) return 'EUR';
  return isCurrency(code) ? code : '';
}

/** A heading without case, accents and anything but letters and digits. */
export const bareName = (heading: string): string =>
  plainName(heading.normalize('NFD').replace(/\p{M}+/gu, ''));

/**
 * The column of each field, from 0, by its heading: of two with the same meaning, the surer name, then the first. A heading with several
 * meanings has the one that fits its values.
 */
export function namedColumns<F extends string>(
  headings: readonly string[],
  { fieldsOf }: KnownNames<F>,
  canBe: (field: F, at: number) => boolean,
): Partial<Record<F, number>> {
  const columns: Partial<Record<F, number>> = {};
  const ranks: Partial<Record<F, number>> = {};
  for (const [at, heading] of headings.entries()) {
    const all = fieldsOf(heading);
    const [named] = all.length < 2 ? all : all.filter(({ field }) => canBe(field, at));
    if (named === undefined || named.rank >= (ranks[named.field] ?? Infinity)) continue;
    columns[named.field] = at;
    ranks[named.field] = named.rank;
  }
  return columns;
}
