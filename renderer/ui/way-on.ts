/** The button that leads on from a form, so that Enter does: the one that submits, before any other that may stand above it. */
export const wayOn = (form: Element | null | undefined): HTMLElement | null =>
  form?.querySelector<HTMLElement>('button[type="submit"]:enabled') ??
  form?.querySelector<HTMLElement>('button:enabled') ??
  null;
