import { getContext, setContext } from 'svelte';

const key = Symbol('copying');
/** `words` announce what was copied, once it can be pasted. */
type CopyText = (text: string, words?: string) => void;

/** Set once at the top: how text reaches the clipboard. */
export const provideCopying = (copy: CopyText): CopyText => setContext(key, copy);

/** Called while a component is made. Without a provider the browser's own clipboard is used. */
export const copying = (): CopyText =>
  getContext<CopyText | undefined>(key) ?? ((text) => void navigator.clipboard.writeText(text));
