/** What a desk of a team may be invited as. */
export const roles = ['admin', 'maker', 'checker', 'lead', 'reader'] as const;
export type Role = (typeof roles)[number];
