import type { Page } from 'playwright';

/** What the window's own bridge answers; asked as any script of the page could ask. */
export const answerOf = (page: Page, route: string, input: unknown): Promise<unknown> =>
  page.evaluate(
    ([requested, given]) => {
      const { desk } = globalThis as unknown as {
        desk: { request(route: string, input: unknown): Promise<unknown> };
      };
      return desk.request(requested, given);
    },
    [route, input] as const,
  );
