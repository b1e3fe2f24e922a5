import {
  auditDayQuerySchema,
  auditDeedSchema,
  auditEntrySchema,
  auditExportQuerySchema,
  auditExportSchema,
  auditQuerySchema,
  auditVerificationSchema,
} from '../../entities/administration/audit.ts';
import { pageSchema } from '../../entities/common.ts';
import { downloadSchema } from '../../entities/files/upload.ts';
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
  listAuditDay: defineRoute({
    method: 'GET',
    path: '/audit/day',
    summary:
      'What was done on one day, by person and patient; names of patients need the permission PATIENT_VIEW',
    access: ['ADMIN_ACCOUNT'],
    principals: [],
    query: auditDayQuerySchema,
    response: pageSchema(auditDeedSchema),
  }),
  exportAudit: defineRoute({
    method: 'GET',
    path: '/audit/export',
    summary:
      'The audit trail as CSV or JSON lines, oldest first; the export is audited itself. A token in the address replaces the bearer token',
    access: ['ADMIN_ACCOUNT'],
    principals: [],
    query: auditExportQuerySchema,
  }),
  createAuditDownload: defineRoute({
    method: 'POST',
    path: '/audit/export',
    summary:
      'Create an address that exports the audit trail once, within 60 seconds, without a bearer token',
    secret: true,
    access: ['ADMIN_ACCOUNT'],
    principals: [],
    body: auditExportSchema,
    response: downloadSchema,
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
