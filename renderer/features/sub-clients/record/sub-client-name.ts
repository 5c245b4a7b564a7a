type Named = {
  readonly entityId: string;
  readonly name: string;
  readonly businessName: string;
};

/** What a sub-client is called to a person: by its name as far as the bank told one, else by its id. */
export const calledBy = ({ name, businessName, entityId }: Named): string =>
  name || businessName || entityId;
