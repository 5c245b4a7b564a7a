/**
 * Who takes the focus once a line of a list has gone: the next line, else the one before, else the pane around them. Requested
 * before it goes; the function it answers gives the focus.
 */
export function nextInLine(inLine: Element | undefined): () => void {
  const line = inLine?.closest('li');
  const pane = inLine?.closest('aside')?.querySelector<HTMLElement>('[tabindex]');
  const others = [line?.nextElementSibling, line?.previousElementSibling];
  return () => {
    const other = others.find((one) => one?.isConnected);
    (other?.querySelector<HTMLElement>('form, input, button') ?? pane)?.focus();
  };
}
