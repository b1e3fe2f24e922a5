import {
  auditEntrySchema,
  auditExportQuerySchema,
  auditQuerySchema,
  auditVerificationSchema,
} from '../../entities/administration/audit.ts';
import { pageSchema } from '../../entities/common.ts';
import { defineRoute } from '../../route.ts';

/** Routes to read, verify and export the audit trail. */
export const auditRoutes = {
  listAudit: defineRoute({
    method: 'GET',
    path: '/audit',
    summary: 'The audit trail of the organization, newest first',
    access: ['ADMIN_ACCOUNT'],
    principals: [],
    query: auditQuerySchema,
    response: pageSchema(auditEntrySchema),
  }),
  exportAudit: defineRoute({
    method: 'GET',
    path: '/audit/export',
    summary: 'The audit trail as CSV or JSON lines, oldest first; the export is audited itself',
    access: ['ADMIN_ACCOUNT'],
    principals: [],
    query: auditExportQuerySchema,
  }),
  verifyAudit: defineRoute({
    method: 'POST',
    path: '/audit/actions/verify',
    summary: 'Check the chain of the audit trail; returns the first bad entry',
    access: ['ADMIN_ACCOUNT'],
    principals: [],
    response: auditVerificationSchema,
  }),
};
