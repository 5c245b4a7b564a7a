import type { Operation } from '../../../../shared/bank/operation.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { readAnswer } from './answer.ts';
import type { BankFile } from '../file/bank-file.ts';
import type { OperationOverride } from '../file/bank-file-schema.ts';
import { identified, ownFieldsOf, recordWithin } from './own-record.ts';
import { cleanerOfWritten } from '../json/redaction.ts';
import type { Redact } from './extra-fields.ts';
import { mapResponse } from './map-response.ts';
import { withKnownWords, type ValueMaps } from '../file/value-maps.ts';

/** How a bank file maps the answers of one operation. Plain data without secrets, so it can be passed to another thread. */
export type ResponseMapping = {
  readonly override: Pick<OperationOverride, 'response' | 'items' | 'values'> | undefined;
  readonly values: ValueMaps;
  /** The zone of times without an offset; null where the bank file names none. */
  readonly timeZone: string | null;
};

export function responseMappingOf(
  { operations, values, timeZone }: Pick<BankFile, 'operations' | 'values' | 'timeZone'>,
  operation: string,
): ResponseMapping {
  const override = operations[operation];
  if (!override) return { override, values, timeZone };
  const { response, items, values: own } = override;
  return {
    override: {
      ...(response && { response }),
      ...(items && { items }),
      ...(own && { values: own }),
    },
    ...{ values, timeZone },
  };
}

type PathValues = Readonly<Record<string, string>> | undefined;

/** Maps an answer into the catalogue's shape. Extras that `redact` changes are dropped. `path` names the requested record. */
export function readResponse(
  entry: Operation,
  { override, values, timeZone }: ResponseMapping,
  { path, answer, redact }: { path: PathValues; answer: unknown; redact: Redact },
): unknown {
  // Where the bank file maps the answer, only its places are read.
  const record = override?.response ? answer : recordWithin(ownFieldsOf(entry), answer);
  const mapped = mapResponse(entry, override, record, redact);
  const explained = { everywhere: values, own: override?.values ?? {}, timeZone };
  return identified(entry, path, withKnownWords(entry, explained, mapped));
}

/**
 * Like {@link readResponse}, from the raw bytes; the error says why they cannot be read. `secrets` are the session's secrets that
 * the client found in these bytes.
 */
export function readBy(
  entry: Operation,
  mapping: ResponseMapping,
  { path, bytes, secrets }: { path: PathValues; bytes: Uint8Array; secrets: readonly string[] },
): Result<unknown, string> {
  const answer = readAnswer(bytes);
  if (!answer.ok) return err(answer.error);
  const redact = cleanerOfWritten(secrets);
  return ok(readResponse(entry, mapping, { path, answer: answer.value, redact }));
}
