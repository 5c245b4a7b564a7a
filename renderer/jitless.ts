/**
 * What zod finds when it is loaded, with the first view that has a schema: its probe for `new Function` would be reported by the
 * Content-Security-Policy. Said without loading it, for the first screen has no schema.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
