import { config } from 'zod';

// Imported before any schema: zod's probe for `new Function` would be reported by the Content-Security-Policy.
config({ jitless: true });
