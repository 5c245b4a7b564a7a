/** The room of a text: the width of a line in pixels, and the number of lines. */
export type Room = { readonly px: number; readonly lines: number };

/** The heaviest font of the lists. */
const fontOfLists = '550 13px "Inter Variable", system-ui, sans-serif';
const remembered = 4_000;
const dots = '…';
/** Few letters are narrower, in pixels. */
const narrowPx = 2;

/**
 * Returns the text whole where it fits, else shortened in the middle before its last words: its beginning and its end distinguish it
 * from other texts. The caller shows the whole text nearby, such as in a pane and in the title.
 */
export function fitted(text: string, { px, lines }: Room): string {
  // Fits even if all letters are wide.
  if (px <= 0 || text.length * 14 < px) return text;
  const ends = endsOf(text, { px, lines });
  return cached(shortened, `${String(px)} ${String(lines)} ${ends}`, () => {
    const words = ends.split(/\s+/).filter((word) => word !== '');
    // The page and the measuring differ slightly: a text that just fits would not.
    const room = { px: px * 0.96, lines };
    if (linesOf(words, room.px) <= lines) return ends;
    return inTheMiddle(words, room) ?? ofOneWord(ends, room);
  });
}

/** The beginning and the end of a text that is far too long, so that a row costs no more than its room, whatever a bank sends. */
function endsOf(text: string, { px, lines }: Room): string {
  const most = Math.ceil((px * lines) / narrowPx);
  return text.length <= 2 * most ? text : `${text.slice(0, most)} ${dots} ${text.slice(-most)}`;
}

/** The most first words that fit before the last ones; null if not one fits. */
function inTheMiddle(words: readonly string[], { px, lines }: Room): string | null {
  let tail = words.slice(-1);
  for (let from = words.length - 2; from > 0; from -= 1) {
    const longer = words.slice(from);
    if (widthOf(longer.join(' ')) > px * 0.6) break;
    tail = longer;
  }
  for (let count = words.length - tail.length - 1; count > 0; count -= 1) {
    const all = [...words.slice(0, count), dots, ...tail];
    if (linesOf(all, px) <= lines) return all.join(' ');
  }
  return null;
}

/** A text without words, such as an identifier: as many letters at its beginning as at its end. */
function ofOneWord(text: string, { px, lines }: Room): string {
  const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  const half = Math.floor((letters.length * 0.9 * px * lines) / widthOf(text) / 2) - 1;
  if (half < 1) return text;
  return [...letters.slice(0, half), dots, ...letters.slice(-half)].join('');
}

/** Lines that words take, each as full as it gets; a word wider than a line is broken. */
function linesOf(words: readonly string[], px: number): number {
  const space = widthOf(' ');
  let lines = 1;
  let used = 0;
  for (const word of words) {
    const width = widthOf(word);
    const isFirst = used === 0;
    if (!isFirst && used + space + width > px) {
      lines += 1;
      used = 0;
    }
    used += width + (used === 0 ? 0 : space);
    while (used > px) {
      lines += 1;
      used -= px;
    }
  }
  return lines;
}

let ruler: CanvasRenderingContext2D | null = null;
const widths = new Map<string, number>();
const shortened = new Map<string, string>();

function widthOf(text: string): number {
  ruler ??= newRuler();
  const measured = ruler;
  return cached(widths, text, () => measured?.measureText(text).width ?? text.length * 7);
}

function newRuler(): CanvasRenderingContext2D | null {
  const made = document.createElement('canvas').getContext('2d');
  if (made) made.font = fontOfLists;
  // Texts that were measured before the font was loaded were measured in another font.
  void document.fonts.ready.then(() => {
    widths.clear();
    shortened.clear();
  });
  return made;
}

/** Caches results; the cache is bounded. */
function cached<Value>(known: Map<string, Value>, key: string, find: () => Value): Value {
  const before = known.get(key);
  if (before !== undefined) return before;
  if (known.size >= remembered) known.clear();
  const found = find();
  known.set(key, found);
  return found;
}
