import { randomUUID } from 'node:crypto';

import { dayNumber } from '../../../../shared/calendar/calendar.ts';
import { fail, type Outcome } from '../../../../shared/errors.ts';
import type { GivenFile, GivenPart } from '../../../../shared/ipc/accounts/second-sources.ts';
import { limits } from '../../../../shared/limits.ts';
import { ok } from '../../../../shared/result.ts';
import { accountNames, endingAlike, type AccountNames } from '../../accounts/names.ts';
import { accountByNumber } from '../../accounts/tables.ts';
import { cleanFileName } from '../../../../shared/file-name.ts';
import { timestampNow, type Context } from '../../../engines/machine/context.ts';
import type { Journal } from '../../../engines/store/database.ts';
import type { GivenOutline } from './compare/compare-source.ts';
import { comparedRow, type SourceParts } from './second-sources.ts';
import { givenOf, secondSourceById, type NewGivenSource } from './compare/tables.ts';

type Parts = Pick<SourceParts, 'cache' | 'questions' | 'reader' | 'clock'> & {
  readonly journal: Journal;
};
type Dropped = { readonly fileName: string; readonly bytes: Uint8Array };
type OutlinedStatement = GivenOutline['accountStatements'][number];

/**
 * Imports a dropped statement file of the bank: MT940, camt.052 to camt.054, BAI2 or OFX. Stores each known account's statement with
 * its period and compares it at once. Account and period come from the file alone. An unknown account is reported and not stored.
 */
export async function importGiven(
  parts: Parts,
  { fileName, bytes }: Dropped,
  { correlationId }: Context,
): Promise<Outcome<GivenFile>> {
  const name = cleanFileName(fileName);
  if (bytes.length > limits.secondSourceBytesMax)
    return fail('file.too-large', correlationId, {
      message: `${name}: it is larger than ${String(limits.secondSourceBytesMax / (1024 * 1024))} MB: ask the bank for fewer days in one file.`,
    });
  const outline = await parts.questions.ask('givenStatements', [bytes]);
  if (!outline.ok)
    return fail('file.type-unsupported', correlationId, {
      message: `${name}: ${outline.error.replace(/^\w/, (first) => first.toLowerCase())}`,
    });
  const names = accountNames(parts.reader, parts.journal);
  const places = outline.value.accountStatements.map((statement) =>
    placeOf(parts, statement, names),
  );
  const toSave = places.flatMap((place) =>
    'accountNumber' in place ? newSources(parts, place, { name, outline: outline.value }) : [],
  );
  if (toSave.length > 0) await parts.cache.saveGiven(toSave, bytes, limits.secondSourcesMax);
  const results: GivenPart[] = [];
  for (const place of places)
    results.push(
      'accountNumber' in place ? await compared(parts, place, outline.value.sha256) : place,
    );
  return ok({ fileName: name, parts: results });
}

type MatchedStatement = { readonly statement: OutlinedStatement; readonly accountNumber: string };

/** Returns the account of a statement, or states in a sentence why there is none. */
function placeOf(
  { reader }: Pick<Parts, 'reader'>,
  statement: OutlinedStatement,
  names: AccountNames,
): MatchedStatement | GivenPart {
  const { namedAccount, currency, from, to } = statement;
  const refused = (sentence: string, alike: readonly string[] = []): GivenPart => ({
    ...{ namedAccount, currency, from, to, sentence, endingAlike: alike, source: null },
    isKnown: false,
  });
  if (namedAccount === '') return refused('It names no account: nothing of it was kept.');
  const accountNumber = names.numberOf(namedAccount, currency) ?? names.numberOf(namedAccount, '');
  if (accountNumber === null)
    return refused(
      `The bank lists no account ${namedAccount}${currency === '' ? '' : ` in ${currency}`}: nothing of it was kept. Choose the account it belongs to.`,
      endingAlike(reader, namedAccount, currency),
    );
  const held = accountByNumber(reader, accountNumber)?.currency ?? '';
  if (held !== '' && currency !== '' && held !== currency)
    return {
      ...refused(
        `It is in ${currency}, and account ${accountNumber} is kept in ${held}: nothing of it was kept.`,
      ),
      isKnown: true,
    };
  if (dayNumber(to) - dayNumber(from) + 1 > limits.secondSourceDaysMax)
    return {
      ...refused('It spans more days than the desk compares at a time: nothing of it was kept.'),
      isKnown: true,
    };
  return { statement, accountNumber };
}

/** Returns the source to store; none if the account has the same bytes already. */
function newSources(
  { reader, clock }: Parts,
  { statement, accountNumber }: MatchedStatement,
  { name, outline }: { name: string; outline: GivenOutline },
): NewGivenSource[] {
  const { sha256, mimeType } = outline;
  const isThere = givenOf(reader, accountNumber).some((stored) =>
    isSame(stored, statement, sha256),
  );
  return isThere
    ? []
    : [
        {
          ...{ sourceId: randomUUID(), accountNumber, mimeType, sha256, fileName: name },
          ...{ namedAccount: statement.namedAccount, currency: statement.currency },
          ...{ from: statement.from, to: statement.to, givenAt: timestampNow(clock) },
        },
      ];
}

type DroppedSource = ReturnType<typeof givenOf>[number];

const isSame = (
  { sha256, given }: DroppedSource,
  statement: OutlinedStatement,
  digest: string,
): boolean =>
  sha256 === digest &&
  given?.namedAccount === statement.namedAccount &&
  given.currency === statement.currency;

/** Returns the statement's verdict, and names another dropped file with overlapping days. */
async function compared(
  parts: Parts,
  { statement, accountNumber }: MatchedStatement,
  sha256: string,
): Promise<GivenPart> {
  const given = givenOf(parts.reader, accountNumber);
  const found = given.find((stored) => isSame(stored, statement, sha256));
  const stored = found && secondSourceById(parts.reader, found.sourceId);
  const source = stored ? await comparedRow(parts, stored) : null;
  const other = given.find(
    (one) => one.sha256 !== sha256 && one.from <= statement.to && one.to >= statement.from,
  );
  const overlap = other ? ` Its days overlap those of ${other.fileName}, which is kept too.` : '';
  return {
    ...{
      namedAccount: statement.namedAccount,
      currency: statement.currency,
      from: statement.from,
      to: statement.to,
    },
    sentence: `${source?.summary ?? 'It was forgotten meanwhile: drop it again.'}${overlap}`,
    endingAlike: [],
    isKnown: true,
    source,
  };
}
