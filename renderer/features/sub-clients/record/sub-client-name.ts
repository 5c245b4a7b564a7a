type Named = {
  readonly entityId: string;
  readonly name: string;
  readonly businessName: string;
};

/** The title of a sub-client: its name at the bank, else its id. */
export const calledBy = ({ name, businessName, entityId }: Named): string =>
  name || businessName || entityId;
