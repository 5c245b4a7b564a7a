/** What a person calls a type of document: `Proof of address`. One that is not in the bank’s capitals stays as the bank spells it. */
export function documentTypeTitle(type: string): string {
  if (!/^[A-Z0-9]+(_[A-Z0-9]+)*$/.test(type)) return type;
  return `${type.slice(0, 1)}${type.slice(1).toLowerCase().replaceAll('_', ' ')}`;
}

/** The same within a sentence: `proof of address`. */
export function documentTypeWords(type: string): string {
  const title = documentTypeTitle(type);
  return title === type ? type : `${title.slice(0, 1).toLowerCase()}${title.slice(1)}`;
}
