import { JsonNumber } from '../../shared/exact-json.ts';
import type { Fault } from './faults.ts';

const echoNames = ['amount', 'buyAmount'] as const;

/** Gives an answer another amount than was ordered; `wire` is the answer as it goes over the wire. */
export function falsifyEcho(wire: unknown, faults: readonly Fault[]): void {
  if (!faults.some(({ kind }) => kind === 'wrong-echo')) return;
  for (const record of Object.values(wire as Record<string, unknown>))
    if (typeof record === 'object' && record !== null) falsifyRecord(record);
}

function falsifyRecord(record: object): void {
  for (const name of echoNames) {
    const value: unknown = Reflect.get(record, name);
    if (value instanceof JsonNumber) Reflect.set(record, name, nextNumber(value));
  }
}

/** One unit of the last written place above. */
function nextNumber({ source }: JsonNumber): JsonNumber {
  const decimals = source.split('.')[1]?.length ?? 0;
  const digits = String(BigInt(source.replace('.', '')) + 1n).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  return new JsonNumber(
    decimals === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`,
  );
}
