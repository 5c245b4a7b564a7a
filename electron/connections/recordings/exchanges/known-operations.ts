import type { OperationName } from '../../../../shared/bank/catalogue.ts';

/** The roles of the values seen so far, by their text: the same value elsewhere likely has the same role. */
export type Known = {
  /** Records texts with their role; `source` is where they come from. */
  note(role: Role, texts: Iterable<string>, source: object): void;
  /** The knowledge from every source except `source`: no source is its own evidence. */
  without(source: object): Witness;
};

export type Witness = {
  /** same: seen in this role; other: seen only in other roles; new: not seen. */
  of(role: Role, text: string): 'same' | 'other' | 'new';
};

/** The meaning of a value, such as `beneficiary.id`, independent of the name of its field. */
export type Role = string;

const nounsByOperation: readonly (readonly [RegExp, string])[] = [
  [/Shareholder/, 'shareholder'],
  [/SubclientDocuments/, 'document'],
  [/Subclient/, 'sub-client'],
  [/Account|Statement/, 'account'],
  [/Beneficiar/, 'beneficiary'],
  [/Transfer/, 'transfer'],
  [/Quote|Rate|Trade/, 'trade'],
  [/Remittance/, 'remittance'],
  [/Receivable/, 'receivable'],
  [/Configuration/, 'webhook'],
];

const sharedRoles: readonly (readonly [RegExp, Role])[] = [
  [/^(sell|buy|recipient)?AccountNumber$/i, 'account number'],
  [/^(parentClientId|clientId)$/, 'client.id'],
  [/^subClientId$/, 'sub-client.id'],
  [/^beneficiaryId$/, 'beneficiary.id'],
  [/^shareholderId$/, 'shareholder.id'],
  [/^(reference|customReference)$/, 'reference'],
  [/^(quoteId|lockId|tradeId)$/, 'price or deal'],
  [/currency/i, 'currency'],
];

/** The role of a field. In a statement, a number is the account's, and the `id` of an entry is the entry's own. */
export function roleOf(operation: OperationName, field: string): Role {
  const name = field.split('.').at(-1) ?? field;
  const noun = nounsByOperation.find(([pattern]) => pattern.test(operation))?.[1] ?? operation;
  if (noun === 'shareholder' && name === 'subClientId') return 'sub-client.id';
  const shared = sharedRoles.find(([pattern]) => pattern.test(name))?.[1];
  if (shared !== undefined) return shared;
  if (operation.includes('Statement') && name === 'id') return 'entry.id';
  const isId = name === 'id' || name === 'entityId';
  return `${noun}.${isId ? 'id' : name}`;
}

/** The role of an input. In a path, `{id}` names the parent record: of a shareholder's path, the sub-client. */
export function inputRoleOf(operation: OperationName, part: string, name: string): Role {
  const isOfSubclient = operation.includes('Subclient') && part === 'path' && name === 'id';
  return isOfSubclient ? 'sub-client.id' : roleOf(operation, name);
}

export function createKnown(): Known {
  const met = new Map<string, Map<Role, Set<object>>>();
  return {
    note: (role, texts, source) => {
      for (const text of texts) {
        const roles = met.get(text) ?? new Map<Role, Set<object>>();
        met.set(text, roles.set(role, (roles.get(role) ?? new Set()).add(source)));
      }
    },
    without: (source) => ({
      of: (role, text) => {
        const others = [...(met.get(text) ?? [])].filter(([, sources]) =>
          [...sources].some((other) => other !== source),
        );
        if (others.length === 0) return 'new';
        return others.some(([known]) => known === role) ? 'same' : 'other';
      },
    }),
  };
}
