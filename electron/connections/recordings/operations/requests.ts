import { catalogue, type OperationName } from '../../../../shared/bank/catalogue.ts';
import { JsonNumber } from '../../../../shared/json/exact-json.ts';
import { isDecimal } from '../../../../shared/money/decimal.ts';
import { inputFieldsOf, type InputField } from '../../../engines/bank/file/output-shape.ts';
import { isRecord } from '../../../engines/bank/json/pointer.ts';
import { placeFields, type Placement, type Wanted } from './fields.ts';
import { namedIn, type Group } from '../exchanges/groups.ts';
import { inputRoleOf, type Witness } from '../exchanges/known-operations.ts';
import { leavesOf, type Leaf } from '../exchanges/leaves.ts';

/** One part of a request: in its path from the left, in its query, or in its body. */
export type Source = {
  readonly part: 'path' | 'query' | 'body';
  /** The name in the query or the body, or the position in the path. */
  readonly leaf: Leaf;
  readonly isNumber: boolean;
};

/** A request read as an operation's: the meaning of each of its parts. */
export type RequestReading = {
  readonly sources: readonly Source[];
  /** The meanings by the pointer of the source, which begins with its part: `body/amt`. */
  readonly meant: ReadonlyMap<string, Meant>;
  readonly doubtful: ReadonlyMap<string, readonly Leaf[]>;
  /** Required fields that the request does not have. */
  readonly missing: readonly InputField[];
  readonly score: number;
};

export type Meant = Placement & { readonly field: InputField };

/** The token identifies the client: a bank needs no field for it. */
const impliedByToken = 'clientId';

/** The parameters of a statement, which belong to the dialect and are read separately. */
const dialectNames = new Set(
  'startDate endDate limit pageNumber from to pageSize pageOffset'.split(' '),
);

/** Reads the requests of a group as those of an operation. */
export function readRequests(
  operation: OperationName,
  group: Group,
  known: Witness,
): RequestReading {
  const sources = sourcesOf(group).filter(
    ({ part, leaf }) =>
      !(operation === 'getStatement' && part === 'query' && dialectNames.has(leaf.path[0] ?? '')),
  );
  const fields = inputFieldsOf(catalogue[operation].input).filter(
    ({ name }) => operation !== 'getStatement' || !dialectNames.has(name),
  );
  const meant = new Map<string, Meant>();
  const doubtful = new Map<string, readonly Leaf[]>();
  // A path only names records; query and body may name them too.
  for (const parts of [['path'], ['query', 'body']] as const) {
    const open = fields.filter(
      (field) =>
        (parts[0] === 'query' || field.part === 'path') &&
        ![...meant.values()].some(({ field: { name } }) => name === field.name),
    );
    const from = sources.filter(({ part }) => (parts as readonly string[]).includes(part));
    const placed = placeFields(
      open.map((field) => wantedOf(operation, field)),
      from.map(({ leaf }) => leaf),
      known,
    );
    for (const [name, placement] of placed.found) {
      const field = open.find((other) => other.name === name);
      if (field) meant.set(placement.leaf.pointer, { ...placement, field });
    }
    for (const [name, leaves] of placed.doubtful) doubtful.set(name, leaves);
  }
  byOrder(operation, group, { sources, fields, meant });
  const named = new Set([...meant.values()].map(({ field }) => field.name));
  const missing = fields.filter(
    ({ name, isRequired }) => isRequired && name !== impliedByToken && !named.has(name),
  );
  return { sources, meant, doubtful, missing, score: scoreOf({ sources, meant, missing }) };
}

/** Assigns the remaining parameters of the path by their order, where there are as many places as names left. */
function byOrder(
  operation: OperationName,
  group: Group,
  {
    sources,
    fields,
    meant,
  }: { sources: readonly Source[]; fields: InputField[]; meant: Map<string, Meant> },
): void {
  const places = sources.filter(({ part, leaf }) => part === 'path' && !meant.has(leaf.pointer));
  const isMeant = (name: string): boolean =>
    [...meant.values()].some(({ field }) => field.name === name);
  const open = fields.filter(({ part, name }) => part === 'path' && !isMeant(name));
  const names =
    places.length < open.length ? open.filter(({ name }) => name !== impliedByToken) : open;
  if (places.length !== names.length || places.length === 0) return;
  const isOwn = group.byPath === operation;
  places.forEach(({ leaf }, at) => {
    const field = names[at];
    const because = isOwn
      ? 'The path is the specification’s own.'
      : 'It is where the path names a record.';
    if (field) meant.set(leaf.pointer, { leaf, field, score: isOwn ? 10 : 5, because });
  });
}

const wantedOf = (
  operation: OperationName,
  { part, name, schema, isRequired }: InputField,
): Wanted => ({
  key: name,
  fits: (value) => formsOf(value).some((form) => schema.safeParse(form).success),
  isRequired,
  role: inputRoleOf(operation, part, name),
});

type Read = Pick<RequestReading, 'sources' | 'meant' | 'missing'>;

function scoreOf({ sources, meant, missing }: Read): number {
  const share = sources.length === 0 ? 1 : meant.size / sources.length;
  const lacks = missing.reduce((sum, { part }) => sum + (part === 'path' ? 6 : 3), 0);
  return (sources.length === 0 ? 0 : 5 * share - 3 * (1 - share)) - lacks;
}

/** Every part of a group's requests that may have a meaning. The pointers begin with the part's name. */
function sourcesOf(group: Group): Source[] {
  const { answered } = group;
  const queries = answered.map(({ url }) => Object.fromEntries(url.searchParams));
  const bodies = answered.map(({ body }) => body);
  return [
    ...namedIn(group).map((values, at): Source => ({
      part: 'path',
      leaf: { pointer: `path/${String(at)}`, path: ['path'], values },
      isNumber: false,
    })),
    ...leavesOf(queries).map((leaf) => sourceOf('query', leaf)),
    ...leavesOf(bodies)
      .filter(({ values }) => !values.some(isRecord))
      .map((leaf) => sourceOf('body', leaf)),
  ];
}

/** A part of the query or the body. It is a number only where every value was sent as a number. */
function sourceOf(part: 'query' | 'body', { pointer, path, values }: Leaf): Source {
  const sent = values.filter((value) => value !== null);
  const isNumber = sent.length > 0 && sent.every((value) => value instanceof JsonNumber);
  return { part, isNumber, leaf: { pointer: `${part}${pointer}`, path, values } };
}

/** The forms in which a value is tried: the catalogue has an amount as a number and an identifier as text; a bank may do the opposite. */
const formsOf = (value: unknown): unknown[] => [
  value,
  ...(typeof value === 'string' && isDecimal(value) ? [new JsonNumber(value)] : []),
  ...(value instanceof JsonNumber ? [value.source] : []),
];
