/** A document of a sub-client in the specification's shape: the fields that a bank answers, and their first values. */
export const documentOf = (fields: Readonly<Record<string, unknown>>) => ({
  ...{ createdBy: 'u-1', updatedBy: null, isDeleted: false, description: '', comment: null },
  ...{ issueDate: null, expiryDate: null, documentNumber: null, documentOwner: 'company' },
  ...{ approvalStatus: null, mimeType: 'application/pdf', parentType: 'subclient' },
  ...{ isExpired: false, expiryNotificationSent: false, lastNotificationSentAt: null },
  expiryStatus: null,
  ...fields,
});
