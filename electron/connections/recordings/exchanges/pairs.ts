import { err, ok, type Result } from '../../../../shared/result.ts';
import { jsonIn, requestBody } from './bodies.ts';
import type { Exchange } from './exchange.ts';
import { headersOf } from './har.ts';

/**
 * Reads pairs of a request and its answer as a person writes them down: `METHOD URL`, headers, an empty line, the body; then `HTTP 200`,
 * headers, an empty line, the body. The output of `curl -v` is the same with marks in front of its lines. A line that begins with `###` is
 * a separator and ignored.
 */
export function readPairs(name: string, text: string): Result<Exchange[], string> {
  const blocks = blocksOf(plainLines(text));
  const pairs: Exchange[] = [];
  let request: Block | null = null;
  for (const block of blocks) {
    const status = answerLine.exec(block.first)?.[1];
    if (status === undefined) request = block;
    // An interim answer, such as 100, comes before the answer itself.
    else if (request && Number(status) >= 200) {
      const url = addressOf(request);
      if (url === null) return err(`has no full address at line ${String(request.line)}`);
      const from = `${name} pair ${String(pairs.length + 1)}`;
      pairs.push(exchangeOf({ from, url, status: Number(status) }, request, block));
      request = null;
    }
  }
  return pairs.length > 0
    ? ok(pairs)
    : err('has no pair of a request, such as “GET https://…”, and an answer, such as “HTTP 200”');
}

const requestLine = /^(GET|POST|PUT|PATCH|DELETE)\s+(\S+)(?:\s+HTTP\/[\d.]+)?$/;
const answerLine = /^HTTP(?:\/[\d.]+)?\s+([1-5]\d\d)\b/;

type Block = {
  readonly first: string;
  /** The number of its first line, from 1. */
  readonly line: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
};

/** The output of `curl -v` without its marks: `>` sent, `<` answered, `*` its own remarks. */
function plainLines(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/);
  if (!lines.some((line) => /^> [A-Z]+ \S+ HTTP\//.test(line))) return lines;
  return lines.filter((line) => !/^[*{}] /.test(line)).map((line) => line.replace(/^[<>] ?/, ''));
}

function blocksOf(lines: readonly string[]): Block[] {
  const starts = lines.flatMap((line, at) =>
    requestLine.test(line.trim()) || answerLine.test(line.trim()) ? [at] : [],
  );
  return starts.map((start, index) => blockOf(lines.slice(start, starts[index + 1]), start));
}

function blockOf(lines: readonly string[], start: number): Block {
  const content = lines.filter((line) => !line.startsWith('###'));
  const gap = content.findIndex((line, at) => at > 0 && line.trim() === '');
  const end = gap < 0 ? content.length : gap;
  const rows = content.slice(1, end).flatMap((line) => {
    const [, name, value] = /^([^:\s]+):(.*)$/.exec(line.trim()) ?? [];
    return name === undefined ? [] : [{ name, value: value ?? '' }];
  });
  return {
    first: (content[0] ?? '').trim(),
    line: start + 1,
    headers: headersOf(rows),
    body: content
      .slice(end + 1)
      .join('\n')
      .trim(),
  };
}

/** The address of a request. A mere path is completed by its Host header, as in HTTP itself. */
function addressOf({ first, headers }: Block): URL | null {
  const target = requestLine.exec(first)?.[2] ?? '';
  const host = headers.get('host');
  if (!target.startsWith('/')) return /^https?:\/\//.test(target) ? URL.parse(target) : null;
  if (host === undefined) return null;
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(host);
  return URL.parse(`${isHere ? 'http' : 'https'}://${host}${target}`);
}

type Place = { readonly from: string; readonly url: URL; readonly status: number };

function exchangeOf({ from, url, status }: Place, request: Block, response: Block): Exchange {
  const sent = requestBody(request.body, request.headers.get('content-type') ?? '');
  return {
    from,
    method: requestLine.exec(request.first)?.[1] ?? 'GET',
    url,
    headers: request.headers,
    body: sent.value,
    bodyKind: sent.kind,
    status,
    answer: jsonIn(response.body),
  };
}
