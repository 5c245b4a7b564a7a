import type { ConsoleMessage, Page } from 'playwright';

/**
 * Collects what no page of ours may leave: console errors and warnings, those of Svelte among them, uncaught errors, and
 * violations of its policy. What came ahead of the call, as the page loaded, is collected too.
 */
export async function watchTroubles(page: Page): Promise<string[]> {
  const troubles: string[] = [];
  const onConsole = (message: ConsoleMessage): void => {
    if (message.type() === 'error' || message.type() === 'warning')
      troubles.push(`${message.type()}: ${message.text()}`);
  };
  const onError = (error: Error): void => {
    troubles.push(`uncaught: ${error.message}`);
  };
  page.on('console', onConsole);
  page.on('pageerror', onError);
  page.on('crash', () => troubles.push('the page crashed'));
  for (const message of await page.consoleMessages()) onConsole(message);
  for (const error of await page.pageErrors()) onError(error);
  // A violation that is only reported makes no noise on the console.
  await page.addInitScript(reportViolations);
  await page.evaluate(reportViolations);
  return troubles;
}

function reportViolations(): void {
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    console.error(`policy: ${violatedDirective} ${blockedURI}`);
  });
}
