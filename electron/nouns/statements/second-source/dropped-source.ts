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
import { givenOf, secondSourceById, type GivenToKeep } from './compare/tables.ts';

type Parts = Pick<SourceParts, 'cache' | 'questions' | 'reader' | 'clock'> & {
  readonly journal: Journal;
};
type Dropped = { readonly fileName: string; readonly bytes: Uint8Array };
type Told = GivenOutline['accountStatements'][number];

/**
 * Takes a statement file of the bank, MT940, camt.052 to camt.054, BAI2 or OFX, that a person dropped: what it tells of each account of ours is kept with its
 * period and compared at once. What it is of is read from the file alone; an account that is not known is told, and nothing of it kept.
 */
export async function takeGiven(
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
  const places = outline.value.accountStatements.map((told) => placeOf(parts, told, names));
  const toKeep = places.flatMap((place) =>
    'accountNumber' in place ? keepsake(parts, place, { name, outline: outline.value }) : [],
  );
  if (toKeep.length > 0) await parts.cache.saveGiven(toKeep, bytes, limits.secondSourcesMax);
  const judged: GivenPart[] = [];
  for (const place of places)
    judged.push(
      'accountNumber' in place ? await compared(parts, place, outline.value.sha256) : place,
    );
  return ok({ fileName: name, parts: judged });
}

type Placed = { readonly told: Told; readonly accountNumber: string };

/** The account of ours that a statement is of; or why it is none, in a sentence. */
function placeOf(
  { reader }: Pick<Parts, 'reader'>,
  told: Told,
  names: AccountNames,
): Placed | GivenPart {
  const { namedAccount, currency, from, to } = told;
  const refused = (sentence: string, alike: readonly string[] = []): GivenPart => ({
    ...{ namedAccount, currency, from, to, sentence, endingAlike: alike, source: null },
    isKnown: false,
  });
  if (namedAccount === '') return refused('It names no account: nothing of it was kept.');
  const accountNumber = names.numberOf(namedAccount, currency) ?? names.numberOf(namedAccount, '');
  if (accountNumber === null)
    return refused(
      `The bank tells of no account ${namedAccount}${currency === '' ? '' : ` in ${currency}`}: nothing of it was kept. Say which account it is.`,
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
  return { told, accountNumber };
}

/** The same bytes are kept once for an account. */
function keepsake(
  { reader, clock }: Parts,
  { told, accountNumber }: Placed,
  { name, outline }: { name: string; outline: GivenOutline },
): GivenToKeep[] {
  const { sha256, mimeType } = outline;
  const isThere = givenOf(reader, accountNumber).some((kept) => isSame(kept, told, sha256));
  return isThere
    ? []
    : [
        {
          ...{ sourceId: randomUUID(), accountNumber, mimeType, sha256, fileName: name },
          ...{ namedAccount: told.namedAccount, currency: told.currency },
          ...{ from: told.from, to: told.to, givenAt: timestampNow(clock) },
        },
      ];
}

type Kept = ReturnType<typeof givenOf>[number];

const isSame = ({ sha256, given }: Kept, told: Told, digest: string): boolean =>
  sha256 === digest &&
  given?.namedAccount === told.namedAccount &&
  given.currency === told.currency;

/** Its verdict, and which other file that was dropped tells of the same days. */
async function compared(
  parts: Parts,
  { told, accountNumber }: Placed,
  sha256: string,
): Promise<GivenPart> {
  const given = givenOf(parts.reader, accountNumber);
  const found = given.find((kept) => isSame(kept, told, sha256));
  const kept = found && secondSourceById(parts.reader, found.sourceId);
  const source = kept ? await comparedRow(parts, kept) : null;
  const other = given.find(
    (one) => one.sha256 !== sha256 && one.from <= told.to && one.to >= told.from,
  );
  const overlap = other ? ` Its days overlap those of ${other.fileName}, which is kept too.` : '';
  return {
    ...{ namedAccount: told.namedAccount, currency: told.currency, from: told.from, to: told.to },
    sentence: `${source?.summary ?? 'It was forgotten meanwhile: drop it again.'}${overlap}`,
    endingAlike: [],
    isKnown: true,
    source,
  };
}
