/** A number of things as it stands in a view: what it says, and whether it stands in a door. */
export type Count = { readonly words: string; readonly door: HTMLElement | null };

/** What the desk counts. */
const things =
  /\b\d[\d,]* (?:new |more |unread |open |our )*(?:accounts?|sub-clients?|authorit|banks?|beneficiar|calls?|changes?|conversions?|days?|documents?|earlier|entr|exceptions?|files?|findings?|in flight|in our|lines?|new|of them|payees?|payments?|people|persons?|receivables?|remittances?|requirements?|rules?|sent|shareholders?|sources?|stages?|trades?|transfers?|unread|wait|with)/;
const door =
  'button, a[href], summary, label, [role=tab], [role=row] [role=gridcell], [role=option], .has-door td';

/** Money, times, numbers of accounts: what is no number of things. */
const figure =
  'td, th, time, kbd, input, dd, .num, .amount, .words, .figures:not(button *), [role=gridcell]';

const isSeen = (element: Element): boolean =>
  element.checkVisibility({ visibilityProperty: true, opacityProperty: true });

/** A number alone in an element of its own: a badge, or a figure that words beside it explain. */
const isBadge = (element: Element, words: string): boolean =>
  /^\d{1,3}(,\d{3})*$/.test(words) && element.closest(figure) === null;

/** Every number of things that is in sight, with the words around it. */
export function countsInSight(): Count[] {
  const counts = new Map<string, Count>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    if (!element || text === '' || element.closest('script, style') || !isSeen(element)) continue;
    // What is written in pieces, such as a figure in bold, is read in one.
    const around =
      element.closest('p, li, h1, h2, h3, button, dt, dd, td, th, .card, span, div') ?? element;
    const sentence = around.textContent.replaceAll(/\s+/g, ' ').trim();
    if (element.closest('.amount, dd, time, .button, option')) continue;
    const isCount =
      things.test(text) ||
      isBadge(element, text) ||
      (/^\d{1,3}(,\d{3})*$/.test(text) && things.test(sentence));
    if (!isCount) continue;
    const words = (isBadge(element, text) ? (element.parentElement?.textContent ?? sentence) : text)
      .replaceAll(/\s+/g, ' ')
      .trim();
    counts.set(`${words} ${String(counts.size)}`, {
      words,
      door: element.closest<HTMLElement>(door),
    });
  }
  return [...counts.values()];
}

/** How many rows each list in sight has. */
export const listsInSight = (): number[] =>
  [...document.querySelectorAll('[role=grid], [role=listbox], table, ul, ol')]
    .filter(isSeen)
    .map((list) => {
      const rows = Number(list.getAttribute('aria-rowcount') ?? 0);
      if (rows > 0) return list.querySelector('[role=columnheader]') ? rows - 1 : rows;
      return list.querySelectorAll(':scope > li, tbody tr, [role=option]').length;
    });
