/** What stands wrong on the screen as it is drawn now: in words, nothing when all is well. Runs in the page. */
export function looksWrong(): string[] {
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
  const wrong: string[] = [];
  if (scrollWidth > clientWidth) wrong.push(`the page is ${scrollWidth - clientWidth} px too wide`);
  if (scrollHeight > clientHeight)
    wrong.push(`the page is ${scrollHeight - clientHeight} px too high`);

  type Box = { left: number; top: number; right: number; bottom: number };
  const slack = 1.5;
  // A line's box may be higher than its letters.
  const lineSlack = 5;
  const isHidden = (element: Element): boolean =>
    !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
    element.closest('.visually-hidden') !== null;

  /** What is cut here can be scrolled to: the rows of a long list are cut by the list's own window. */
  const isScrolled = (element: Element, axis: 'overflowX' | 'overflowY'): boolean => {
    const parent = element.parentElement;
    if (!parent || getComputedStyle(element).position === 'fixed') return false;
    return /auto|scroll/.test(getComputedStyle(parent)[axis]) || isScrolled(parent, axis);
  };

  const cutBy = (element: Element, text: Box): string | null => {
    const seen = { ...text };
    for (let at: Element | null = element; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      const box = at.getBoundingClientRect();
      const name = `${at.tagName.toLowerCase()}.${at.className}`;
      const endsInDots = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
      if (style.overflowX !== 'visible') {
        const isCut = seen.left < box.left - slack || seen.right > box.right + slack;
        if (isCut && /hidden|clip/.test(style.overflowX) && !endsInDots) return `cut by ${name}`;
        // What lies before the first place of a scroller cannot be scrolled to.
        if (seen.left < box.left - at.scrollLeft - slack) return `before ${name}`;
        seen.left = Math.max(seen.left, box.left);
        seen.right = Math.min(seen.right, box.right);
      }
      if (style.overflowY !== 'visible') {
        const isCut = seen.top < box.top - lineSlack || seen.bottom > box.bottom + lineSlack;
        if (
          isCut &&
          /hidden|clip/.test(style.overflowY) &&
          !endsInDots &&
          !isScrolled(at, 'overflowY')
        )
          return `cut by ${name}`;
        seen.top = Math.max(seen.top, box.top);
        seen.bottom = Math.min(seen.bottom, box.bottom);
      }
      if (seen.left >= seen.right || seen.top >= seen.bottom) return null;
      if (style.position === 'fixed') break;
    }
    const isOutside =
      seen.left < -slack ||
      seen.right > innerWidth + slack ||
      seen.top < -lineSlack ||
      seen.bottom > innerHeight + lineSlack;
    return isOutside ? 'outside the window' : null;
  };

  for (const element of document.querySelectorAll('main *:not(pre)')) {
    const isScroller = /auto|scroll/.test(getComputedStyle(element).overflowX);
    if (isScroller && element.scrollWidth > element.clientWidth + 1)
      wrong.push(`${element.tagName.toLowerCase()}.${element.className} scrolls sideways`);
  }

  /** No text may end in dots but one that has the class for it and names nothing: an invitation, a note on what goes on. */
  const endsInDots = (element: Element): boolean => {
    const { textOverflow, webkitLineClamp } = getComputedStyle(element);
    const isLonger =
      (textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth + 1) ||
      (webkitLineClamp !== 'none' && element.scrollHeight > element.clientHeight + lineSlack);
    return isLonger && element.closest('.shortened') === null;
  };
  for (const element of document.querySelectorAll('body *'))
    if (!isHidden(element) && element.clientWidth > 0 && endsInDots(element))
      wrong.push(`“${element.textContent.trim().slice(0, 40)}” ends in dots`);

  /** What a closed select shows of its choice has to fit into it; the browser cuts it silently. */
  const ruler = document.createElement('canvas').getContext('2d');
  for (const select of document.querySelectorAll('select')) {
    const style = getComputedStyle(select);
    const chosen = select.selectedOptions[0]?.label ?? '';
    if (!ruler || isHidden(select) || style.color === 'rgba(0, 0, 0, 0)') continue;
    ruler.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const arrow = style.appearance === 'none' ? 0 : 16;
    const room =
      select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (ruler.measureText(chosen).width > room - arrow + slack)
      wrong.push(`“${chosen.slice(0, 40)}” is cut by its select`);
  }

  /** What a field that chooses has chosen has to fit into it, or to stand whole beside it: a field cuts silently. */
  for (const field of document.querySelectorAll('input[role=combobox], input[readonly]'))
    if (
      field instanceof HTMLInputElement &&
      !isHidden(field) &&
      field !== document.activeElement &&
      field.scrollWidth > field.clientWidth + slack &&
      field.closest('li, form')?.textContent.includes(field.value) !== true
    )
      wrong.push(`“${field.value.slice(0, 40)}” is cut by its field`);

  /** Words of a cell must not run under the button that stands behind them. */
  for (const button of document.querySelectorAll('[role=gridcell] button')) {
    const before = button.previousElementSibling;
    if (!before || isHidden(button) || isHidden(before)) continue;
    const range = document.createRange();
    range.selectNodeContents(before);
    const { right, top, bottom } = range.getBoundingClientRect();
    const box = button.getBoundingClientRect();
    const isInLine = top < box.bottom && bottom > box.top;
    if (isInLine && right > box.left + slack && right <= box.right + slack)
      wrong.push(`“${before.textContent.trim().slice(0, 40)}” runs under its button`);
  }

  /** A pane never covers an amount. */
  const isInScroller = (element: Element, x: number, y: number): boolean => {
    for (let at = element.parentElement; at; at = at.parentElement) {
      if (getComputedStyle(at).overflowY === 'visible') continue;
      const { left, right, top, bottom } = at.getBoundingClientRect();
      if (x < left || x > right || y < top || y > bottom) return false;
    }
    return true;
  };
  for (const amount of document.querySelectorAll('main .amount')) {
    const { left, right, top, bottom, width } = amount.getBoundingClientRect();
    if (isHidden(amount) || width === 0) continue;
    const y = (top + bottom) / 2;
    for (const x of [left + 1, right - 1]) {
      if (!isInScroller(amount, x, y)) continue;
      const pane = document.elementFromPoint(x, y)?.closest('aside');
      if (pane && !pane.contains(amount))
        wrong.push(`the amount ${amount.textContent.trim()} lies under the pane`);
    }
  }

  /** One keycap, on the main action; elsewhere with the hand or the focus. A dialog of keys, or one that is all keys, shows them. */
  const atHand = 'button:hover, button:focus-visible, .search:hover, dialog';
  const keycaps = [...document.querySelectorAll('kbd')].filter(
    (cap) => !isHidden(cap) && cap.closest(atHand) === null,
  );
  const mainCaps = keycaps.filter((cap) => cap.closest('.button.main') !== null);
  for (const cap of keycaps.filter((one) => !mainCaps.includes(one)))
    wrong.push(`the keycap ${cap.textContent} stands in sight beside no main action`);
  if (mainCaps.length > 1)
    wrong.push(
      `main actions with the keycaps ${mainCaps.map((cap) => cap.textContent).join(', ')}`,
    );

  /** In a head: find or filter, quiet, main at the right edge. At the foot of a pane main is at the left edge. */
  const controlsIn = (element: Element): Element[] =>
    [...element.querySelectorAll('button, input, select')].filter(
      (control) =>
        !isHidden(control) &&
        control.closest('[role=status], [popover]') === null &&
        // A dialog that a head opened has a foot of its own.
        control.closest('dialog') === element.closest('dialog'),
    );
  const wordsOf = (controls: Element[]): string =>
    controls.map((control) => control.textContent.trim() || control.ariaLabel).join(', ');
  const placeInHead = (control: Element): number => {
    if (control.matches('.main')) return 2;
    return control.matches('input, select, [role=group] *, [popovertarget]') ? 0 : 1;
  };
  for (const head of document.querySelectorAll('header > .actions')) {
    const controls = controlsIn(head);
    const places = controls.map(placeInHead);
    if (places.some((place, at) => place < (places[at - 1] ?? 0)))
      wrong.push(`a head’s actions stand as ${wordsOf(controls)}`);
  }
  for (const foot of document.querySelectorAll('aside > .foot')) {
    const controls = controlsIn(foot);
    if (controls.some((control, at) => at > 0 && control.matches('.main')))
      wrong.push(`a pane’s main action does not stand first: ${wordsOf(controls)}`);
  }

  /** Forced colours draw no grounds: what is chosen needs a line. */
  if (matchMedia('(forced-colors: active)').matches)
    for (const chosen of document.querySelectorAll(
      '[aria-selected=true], [aria-current], [aria-pressed=true]',
    ))
      if (!isHidden(chosen) && getComputedStyle(chosen).outlineStyle === 'none')
        wrong.push(`“${chosen.textContent.trim().slice(0, 40)}” is chosen without a line`);

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const words = node.textContent?.trim() ?? '';
    if (!element || words === '' || isHidden(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const { left, top, right, bottom } of range.getClientRects()) {
      const cut = cutBy(element, { left, top, right, bottom });
      if (cut) wrong.push(`“${words.slice(0, 40)}” is ${cut}`);
    }
  }
  return [...new Set(wrong)];
}

