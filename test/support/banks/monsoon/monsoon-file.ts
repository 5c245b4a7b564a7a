/** The bank file of Monsoon: OAuth2 client credentials, pages by entries from 0, and its own lists. */
export const monsoonFile = (baseUrl: string): string =>
  JSON.stringify({
    name: 'Monsoon ⛈',
    environment: 'uat',
    baseUrl,
    auth: { way: 'client-credentials', clientAuthentication: 'client_secret_post' },
    statement: {
      dates: ['from', 'to'],
      paging: ['pageOffset', 'pageSize'],
      pageUnit: 'item',
      firstPage: 0,
      pageSizeMax: 3,
    },
    operations: {
      getToken: { path: '/oauth2/token' },
      getStatement: {
        response: {
          'statement.page': '/paging/offset',
          'statement.pageSize': '/paging/size',
          'statement.totalItems': '/paging/total',
          'statement.totalPages': '/paging/pages',
        },
      },
      getAllAccounts: { path: '/wind/accounts', items: '/rows' },
      getAllBeneficiaries: { path: '/wind/payees', items: '/rows' },
      getBeneficiary: { path: '/wind/payees/{entityId}', response: { entityId: '/entityId' } },
      getAllSubclients: { path: '/wind/companies', items: '/rows' },
    },
  });
