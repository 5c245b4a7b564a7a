/** A tenth of the sandbox's: who opens a desk to pay or to onboard need not wait for a year of them. */
export const smallBankEntries = 600;
