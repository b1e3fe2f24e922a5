/** The audit trail: reading, checking and taking it along. */
export const auditRoutes = {};
