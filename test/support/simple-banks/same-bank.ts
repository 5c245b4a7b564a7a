import { catalogue, isOperationName } from '../../../shared/bank/catalogue.ts';
import { parseBankFile, type BankFile } from '../../../electron/engines/bank/file/bank-file.ts';
import { answerFieldsOf, listOf } from '../../../electron/engines/bank/file/output-shape.ts';

/** Where two bank files ask or read differently, place by place; what both say by saying nothing is the same. */
export function differences(own: string, proposed: unknown): string[] {
  const [left, right] = [fileOf(own), fileOf(JSON.stringify(proposed))];
  const places = { ...meaningOf(left), ...notIn(right, left) };
  const theirs = meaningOf(right);
  return Object.entries(places)
    .filter(([place, said]) => JSON.stringify(theirs[place]) !== JSON.stringify(said))
    .map(([place]) => place);
}

function fileOf(text: string): BankFile {
  const parsed = parseBankFile(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}

/** Everything by which requests and answers of this bank differ from those of another, by its place. */
function meaningOf(file: BankFile): Record<string, unknown> {
  const { auth, statement, errorMessage, idempotency, baseUrl } = file;
  return {
    baseUrl,
    'auth.request': unnamed(auth.request),
    'auth.token': auth.token,
    'auth.refreshToken': auth.refreshToken,
    'auth.expiresIn': auth.expiresIn,
    'auth.header': auth.header,
    'auth.scheme': auth.scheme,
    statement,
    errorMessage,
    idempotency,
    ...Object.fromEntries(
      Object.entries(file.operations).flatMap(([name, said]) => operationMeaning(name, said)),
    ),
  };
}

/** What a credential is called is the file's own affair. */
const unnamed = (request: unknown): unknown =>
  JSON.parse(JSON.stringify(request).replaceAll(/\{[A-Za-z_]\w*\}/g, '{…}'));

function operationMeaning(name: string, said: BankFile['operations'][string]): [string, unknown][] {
  if (!isOperationName(name)) return [];
  const { method, path, output } = catalogue[name];
  const place = `operations.${name}`;
  const list = listOf(output);
  return [
    [`${place}.method`, said.method ?? method],
    [`${place}.path`, said.path ?? path],
    [`${place}.query`, sorted(said.query)],
    [`${place}.request`, sorted(said.request)],
    [`${place}.items`, list ? (said.items ?? `/${list.place.join('/')}`) : undefined],
    ...Object.entries(said.response ?? {}).map(([key, pointer]): [string, unknown] => [
      `${place}.response.${key}`,
      pointer,
    ]),
    ...answerFieldsOf(output)
      .filter(({ key }) => said.response?.[key] === undefined)
      .map(({ key, of, place: own }): [string, unknown] => [
        `${place}.response.${key}`,
        of === 'row' ? `/${key}` : `/${own.join('/')}`,
      ]),
  ];
}

const sorted = (record: object | undefined): unknown =>
  record && Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Operations that only the second file opens. */
const notIn = (right: BankFile, left: BankFile): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(right.operations)
      .filter((name) => !Object.hasOwn(left.operations, name))
      .map((name) => [`operations.${name}`, 'not in the bank’s own file']),
  );
