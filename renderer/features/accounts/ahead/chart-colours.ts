/** The colours of the chart, as the page has them now: a canvas knows no custom properties. */
export type ChartColours = Readonly<
  Record<'in' | 'out' | 'balance' | 'ink' | 'line' | 'wash', string>
>;

/** Of elements that have each colour by a class of its name. */
export function coloursIn(probes: ParentNode): ChartColours {
  const of = (name: string): string => {
    const probe = probes.querySelector(`.${name}`);
    return probe === null ? '' : getComputedStyle(probe).color;
  };
  return {
    ...{ in: of('in'), out: of('out'), balance: of('balance') },
    ...{ ink: of('ink'), line: of('line'), wash: of('wash') },
  };
}

/** Calls when the page takes other colours: light, dark, or those of a choice in the settings. Returns what stops it. */
export function onOtherColours(then: () => void): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const contrast = matchMedia('(prefers-contrast: more)');
  const observer = new MutationObserver(then);
  observer.observe(document.documentElement, { attributes: true });
  for (const query of [dark, contrast]) query.addEventListener('change', then);
  return () => {
    observer.disconnect();
    for (const query of [dark, contrast]) query.removeEventListener('change', then);
  };
}
