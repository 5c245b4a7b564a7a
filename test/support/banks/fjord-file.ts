/** Where Fjord's wrapping keeps what the specification shows bare. */
const within = (...names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, `/data/${name.replaceAll('.', '/')}`]));

/** The bank file of Fjord: HTTP Basic, and every record under `data`. */
export const fjordFile = (baseUrl: string): string =>
  JSON.stringify({
    name: 'Fjord',
    environment: 'uat',
    baseUrl,
    auth: { way: 'basic' },
    statement: {
      dates: ['startDate', 'endDate'],
      paging: ['pageNumber', 'pageSize'],
      pageSizeMax: 500,
    },
    operations: {
      getStatement: {
        items: '/data/statement/data',
        response: within(
          'openingBalance',
          'closingBalance',
          'startDate',
          'endDate',
          'statement.page',
          'statement.pageSize',
          'statement.totalItems',
          'statement.totalPages',
        ),
      },
      getAccountsBy: { response: within('message', 'account') },
    },
  });
