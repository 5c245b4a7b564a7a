/** What a desk of a team may be invited as. */
export const roles = ['admin', 'maker', 'checker', 'lead', 'reader', 'sender'] as const;
export type Role = (typeof roles)[number];
