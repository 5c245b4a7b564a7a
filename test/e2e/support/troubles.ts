import type { Page } from 'playwright';

/** Collects what no page of ours may ever say: console errors and warnings, uncaught errors, violations of its policy. */
export async function watchTroubles(page: Page): Promise<string[]> {
  const troubles: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      troubles.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => troubles.push(`uncaught: ${error.message}`));
  page.on('crash', () => troubles.push('the page crashed'));
  // A violation that is only reported makes no noise on the console.
  await page.addInitScript(tellViolations);
  await page.evaluate(tellViolations);
  return troubles;
}

function tellViolations(): void {
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    console.error(`policy: ${violatedDirective} ${blockedURI}`);
  });
}
