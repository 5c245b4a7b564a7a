/** The subject of a sub-client that is still being created: two of one name at once would be a mistake. */
export const subjectOfNew = (name: string): string =>
  `new sub-client: ${name.trim().toLowerCase()}`;
