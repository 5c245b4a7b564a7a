/**
 * Configures zod before it is loaded, with the first view that has a schema: its probe for `new Function` would be reported by the
 * Content-Security-Policy. Set without loading zod, since the first screen has no schema.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
