import fc from 'fast-check';

// Properties draw the values of PROPERTY_SEED, and new ones where it is not set. One that fails prints its seed.
const { PROPERTY_SEED } = process.env;
if (PROPERTY_SEED !== undefined) fc.configureGlobal({ seed: Number(PROPERTY_SEED) });
