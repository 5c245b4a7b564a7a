/** Who a sub-client that is only made is known as: two of one name at once would be a slip. */
export const subjectOfNew = (name: string): string =>
  `new sub-client: ${name.trim().toLowerCase()}`;
