/** The current colours of the chart: a canvas cannot read custom properties. */
export type ChartColours = Readonly<
  Record<'in' | 'out' | 'balance' | 'ink' | 'line' | 'wash', string>
>;

/** Reads each colour from the element that has its name as a class. */
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

/** Calls `then` when the page changes its colours: light, dark, or a choice in the settings. Returns the function that stops it. */
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
