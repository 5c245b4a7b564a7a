import { catalogue, type OperationName } from '../../../shared/bank/catalogue.ts';
import type { BankFileEvidence, BankFileQuestion } from '../../../shared/ipc/desk/settings.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { parseBankFile } from '../../engines/bank/file/bank-file.ts';
import { isRecord } from '../../engines/bank/json/pointer.ts';
import type { OperationOverride } from '../../engines/bank/file/bank-file-schema.ts';
import { Asking, type Answers } from './operations/questions.ts';
import { readDialect } from './statement/dialect-place.ts';
import { entryOf } from './operations/entry.ts';
import type { Exchange, Recording } from './exchanges/exchange.ts';
import { baseOf, groupsOf } from './exchanges/groups.ts';
import { createKnown } from './exchanges/known-operations.ts';
import { onceHeader } from './sign-in/once-header.ts';
import { readRecordings } from './exchanges/read.ts';
import { firstOf, type Reading } from './operations/recognise.ts';
import { recogniseAll } from './operations/recognise-all.ts';
import { errorPlaces } from './operations/refusals.ts';
import { secretsIn, withoutSecrets } from './sign-in/secrets.ts';
import { readSignIn } from './sign-in/sign-in.ts';
import { directionValues, proveStatement } from './statement/statement.ts';
import { stateWords } from './operations/state-terms.ts';

/** A bank file proposed from recordings, with the evidence for each place and the open questions. Contains no secret from them. */
export type Proposal = {
  /** The file's fields as JSON, in the form that `parseBankFile` takes. */
  readonly bankFile: Readonly<Record<string, unknown>>;
  readonly evidence: readonly BankFileEvidence[];
  /** The open questions. The place of an open one is left out of the file, or has the more careful value. */
  readonly questions: readonly BankFileQuestion[];
};

/** Why nothing is proposed: a sentence, and by place each wrong answer. It repeats nothing from the recordings. */
export type NoProposal = {
  readonly message: string;
  readonly fields: Readonly<Record<string, string>>;
};

/** Proposes a bank file from recorded traffic. `answers` answer earlier questions, by their place. Yields to the event loop in between. */
export async function proposeBankFile(
  recordings: readonly Recording[],
  answers: Answers = new Map(),
): Promise<Result<Proposal, NoProposal>> {
  const read = await readRecordings(recordings);
  if (!read.ok) return err({ message: read.error, fields: {} });
  const asking = new Asking(answers);
  const base = baseUrlOf(read.value, asking);
  if (base === null) return err({ message: noBank, fields: {} });
  const exchanges = read.value.filter((exchange) => baseOf(exchange) === base);
  const signIn = readSignIn(exchanges, asking);
  const groups = groupsOf(exchanges.filter((exchange) => !signIn.used.has(exchange)));
  const known = createKnown();
  const recognised = await recogniseAll(groups, known, asking);
  const statement = recognised.find(({ operation }) => operation === 'getStatement');
  const proven = statement && proveStatement(statement, known);
  const readings = recognised.map((reading) =>
    proven && reading === statement ? { ...reading, answer: proven.answer } : reading,
  );
  const operations = operationsOf(readings, asking);
  const values = proven ? directionValues(proven, firstOf(proven.group), asking) : null;
  const bankFile = {
    name: nameOf(base, asking),
    environment: environmentOf(base, asking),
    baseUrl: base,
    ...(Object.keys(signIn.auth).length > 0 ? { auth: signIn.auth } : {}),
    ...(values ? { values } : {}),
    ...fieldsOf(readings, exchanges, { asking, tokenHeader: signIn.header, operations }),
    operations: { ...signIn.operations, ...operations },
  };
  asking.finish();
  if (asking.wrong.size > 0)
    return err({
      message: 'An answer fits no question.',
      fields: Object.fromEntries(asking.wrong),
    });
  const evidence = asking.evidence.filter(({ place }) => stands(bankFile, place.split('.')));
  const { questions } = asking;
  return checked({ bankFile, evidence, questions }, secretsIn(read.value, signIn));
}

