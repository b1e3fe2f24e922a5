import * as z from 'zod';
import {
  dateSchema,
  daysOfZoneSchema,
  idSchema,
  instantSchema,
  keywordsSchema,
  pageQuerySchema,
} from '../common.ts';
import { addressQuerySchema } from '../files/upload.ts';
import { auditKindSchema } from './audit-deed.ts';

/**
 * Outcome of an audited action. A refused call changed nothing; a repeated call got the stored
 * response of the first call with its Idempotency-Key and changed nothing either.
 */
export const auditOutcomeSchema = z.enum(['done', 'refused', 'repeated']);
export type AuditOutcome = z.infer<typeof auditOutcomeSchema>;

/** One row of the audit trail: actor, action, ids concerned and position in the chain. */
export const auditEntrySchema = z.object({
  /** Grows with time; ids of concurrent calls may be slightly out of order. */
  seq: z.number().int().positive(),
  at: instantSchema,
  /** One of human, device, worker, peer or system. */
  actorKind: z.string(),
  /** The account or device; null if unauthenticated, e.g. at a failed sign-in. */
  actorId: idSchema.nullable(),
  /** E-mail address of the account; null unless the actor is an account of this organization. */
  accountEmail: z.string().nullable(),
  /** Name of the call in the catalogue, or of an action of the server itself. */
  act: z.string(),
  outcome: auditOutcomeSchema,
  /** Ids and codes of the catalogue; never names or free text. */
  subject: z.record(z.string(), z.string()),
  /** Position in the chain, from 1; null until the entry is sealed, about a second later. */
  position: z.number().int().positive().nullable(),
  /** Lower-case hex SHA-256 over the previous entry and this entry. */
  hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** Filters of the audit trail; a row must match all of them. */
export const auditFilterSchema = z.strictObject({
  /** Inclusive start. */
  from: instantSchema.optional(),
  /** Exclusive end. */
  to: instantSchema.optional(),
  /** The account or device that performed the action. */
  actorId: idSchema.optional(),
  act: z.string().max(100).optional(),
  outcome: auditOutcomeSchema.optional(),
  /** Id of any record concerned: a patient, study, scan or account. */
  subjectId: idSchema.optional(),
});
export type AuditFilter = z.infer<typeof auditFilterSchema>;

export const auditQuerySchema = pageQuerySchema.extend(auditFilterSchema.shape);

export const auditExportSchema = auditFilterSchema.extend({
  format: z.enum(['csv', 'jsonl']).default('csv'),
});
export type AuditExport = z.infer<typeof auditExportSchema>;

export const auditExportQuerySchema = auditExportSchema.extend(addressQuerySchema.shape);

/** Why an entry breaks the chain; see docs/administration.md. */
export const auditFaultSchema = z.enum([
  'missing',
  'changed',
  'rewritten',
  'backdated',
  'truncated',
]);

/** Result of verifying the organization's chain. */
export const auditVerificationSchema = z.object({
  intact: z.boolean(),
  /** Number of entries checked, from the first. */
  checked: z.number().int().nonnegative(),
  /** First entry that breaks the chain; null if intact. */
  firstBad: z
    .object({
      position: z.number().int().positive(),
      seq: z.number().int().positive().nullable(),
      fault: auditFaultSchema,
    })
    .nullable(),
  /** Number of recent rows, about a second's worth, that are not yet in the chain. */
  unsealed: z.number().int().nonnegative(),
  /** Highest position recorded outside the database; null if none is recorded. */
  recordedHead: z.number().int().positive().nullable(),
});
export type AuditVerification = z.infer<typeof auditVerificationSchema>;

/** Filters of the deeds of one day. */
export const auditDayQuerySchema = pageQuerySchema.extend({
  day: dateSchema.describe('Day in the time zone, yyyy-mm-dd.'),
  timeZone: daysOfZoneSchema,
  /** The account or device that acted. */
  actorId: idSchema.optional(),
  /** Words of a patient's name or code; only of the code without the permission PATIENT_VIEW. */
  patient: keywordsSchema.optional(),
  kind: auditKindSchema.optional(),
});

/** What one person did with one patient on a day: the same acts, counted. */
export const auditDeedSchema = z.object({
  /** First entry of the audit trail that belongs to the deed. */
  seq: z.number().int().positive(),
  firstAt: instantSchema,
  lastAt: instantSchema,
  /** Number of acts. */
  count: z.number().int().positive(),
  /** One of human, device, worker, peer or system. */
  actorKind: z.string(),
  actorId: idSchema.nullable(),
  /** Name of the account or serial number of the device, as they are now; null if unknown. */
  actorName: z.string().nullable(),
  /** The patient concerned; null if none is known. */
  patient: z
    .object({
      id: idSchema,
      code: z.string().nullable(),
      /** Null unless the caller may see patients. */
      name: z.string().nullable(),
    })
    .nullable(),
  /** Code of the deed; the name of the act for acts without a deed. */
  deed: z.string(),
  /** False if the server rejected the acts. */
  done: z.boolean(),
});
export type AuditDeedRow = z.infer<typeof auditDeedSchema>;
