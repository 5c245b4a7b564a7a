const numRuns = Number(process.env['LEGAL_ANSWERS'] ?? 200);

/** Answers per operation: enough for a push to notice, and as many as `npm run test:long` asks for. */
export const runs = { numRuns } as const;

/** Of the whole test, in milliseconds. */
export const patience = { timeout: Math.max(60_000, numRuns * 200) } as const;
