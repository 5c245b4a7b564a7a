import { parse, type AST } from 'svelte/compiler';

import { isShown, isShownNode, oneLine, type ShownText } from './prose.ts';
import { stringsOfTypeScript } from './typescript.ts';

type Node = { readonly type: string; readonly start: number; readonly end: number };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const isText = (node: Node): node is AST.Text => node.type === 'Text';
const isAttribute = (node: Node): node is AST.Attribute => node.type === 'Attribute';

const childrenOf = (node: Node): Node[] =>
  Object.values<unknown>({ ...node })
    .flat()
    .filter(isNode);

/** Returns the texts and values that stand side by side and are read as one. */
function runsOf(nodes: readonly Node[]): Node[][] {
  const runs: Node[][] = [[]];
  for (const node of nodes)
    if (isText(node) || node.type === 'ExpressionTag') runs.at(-1)?.push(node);
    else runs.push([]);
  return runs;
}

class Component {
  readonly #source: string;
  readonly #found: ShownText[] = [];

  constructor(source: string) {
    this.#source = source;
  }

  strings(): ShownText[] {
    const { fragment, instance, module } = parse(this.#source, { modern: true });
    if (isNode(fragment)) this.#visit(fragment);
    for (const script of [instance, module])
      if (script && isNode(script.content)) this.#takeCode(script.content);
    return this.#found.toSorted((one, other) => one.line - other.line);
  }

  #visit(node: Node): void {
    if (isAttribute(node)) return this.#takeAttribute(node);
    const children = childrenOf(node);
    if (node.type === 'Fragment')
      for (const run of runsOf(children)) this.#takeRun(run, isShownNode);
    const expression = 'expression' in node && isNode(node.expression) ? node.expression : null;
    if (expression) this.#takeCode(expression);
    for (const child of children) if (child !== expression) this.#visit(child);
  }

  #takeAttribute({ name, value }: AST.Attribute): void {
    if (value === true) return;
    const parts: readonly Node[] = Array.isArray(value) ? value : [value];
    this.#takeRun(parts, (text) => isShown(text, name));
    for (const part of parts)
      if ('expression' in part && isNode(part.expression)) this.#takeCode(part.expression, name);
  }

  #takeRun(run: readonly Node[], isWanted: (text: string) => boolean): void {
    const first = run.find((node) => isText(node) && /\S/.test(node.data));
    const text = run.map((node) => (isText(node) ? node.data : '{…}')).join('');
    if (!first || !isWanted(text)) return;
    const blank = /^\s*/.exec(this.#source.slice(first.start))?.[0].length ?? 0;
    this.#found.push({ line: this.#lineAt(first.start + blank), text: oneLine(text) });
  }

  /** Reads a script or an expression as TypeScript; an expression under the name of its attribute. */
  #takeCode({ start, end, type }: Node, name?: string): void {
    const code = this.#source.slice(start, end);
    const isScript = type === 'Program';
    const line = this.#lineAt(start);
    const source = isScript ? code : `({ ${JSON.stringify(name ?? 'value')}: ${code} })`;
    for (const one of stringsOfTypeScript(source))
      this.#found.push({ line: line + one.line - 1, text: one.text });
  }

  #lineAt(offset: number): number {
    return this.#source.slice(0, offset).split('\n').length;
  }
}

/** Returns the texts for a reader in the source of a Svelte component: in its markup, its attributes and its script. */
export const stringsOfSvelte = (source: string): ShownText[] => new Component(source).strings();