/**
 * What a list cuts of a name, an account or a reference, by the headings of its columns: a name wraps, a reference does neither. What has
 * the class `shortened` names nothing. Runs in the page.
 */
export function cutInLists(): string[] {
  const wrong: string[] = [];
  const isHidden = (element: Element): boolean =>
    !element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const never = { name: /^(counterparty|payee|payer|name|account)/i, reference: /reference$/i };
  const linesIn = (cell: Element): number => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  };
  for (const table of document.querySelectorAll('[role=grid], table')) {
    const heads = [...table.querySelectorAll('[role=columnheader], th[scope=col], thead th')];
    for (const row of table.querySelectorAll('[role=row], tbody tr')) {
      const cells = [...row.querySelectorAll(':scope > [role=gridcell], :scope > td')];
      if (cells.length !== heads.length) continue;
      for (const [at, cell] of cells.entries()) {
        const heading = heads[at]?.textContent.trim() ?? '';
        const named = cell.querySelector('.name') ?? cell;
        const text = named.textContent.trim();
        if (isHidden(cell) || text === '' || named.querySelector('.shortened') !== null) continue;
        if (named.closest('.shortened') !== null) continue;
        const isReference = never.reference.test(heading);
        if ((isReference || never.name.test(heading)) && text.includes('…'))
          wrong.push(`“${text.slice(0, 40)}” is shortened under ${heading}`);
        if (isReference && !text.includes(' ') && linesIn(cell) > 1)
          wrong.push(`“${text.slice(0, 40)}” is broken under ${heading}`);
      }
    }
  }
  return [...new Set(wrong)];
}
