type Method = 'warn' | 'error';
export type ConsoleMethods = Record<Method, (...parts: unknown[]) => void>;

/** Both builds of Svelte end a message with its page; the development build puts the name ahead of it. */
export const isSvelteWarning = (parts: readonly unknown[]): boolean =>
  parts.some((part) => typeof part === 'string' && /\[svelte\]|svelte\.dev\/[ew]\//.test(part));

/** One mistake may repeat its warning a thousand times. */
const maxWarnings = 3;

export type WarningCollector = {
  /** Returns the first warnings since the last call, and starts anew. */
  take(): string[];
  /** Gives the console back. */
  stop(): void;
};

/** Collects what Svelte writes on a console, and passes every message on. */
export function collectSvelteWarnings(target: ConsoleMethods): WarningCollector {
  let warnings: string[] = [];
  const originals = (['warn', 'error'] as const).map((method) => {
    const write = target[method];
    target[method] = (...parts) => {
      if (isSvelteWarning(parts) && warnings.length < maxWarnings)
        warnings.push(parts.map(String).join(' '));
      write.apply(target, parts);
    };
    return { method, write };
  });
  return {
    take: () => {
      const collected = warnings;
      warnings = [];
      return collected;
    },
    stop: () => {
      for (const { method, write } of originals) target[method] = write;
    },
  };
}
