/** Switches that open a debugging door, or that weaken the sandbox, the certificates or the route to the bank. */
const refused = [
  /^--remote-debugging-(?:port|pipe|address)\b/,
  /^--inspect/,
  /^--no-sandbox\b/,
  /^--disable-web-security\b/,
  /^--ignore-certificate-errors/,
  /^--proxy-/,
  /^--host-(?:resolver-)?rules\b/,
  /^--load-extension\b/,
  /^--js-flags\b/,
];

/** The first switch on the command line with which the packaged app does not start; undefined when there is none. */
export function refusedSwitch(words: readonly string[]): string | undefined {
  // Chromium takes one dash or two and any case.
  return words.find((word) => refused.some((pattern) => pattern.test(asWritten(word))));
}

const asWritten = (word: string): string => word.toLowerCase().replace(/^-+/, '--');