/** Whether the file has a value at this place, whose names may contain dots. A default that is left out needs no evidence. */
function stands(value: unknown, place: readonly string[]): boolean {
  if (place.length === 0) return true;
  if (!isRecord(value)) return false;
  return place.some((_, at) => {
    const name = place.slice(0, at + 1).join('.');
    return Object.hasOwn(value, name) && stands(value[name], place.slice(at + 1));
  });
}

/** The file as a person reads and edits it. */
export const bankFileText = ({ bankFile }: Proposal): string =>
  `${JSON.stringify(bankFile, null, 2)}\n`;

const noBank =
  'The recordings hold no request to an address below /platform, where every operation of the specification has its place.';

/** The last check: removes secrets, and accepts only a usable bank file. */
function checked(proposal: Proposal, secrets: readonly string[]): Result<Proposal, NoProposal> {
  const clean = JSON.parse(withoutSecrets(JSON.stringify(proposal), secrets)) as Proposal;
  const parsed = parseBankFile(JSON.stringify(clean.bankFile));
  return parsed.ok
    ? ok(clean)
    : err({
        message: `The recordings do not make a bank file. ${parsed.error.message}`,
        fields: parsed.error.fields,
      });
}

/** The address before /platform; the most frequent one until the question about several is answered. */
function baseUrlOf(exchanges: readonly Exchange[], asking: Asking): string | null {
  const counts = new Map<string, { times: number; from: string }>();
  for (const exchange of exchanges) {
    const base = baseOf(exchange);
    if (base === null) continue;
    const seen = counts.get(base) ?? { times: 0, from: exchange.from };
    counts.set(base, { ...seen, times: seen.times + 1 });
  }
  const ranked = [...counts].toSorted(([, a], [, b]) => b.times - a.times);
  const [best] = ranked;
  if (!best) return null;
  const [base, { times, from }] = best;
  if (ranked.length === 1) {
    asking.note('baseUrl', from, `${String(times)} requests went to an address below it.`);
    return base;
  }
  const answered = asking.ask({
    place: 'baseUrl',
    question: 'Requests below /platform went to several addresses. Which one is the bank’s?',
    choices: ranked.slice(0, 10).map(([address]) => address),
  });
  return answered ?? base;
}

function nameOf(base: string, asking: Asking): string {
  const given = asking.given('name');
  if (given !== null && given.trim() !== '') return given.trim().slice(0, 100);
  asking.note('name', 'the address', 'No recording has the bank’s name: write it yourself.');
  return new URL(base).hostname;
}

/** Asks for the environment, which no recording shows. Production is the more careful assumption. */
function environmentOf(base: string, asking: Asking): string {
  const answered = asking.ask({
    place: 'environment',
    question: `Is ${new URL(base).host} the bank’s test environment (uat), or does it move real money (production)?`,
    choices: ['uat', 'production'],
  });
  return answered ?? 'production';
}

type Entries = Readonly<Record<string, OperationOverride>>;

/** The entries of the operations. A specified operation without differences needs none; every other one is opened by its entry. */
const operationsOf = (readings: readonly Reading[], asking: Asking): Entries =>
  Object.fromEntries(
    readings.flatMap((reading): [OperationName, OperationOverride][] => {
      const entry = entryOf(reading, asking);
      const isSpecified = catalogue[reading.operation].origin === 'specified';
      const isSilent = entry === null || (isSpecified && Object.keys(entry).length === 0);
      return isSilent ? [] : [[reading.operation, entry]];
    }),
  );

type Rest = {
  readonly asking: Asking;
  readonly tokenHeader: string;
  readonly operations: Entries;
};

/** The fields of the file that concern more than one operation. */
function fieldsOf(
  readings: readonly Reading[],
  exchanges: readonly Exchange[],
  { asking, tokenHeader, operations }: Rest,
): Record<string, unknown> {
  const statement = readings.find(({ operation }) => operation === 'getStatement');
  const errorMessage = errorPlaces(exchanges, asking);
  const header = onceHeader(readings, tokenHeader, asking);
  const statusWords = stateWords(readings, asking);
  return {
    statement: statement ? readDialect(statement, operations['getStatement'], asking) : 'auto',
    ...(errorMessage ? { errorMessage } : {}),
    ...(header === null ? {} : { idempotency: { header } }),
    ...(statusWords ? { statusWords } : {}),
  };
}
