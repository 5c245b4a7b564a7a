import { stringsOfSvelte } from './svelte.ts';
import { stringsOfTypeScript } from './typescript.ts';

/** The texts of one view, each as `file:line: text`. */
export type ViewTexts = { readonly view: string; readonly lines: readonly string[] };

/** Returns the view of a file: its feature's folder, else its part of the window. */
const viewOf = (file: string): string =>
  /^renderer\/features\/([^/]+)/.exec(file)?.[1] ??
  /^(renderer\/[^/.]+|shared)/.exec(file)?.[1] ??
  file;

/** Returns all texts that the window can show, views and files in the order of their names. */
export function shownTexts(
  files: readonly string[],
  sourceOf: (file: string) => string,
): ViewTexts[] {
  const views = Map.groupBy(files.toSorted(), viewOf);
  return [...views.keys()].toSorted().flatMap((view) => {
    const lines = (views.get(view) ?? []).flatMap((file) => {
      const source = sourceOf(file);
      const texts = file.endsWith('.svelte')
        ? stringsOfSvelte(source)
        : stringsOfTypeScript(source);
      return texts.map(({ line, text }) => `${file}:${String(line)}: ${text}`);
    });
    return lines.length === 0 ? [] : [{ view, lines }];
  });
}
