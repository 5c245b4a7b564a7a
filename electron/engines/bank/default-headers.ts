import type { Context } from '../machine/context.ts';

/** The headers of every request to a bank. */
export const defaultHeaders = ({ correlationId }: Context): Record<string, string> => ({
  accept: 'application/json',
  'x-correlation-id': correlationId.replace(/[^\x21-\x7e]/g, '-'),
});
