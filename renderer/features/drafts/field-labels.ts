/** What a field is called, out of its name in the form: `recipientBankBicOrCode`, `intermediaryBank.bic`, `more.purpose`. */
export function fieldWords(field: string): string {
  const words = field
    .replace(/^more\./, '')
    .replaceAll('.', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/\b(bic|iban|id|url)\b/g, (short) => short.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}
