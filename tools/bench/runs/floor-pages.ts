import { Agent, request } from 'undici';

import { period } from '../statement-text.ts';

/** Every page of an account's statement in order, four asked ahead over four connections. */
export async function* eachPage(bankUrl: string, accountNumber: string): AsyncGenerator<string> {
  const agent = new Agent({ connections: 4 });
  const path = `${bankUrl}/platform/client-service/api/v1/statement/clientStatement/${accountNumber}`;
  const page = async (pageNumber: number): Promise<string> => {
    const query = `startDate=${period.from}&endDate=${period.to}&pageNumber=${pageNumber}&limit=500`;
    const { body } = await request(`${path}?${query}`, { dispatcher: agent });
    return body.text();
  };
  const first = await page(1);
  const total = Number(/"totalPages":(\d+)/.exec(first.slice(-200))?.[1]);
  let ahead = Array.from({ length: Math.min(4, total - 1) }, (_, at) => page(at + 2));
  yield first;
  for (let pageNumber = 2; pageNumber <= total; pageNumber += 1) {
    const [text, ...rest] = ahead;
    ahead = pageNumber + 4 <= total ? [...rest, page(pageNumber + 4)] : rest;
    yield (await text) ?? '';
  }
  await agent.close();
}
