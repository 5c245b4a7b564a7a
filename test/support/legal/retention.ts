import { parseExtras, type ParsedExtras } from '../../../shared/bank/extras.ts';
import { JsonNumber, parseExact } from '../../../shared/json/exact-json.ts';
import type { BankRecord } from './fields.ts';
import type { Member, Wire } from './wire.ts';

/** The names of what a bank wrote in a record and the record that was read lacks; empty where all is stored or named as omitted. */
export function lostOf(
  { fields, extras }: BankRecord,
  read: Readonly<Record<string, unknown>>,
): string[] {
  const halved = Object.entries(fields).flatMap(([name, { wire }]): Member[] =>
    wire !== undefined && isHalved(wire) ? [[name, wire]] : [],
  );
  const isHalvedField = (name: string): boolean => halved.some(([one]) => one === name);
  const lost = Object.entries(fields)
    .filter(([name, { keeps }]) => !keeps(read[name]) && !isHalvedField(name))
    .map(([name]) => `${name}: ${JSON.stringify(read[name])}`);
  return [...lost, ...lostExtras([...extras, ...halved], read['extras'])];
}

/** Returns the extra fields that the record's `extras` neither hold digit for digit nor name as omitted. */
export const lostExtras = (sent: BankRecord['extras'], text: unknown): string[] =>
  lostMembers(sent, parseExtras(typeof text === 'string' ? text : undefined));

/** What a bank wrote in a record and the text of the rejected record lacks. */
export function lostOfText({ wire }: BankRecord, aside: string): string[] {
  const { extrasOmitted = [], ...fields } = parseExact(aside) as Record<string, unknown>;
  const members = wire.is === 'record' ? wire.members : [];
  return lostMembers(members, { fields, omitted: extrasOmitted as string[] });
}

function lostMembers(members: readonly Member[], { fields, omitted }: ParsedExtras): string[] {
  const named = (name: string): boolean =>
    omitted.some((one) => one.startsWith(plain(name)) || /^and \d+ more$/.test(one));
  const isStored = ([name, wire]: readonly [string, Wire]): boolean =>
    Object.hasOwn(fields, name) && isSame(wire, fields[name]);
  const known = new Set(members.map(([name]) => name));
  const invented = Object.keys(fields).filter((name) => !known.has(name));
  return [
    ...members
      .filter((extra) => !isStored(extra) && !named(extra[0]))
      .map(([name, wire]) => `extra field ${JSON.stringify(name)}: ${JSON.stringify(wire)}`),
    ...invented.map((name) => `invented ${name}`),
  ];
}

/** It contains half a letter, which no screen can show: the text stands among the extra fields. */
const isHalved = (wire: Wire): boolean =>
  (wire.is === 'text' && !wire.text.isWellFormed()) ||
  (wire.is === 'list' && wire.parts.some(isHalved));

/** The beginning of a name, as far as every way to show it agrees. */
const plain = (name: string): string => /^[\w -]*/.exec(name.trim())?.[0] ?? '';

/** Is what was read what was written: numbers by their letters, members by name? */
function isSame(wire: Wire, read: unknown): boolean {
  switch (wire.is) {
    case 'text':
      return read === wire.text;
    case 'number':
      return read instanceof JsonNumber && read.source === wire.source;
    case 'word':
      return read === wire.word;
    case 'list':
      return (
        Array.isArray(read) &&
        read.length === wire.parts.length &&
        wire.parts.every((part, at) => isSame(part, read[at]))
      );
    case 'record':
      return (
        typeof read === 'object' &&
        read !== null &&
        Object.keys(read).length === wire.members.length &&
        wire.members.every(
          ([name, value]) =>
            Object.hasOwn(read, name) && isSame(value, (read as Record<string, unknown>)[name]),
        )
      );
  }
}
