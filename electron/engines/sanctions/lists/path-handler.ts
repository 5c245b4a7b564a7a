import type { Attributes, XmlHandler } from '../../files/xml-elements.ts';

/** A reader of an XML list. It gets elements by their path, such as `sdnList/sdnEntry/uid`. */
export type PathReader = {
  open?(path: string, attributes: Attributes): void;
  close?(path: string, text: string): void;
};

/** Passes each element to a reader, with the path from the outermost one. */
export function pathHandler(reader: PathReader): XmlHandler {
  const paths: string[] = [];
  return {
    open: (name, attributes) => {
      const outer = paths.at(-1);
      const path = outer === undefined ? name : `${outer}/${name}`;
      paths.push(path);
      reader.open?.(path, attributes);
    },
    close: (_name, text) => {
      const path = paths.pop();
      if (path !== undefined) reader.close?.(path, text.trim());
    },
  };
}

/** The name of the outermost element of a text; empty where it is no XML. */
export function outermostElement(xml: string): string {
  const rest = xml
    .slice(0, 20_000)
    .replace(/^\uFEFF?\s*<\?xml[^>]*\?>/, '')
    .replace(/<!--[\s\S]*?-->/g, '');
  return /^\s*(?:<\?[^>]*\?>\s*)*<(?:[\w.-]+:)?([A-Za-z_][\w.-]*)[\s/>]/.exec(rest)?.[1] ?? '';
}
