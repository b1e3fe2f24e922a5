import * as z from 'zod';
import { closureReason, followUpReason, scanSide, sex } from '../../enumerations.ts';
import { dateSchema, idSchema, instantSchema } from '../common.ts';

/** Months until the follow-up of a category 3 whose report states no interval. */
export const CATEGORY_3_MONTHS = 6;

/** Days from the signature of a category 4 or 5 until its missing result is overdue. */
export const RESULT_DAYS = 14;

/** States by which the list of follow-ups is filtered. */
export const FOLLOW_UP_STATES = ['DUE', 'CLOSED'] as const;
export type FollowUpState = (typeof FOLLOW_UP_STATES)[number];

/** Reader of signed reports. */
export const reportReaderSchema = z.object({
  id: idSchema.describe('Id of the account that signed.'),
  name: z.string().nullable().describe('Name of the reader; null if the account has none.'),
});
export type ReportReader = z.infer<typeof reportReaderSchema>;

/** Finding of a listed study, to which an outcome can be entered. */
const followUpFindingSchema = z.object({
  id: idSchema,
  label: z.number().int().positive().describe('Number of the finding in its scan.'),
  scanLabel: z.string().describe('Side and running number of the scan, such as R or R2.'),
  biradsScore: z
    .number()
    .int()
    .nullable()
    .describe('BI-RADS category, 1 to 9 in the order 0 to 6; null while undecided.'),
  outcomes: z.number().int().nonnegative().describe('Number of outcomes that count.'),
});
export type FollowUpFinding = z.infer<typeof followUpFindingSchema>;

/** A due or closed follow-up, or an open request for an addendum. */
export const followUpSchema = z.object({
  id: idSchema.describe(
    'Id of the study; of the report if a result is missing, of the request if an addendum was asked for, of the closure if closed.',
  ),
  reason: followUpReason.schema.describe('GROWN, NO_RESULT, CATEGORY_3, INTERVAL or ADDENDUM.'),
  studyId: idSchema,
  patientId: idSchema,
  accessionNumber: z.string().nullable(),
  who: z
    .object({
      code: z.string().nullable(),
      firstName: z.string().nullable(),
      lastName: z.string(),
      birthDate: dateSchema.nullable(),
      sex: sex.schema.nullable(),
    })
    .nullable(),
  reportId: idSchema.describe('Id of the signed report.'),
  reader: reportReaderSchema.describe('User who signed the report.'),
  signedAt: instantSchema,
  studyDay: dateSchema.describe('Day of the study at the site, yyyy-mm-dd.'),
  sides: z
    .array(scanSide.schema)
    .describe('Breasts that are still to be followed up, or whose follow-up is closed.'),
  months: z
    .number()
    .int()
    .nullable()
    .describe(
      'Months from the study to the follow-up; null for a grown lesion, a missing result and an addendum.',
    ),
  isAssumed: z
    .boolean()
    .describe('True if the report states no interval, so that 6 months are assumed.'),
  dueDay: dateSchema.describe(
    'Day at the site on which the follow-up is due, yyyy-mm-dd; 14 days after the signature for a missing result, the day of the growth of a lesion or of the request for an addendum, for a grown lesion the earlier day if an interval of the study is open, too.',
  ),
  daysLeft: z
    .number()
    .int()
    .describe('Days until the due day; negative for overdue ones and for waiting requests.'),
  request: z
    .object({
      text: z.string().describe('What the addendum should state.'),
      author: z.string().nullable().describe('Name of the user who asked for the addendum.'),
    })
    .nullable()
    .describe('The request for an addendum; null for a follow-up.'),
  closure: z
    .object({
      reason: closureReason.schema.describe('DECLINED, ELSEWHERE, MOVED, DECEASED or OTHER.'),
      note: z.string().nullable().describe('Note on the reason; null without one.'),
      createdAt: instantSchema.describe('Time of the closing, ISO 8601 in UTC.'),
      author: z.string().nullable().describe('Name of the user who closed the follow-up.'),
    })
    .nullable()
    .describe('Why the follow-up is closed; null for a due one.'),
  findings: z
    .array(followUpFindingSchema)
    .describe('Findings of the listed breasts, to which outcomes can be entered.'),
});
export type FollowUp = z.infer<typeof followUpSchema>;
