import * as z from 'zod';
import { idSchema, instantSchema, pageQuerySchema } from '../common.ts';

/**
 * What became of an audited act. A refused one changed nothing; a repeated one was answered with
 * what the first call with its Idempotency-Key was answered, and changed nothing either.
 */
export const auditOutcomeSchema = z.enum(['done', 'refused', 'repeated']);
export type AuditOutcome = z.infer<typeof auditOutcomeSchema>;

/** One row of the audit trail: who did what to which ids, and where it stands in the chain. */
export const auditEntrySchema = z.object({
  /** Grows with time; ids of calls that run at once may be out of order by a little. */
  seq: z.number().int().positive(),
  at: instantSchema,
  /** human, device, worker, peer or system. */
  actorKind: z.string(),
  /** The account or the device; null where nobody is signed in, e.g. at a failed sign-in. */
  actorId: idSchema.nullable(),
  /** Address of the account, where the actor is one of this organization's. */
  accountEmail: z.string().nullable(),
  /** The call's name in the catalogue, or the name of an act of the server's own. */
  act: z.string(),
  outcome: auditOutcomeSchema,
  /** Ids and words of the catalogue; never names or free text. */
  subject: z.record(z.string(), z.string()),
  /** Place in the chain, from 1; null until the entry is sealed, about a second later. */
  position: z.number().int().positive().nullable(),
  /** Lower-case hex SHA-256 over the entry before and this one. */
  hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** Which rows are wanted; all conditions hold together. */
export const auditFilterSchema = z.object({
  /** At this instant or later. */
  from: instantSchema.optional(),
  /** Before this instant. */
  to: instantSchema.optional(),
  /** The account or device that acted. */
  actorId: idSchema.optional(),
  act: z.string().max(100).optional(),
  outcome: auditOutcomeSchema.optional(),
  /** Any id that was touched: of a patient, a study, a scan, an account. */
  subjectId: idSchema.optional(),
});
export type AuditFilter = z.infer<typeof auditFilterSchema>;

export const auditQuerySchema = pageQuerySchema.extend(auditFilterSchema.shape);

export const auditExportQuerySchema = auditFilterSchema.extend({
  format: z.enum(['csv', 'jsonl']).default('csv'),
});

/** Why an entry of the chain is bad; see docs/administration.md. */
export const auditFaultSchema = z.enum([
  'missing',
  'changed',
  'rewritten',
  'backdated',
  'truncated',
]);

/** What checking the organization's chain found. */
export const auditVerificationSchema = z.object({
  intact: z.boolean(),
  /** How many entries were checked, from the first on. */
  checked: z.number().int().nonnegative(),
  firstBad: z
    .object({
      position: z.number().int().positive(),
      seq: z.number().int().positive().nullable(),
      fault: auditFaultSchema,
    })
    .nullable(),
  /** Rows of the last second or so that are not in the chain yet. */
  unsealed: z.number().int().nonnegative(),
  /** The furthest position that was written down outside of the database; null where none is. */
  recordedHead: z.number().int().positive().nullable(),
});
export type AuditVerification = z.infer<typeof auditVerificationSchema>;
