import { JsonNumber } from '../../../../shared/json/exact-json.ts';
import { isSecretName } from '../../../engines/bank/file/secret-names.ts';
import { isRecord } from '../../../engines/bank/json/pointer.ts';
import type { Template } from '../../../engines/bank/file/template.ts';
import type { Asking } from '../operations/questions.ts';
import type { Exchange } from '../exchanges/exchange.ts';

/** Names of fields that identify the user, and need not be hidden while typed. */
const openName =
  /^(user|username|userid|user_?name|user_?id|login|loginid|e?mail|email_?address|phone|msisdn|mobile|contract|client|client_?id|customer|customer_?id|tenant|company|org|account|id|benutzer|vertrag|name|key_?id)$/i;
/** Fields with values fixed by OAuth. */
export const fixedName = /^(grant_?type|scope|audience|response_?type)$/i;

/** The body of the sign-in, with each text replaced by the name of a field. No value of it is used further. */
export function credentialTemplate({ body, from }: Exchange, asking: Asking): Template {
  asking.note(
    'auth.request',
    from,
    'Its body holds what is typed at the sign-in; the values are left out.',
  );
  const used = new Set<string>();
  return isRecord(body) ? inNames(body, 'auth.request', { asking, used }) : {};
}

type Naming = { readonly asking: Asking; readonly used: Set<string> };

function inNames(record: Record<string, unknown>, place: string, naming: Naming): Template {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]): [string, Template] => {
      const here = `${place}.${name}`;
      if (isRecord(value)) return [name, inNames(value, here, naming)];
      if (typeof value === 'string' && fixedName.test(name)) return [name, value];
      if (typeof value === 'string' || value instanceof JsonNumber) {
        const field = credentialName(name, here, naming);
        return [name, value instanceof JsonNumber ? `{${field}:number}` : `{${field}}`];
      }
      return [name, typeof value === 'boolean' ? value : null];
    }),
  );
}

/** The name of a credential field. One that is neither clearly open nor clearly secret is hidden unless a person decides otherwise. */
function credentialName(name: string, place: string, { asking, used }: Naming): string {
  const plain = name.replace(/[^A-Za-z0-9_]/g, '_').replace(/^(?=\d)/, '_');
  const isSure = openName.test(name) || isSecretName(plain);
  const answer = isSure
    ? null
    : asking.ask({
        place,
        question: `Is “${name}” of the sign-in a secret, to be hidden while it is typed?`,
        choices: ['secret', 'not secret'],
      });
  const field = isSure || answer === 'not secret' ? plain : `${plain}Secret`;
  const free = used.has(field) ? `${field}_${String(used.size)}` : field;
  used.add(free);
  return free;
}
