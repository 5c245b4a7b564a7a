/** Answers per operation: enough for a push to notice, and as many as `npm run test:long` asks for. */
export const runs = { numRuns: Number(process.env['LEGAL_ANSWERS'] ?? 500) } as const;
