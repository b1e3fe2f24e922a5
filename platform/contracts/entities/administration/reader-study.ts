import * as z from 'zod';
import { scanSide } from '../../enumerations.ts';
import { fieldText } from '../../texts/field-texts.ts';
import { idSchema, instantSchema, storedSchema } from '../common.ts';
import { biradsScoreSchema } from '../findings/finding.ts';
import { datasetFilterSchema } from './dataset.ts';
import { evaluationResultSchema } from './evaluation.ts';

/** Maximum number of cases of a reader study. */
export const MAX_READER_STUDY_CASES = 500;
/** Maximum number of readers of a reader study. */
export const MAX_STUDY_READERS = 50;
/** Maximum washout in days. */
export const MAX_WASHOUT_DAYS = 365;
/** Longest active time of one report in milliseconds: a day without connection. */
export const MAX_HEARTBEAT_MS = 86_400_000;

export const READER_STUDY_STATES = ['DRAFT', 'OPEN', 'CLOSED'] as const;
export type ReaderStudyState = (typeof READER_STUDY_STATES)[number];
export const READER_STUDY_ORDERS = ['RANDOM', 'FIXED'] as const;
export type ReaderStudyOrder = (typeof READER_STUDY_ORDERS)[number];
export const READER_STUDY_DESIGNS = ['PLAIN', 'CROSSOVER'] as const;
export type ReaderStudyDesign = (typeof READER_STUDY_DESIGNS)[number];
export const READER_STUDY_ARMS = ['WITHOUT_AI', 'WITH_AI'] as const;
export type ReaderStudyArm = (typeof READER_STUDY_ARMS)[number];

const count = z.number().int().nonnegative();
const armSchema = z
  .enum(READER_STUDY_ARMS)
  .describe('WITHOUT_AI hides the findings of models from the reader, WITH_AI shows them.');

const settingsShape = {
  name: z.string().trim().min(1).max(100).describe('Name of the reader study.'),
  order: z
    .enum(READER_STUDY_ORDERS)
    .describe('RANDOM: an order of its own for each reader and session. FIXED: as in the list.'),
  design: z
    .enum(READER_STUDY_DESIGNS)
    .describe('PLAIN: one session. CROSSOVER: two sessions, one in each arm.'),
  arm: armSchema.describe('Arm of a plain study; a crossover has both arms.'),
  washoutDays: z
    .number()
    .int()
    .min(0)
    .max(MAX_WASHOUT_DAYS)
    .describe('Days between the last case of session 1 and the first of session 2, per reader.'),
  noReturn: z.boolean().describe('True if a completed case can’t be opened again.'),
};

const readerIdsSchema = z
  .array(idSchema)
  .min(1)
  .max(MAX_STUDY_READERS)
  .refine((ids) => new Set(ids).size === ids.length, fieldText('DUPLICATE_READERS'))
  .describe('Ids of the accounts that read the cases.');

export const newReaderStudySchema = z.strictObject({
  ...settingsShape,
  order: settingsShape.order.default('RANDOM'),
  design: settingsShape.design.default('PLAIN'),
  arm: settingsShape.arm.default('WITHOUT_AI'),
  washoutDays: settingsShape.washoutDays.default(0),
  noReturn: settingsShape.noReturn.default(true),
  filter: datasetFilterSchema.describe(
    'Studies with a completed scan that matches are the cases; a fixed order is that of `studyIds`.',
  ),
  readerIds: readerIdsSchema,
});
export type NewReaderStudy = z.input<typeof newReaderStudySchema>;

export const readerStudySchema = storedSchema.extend({
  ...settingsShape,
  name: z.string().describe('Name of the reader study.'),
  state: z
    .enum(READER_STUDY_STATES)
    .describe('DRAFT can be changed, OPEN is read, CLOSED is over.'),
  filter: datasetFilterSchema.describe('Filter that selected the cases.'),
  caseCount: count.describe('Number of cases.'),
  readerIds: z.array(idSchema).describe('Ids of the accounts that read the cases.'),
  seed: z.number().int().describe('Number that decides orders and first arms.'),
  completed: count.describe('Number of completed readings of all readers.'),
  skipped: count.describe('Number of readings that were left for good, of all readers.'),
  planned: count.describe('Number of readings of all readers and sessions.'),
  openedAt: instantSchema
    .nullable()
    .describe('Time of the opening, ISO 8601 in UTC; null for a draft.'),
  closedAt: instantSchema
    .nullable()
    .describe('Time of the closing, ISO 8601 in UTC; null before it.'),
});
export type ReaderStudy = z.output<typeof readerStudySchema>;

/** Progress of one reader in one session. */
const readerProgressSchema = z.object({
  readerId: idSchema.describe('Id of the account of the reader.'),
  reader: z.string().describe('Name of the reader.'),
  pseudonym: z.string().describe('Pseudonym of the reader in the CSV.'),
  session: z.number().int().min(1).max(2).describe('Session, from 1.'),
  arm: armSchema.describe('Arm of the session.'),
  completed: count.describe('Number of completed cases.'),
  skipped: count.describe('Number of cases that were left for good, without a rating.'),
  total: count.describe('Number of cases.'),
  isFinished: z
    .boolean()
    .describe('True once each case is completed or skipped; deleted cases don’t count.'),
  isReading: z.boolean().describe('True while a case of this session is open.'),
  activeSeconds: count.describe('Time with a case open and visible in seconds.'),
  opensAt: instantSchema
    .nullable()
    .describe(
      'Time at which session 2 opens, ISO 8601 in UTC; null for session 1 and before its end.',
    ),
});
export type ReaderProgress = z.output<typeof readerProgressSchema>;

export const readerStudyDetailsSchema = readerStudySchema.extend({
  progress: z.array(readerProgressSchema).describe('Progress by reader and session.'),
});
export type ReaderStudyDetails = z.output<typeof readerStudyDetailsSchema>;

/** Suspicion of malignancy: 0 definitely benign, 100 definitely malignant. */
export const suspicionSchema = z.number().int().min(0).max(100);

export const breastRatingSchema = z.strictObject({
  laterality: scanSide.schema.describe('Side of the breast: L or R.'),
  biradsScore: biradsScoreSchema.describe('Rank of the BI-RADS category, 1 to 9.'),
  suspicion: suspicionSchema.describe('Suspicion of malignancy of the breast, 0 to 100.'),
});
export type BreastRating = z.output<typeof breastRatingSchema>;

export const findingRatingSchema = z.strictObject({
  findingId: idSchema,
  suspicion: suspicionSchema.describe('Suspicion of malignancy of the finding, 0 to 100.'),
});
export type FindingRating = z.output<typeof findingRatingSchema>;

export const readingRatingsSchema = z.strictObject({
  breasts: z.array(breastRatingSchema).max(2).describe('Ratings by breast.'),
  findings: z.array(findingRatingSchema).max(200).describe('Ratings by own finding.'),
});
export type ReadingRatings = z.output<typeof readingRatingsSchema>;

const activeMs = z
  .number()
  .int()
  .min(0)
  .max(MAX_HEARTBEAT_MS)
  .describe(
    'Time in milliseconds since the previous report in which the case was open and visible.',
  );

export const readingHeartbeatSchema = z.strictObject({ activeMs });
export const completeReadingSchema = readingRatingsSchema.extend({ activeMs });
export type CompleteReading = z.input<typeof completeReadingSchema>;

export const caseReadingSchema = z.object({
  id: idSchema,
  readerStudyId: idSchema.describe('Id of the reader study.'),
  readerStudyName: z.string().describe('Name of the reader study.'),
  studyId: idSchema.describe('Id of the study of the case; an alias for blind annotators.'),
  sides: z.array(scanSide.schema).describe('Sides of the breasts that were scanned.'),
  session: z.number().int().min(1).max(2).describe('Session, from 1.'),
  arm: armSchema.describe('Arm of the session.'),
  position: z.number().int().positive().describe('Position of the case in the order, from 1.'),
  caseCount: count.describe('Number of cases of the session.'),
  startedAt: instantSchema.describe('Time of the start, ISO 8601 in UTC.'),
  activeSeconds: count.describe('Time with the case open and visible in seconds.'),
  completedAt: instantSchema
    .nullable()
    .describe('Time of the completion, ISO 8601 in UTC; null before it.'),
  noReturn: z.boolean().describe('True if the case can’t be opened again.'),
  ratings: readingRatingsSchema.nullable().describe('Stored ratings; null before the completion.'),
});
export type CaseReading = z.output<typeof caseReadingSchema>;

/** Reader study as its reader sees it, without the list of cases. */
export const assignedReaderStudySchema = z.object({
  id: idSchema,
  name: z.string().describe('Name of the reader study.'),
  sessions: z.number().int().min(1).max(2).describe('Number of sessions.'),
  session: z.number().int().min(1).max(2).describe('Session that is read now or next, from 1.'),
  arm: armSchema.describe('Arm of this session.'),
  completed: count.describe('Number of completed cases of this session.'),
  skipped: count.describe('Number of cases of this session that were left for good.'),
  total: count.describe('Number of cases of this session.'),
  opensAt: instantSchema
    .nullable()
    .describe('Time at which this session opens, ISO 8601 in UTC; null if it is open.'),
  isFinished: z.boolean().describe('True if no case of any session is left to read.'),
  noReturn: z.boolean().describe('True if a completed case can’t be opened again.'),
  reading: caseReadingSchema.nullable().describe('The open case; null without one.'),
  lastReadingId: idSchema
    .nullable()
    .describe('Id of the completed reading that can be opened again; null without one.'),
});
export type AssignedReaderStudy = z.output<typeof assignedReaderStudySchema>;

export const assignedReaderStudiesSchema = z.object({
  items: z.array(assignedReaderStudySchema).describe('Open reader studies of the caller.'),
});

export const READER_STUDY_ROWS = ['BREASTS', 'FINDINGS'] as const;
export const readerStudyCsvQuerySchema = z.strictObject({
  rows: z
    .enum(READER_STUDY_ROWS)
    .default('BREASTS')
    .describe(
      'BREASTS: one row by reader, case and breast, and one by skipped case. FINDINGS: one row by finding.',
    ),
});

export const readerStudyResultsQuerySchema = z.strictObject({
  referenceId: idSchema
    .optional()
    .describe('Account whose findings are the truth; absent for the signers of the reports.'),
});

export const readerStudyResultsSchema = z.object({
  cases: count.describe('Number of cases with a reference.'),
  withoutReference: count.describe('Number of cases without a reference, left out.'),
  lesions: count.describe('Number of lesions of the reference.'),
  readers: z
    .array(
      z.object({
        readerId: idSchema.describe('Id of the account of the reader.'),
        reader: z.string().describe('Name of the reader.'),
        arm: armSchema,
        cases: count.describe(
          'Number of completed cases whose reference is not the reader; the FROC has these.',
        ),
        ownCases: count.describe(
          'Number of completed cases left out, whose report the reader signed.',
        ),
        scans: count.describe('Number of scans of these cases.'),
        lesions: count.describe('Number of lesions in these cases.'),
        findings: count.describe('Number of findings of the reader in these cases.'),
        froc: evaluationResultSchema.shape.froc.describe('Sensitivity against false positives.'),
      }),
    )
    .describe('Results by reader and arm.'),
});
export type ReaderStudyResults = z.output<typeof readerStudyResultsSchema>;
