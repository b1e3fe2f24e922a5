import type { Kysely } from 'kysely';
import type * as z from 'zod';
import {
  type AiRun,
  type aiRunFieldsSchema,
  type FieldError,
  fieldError,
  generatorOfTask,
  type ProposedFinding,
  serverMessage,
} from '#contracts';
import { isPossibleSize, MAX_SIZE_UM, SIZE_FIELDS, sameValue } from '#findings';
import type { Database } from '../../database/schema.ts';
import { volumeGeometries, volumesInAxes } from '../../files/rows/find-volume.ts';
import {
  type ErrorResponse,
  errorResponse,
  notFound,
  ValidationErrorResponse,
} from '../../http/error-response.ts';
import { toAiRun } from './ai-run-rows.ts';
import { duplicateMarkError, markErrors } from './finding-checks.ts';
import { type MarkOfFinding, writeMarksOfFindings } from './finding-rows.ts';
import { markImageErrors, markPlaceErrors } from './mark-places.ts';

/** Run to store, with the scan on which the model ran. */
export interface NewAiRun {
  readonly organizationId: string;
  readonly scanId: string;
  readonly jobId: string | null;
  readonly createdBy: string | null;
  readonly fields: z.output<typeof aiRunFieldsSchema>;
}

export interface InsertedAiRun {
  readonly run: AiRun;
  /** False if an earlier call has stored the run. */
  readonly isNew: boolean;
}

/**
 * Inserts a run with its findings in the caller's transaction, which must roll back on an error. A
 * run that is stored already with the same content is returned unchanged.
 */
export async function insertAiRun(
  db: Kysely<Database>,
  run: NewAiRun,
): Promise<InsertedAiRun | ErrorResponse> {
  const { organizationId, scanId, fields } = run;
  const scan = await lockScan(db, run);
  if (scan === undefined) return notFound('SCAN_NOT_FOUND');
  const { volumeFileId, imageFileId } = fields;
  const isVolumeKnown = volumeFileId === null || (await hasFile(db, run, volumeFileId, 'VOLUME3D'));
  const isImageKnown = imageFileId === null || (await hasFile(db, run, imageFileId, 'SCAN_IMAGE'));
  if (!isVolumeKnown || !isImageKnown) return notFound('FILE_NOT_FOUND');
  const current = await volumesInAxes(db, { organizationId, scanId });
  if (volumeFileId !== null && current.every(({ id }) => id !== volumeFileId)) {
    return errorResponse('Conflict', serverMessage('VOLUME_CHANGED'));
  }
  const volumes = await volumeGeometries(db, { organizationId, scanId });
  const errors = [
    ...generatorErrors(fields),
    ...sourceErrors(fields),
    ...fieldErrors(fields.findings),
    ...fields.findings.flatMap(({ marks }, idx) =>
      markPlaceErrors(Object.values(marks), volumes, prefixOf(idx)),
    ),
  ];
  for (const [idx, { marks }] of fields.findings.entries()) {
    errors.push(...(await markImageErrors(db, run, Object.values(marks), prefixOf(idx))));
  }
  if (errors.length > 0) return new ValidationErrorResponse(errors);
  const inserted = await insertRun(db, run);
  if (inserted === undefined) return storedRun(db, run);
  const error = await insertFindings(db, run, scan.lastFindingLabel);
  return error ?? { run: toAiRun(inserted), isNew: true };
}

const prefixOf = (idx: number): string => `findings.${idx}.`;

/** Returns errors for a generator of another task, and for marks of another generator. */
function generatorErrors({ task, generator, findings }: NewAiRun['fields']): readonly FieldError[] {
  const expected = generatorOfTask(task);
  if (generator !== expected) {
    return [fieldError('generator', 'GENERATOR_OF_TASK', { task, generator: expected })];
  }
  return findings.flatMap(({ marks }, idx) =>
    Object.entries(marks)
      .filter(([, { markViewParams }]) => markViewParams.generatedBy !== generator)
      .map(([id]) =>
        fieldError(`${prefixOf(idx)}marks.${id}.markViewParams.generatedBy`, 'MARK_GENERATOR', {
          generator,
        }),
      ),
  );
}

/** Returns an error for a run that names a volume and an image. */
const sourceErrors = ({ volumeFileId, imageFileId }: NewAiRun['fields']): readonly FieldError[] =>
  volumeFileId === null || imageFileId === null
    ? []
    : [fieldError('imageFileId', 'RUN_OF_ONE_IMAGE')];

/** Returns the errors of findings that do not depend on the scan. */
function fieldErrors(findings: readonly ProposedFinding[]): readonly FieldError[] {
  const findingIds = new Set<string>();
  const markIds = new Set<string>();
  return findings.flatMap((finding, idx): FieldError[] => {
    const prefix = prefixOf(idx);
    const errors = [...markErrors(finding.marks, prefix), ...sizeErrors(finding, prefix)];
    const ids = Object.keys(finding.marks);
    if (ids.length === 0) errors.push(fieldError(`${prefix}marks`, 'MARKS_REQUIRED'));
    if (findingIds.has(finding.id)) errors.push(fieldError(`${prefix}id`, 'FINDING_ID_TWICE'));
    findingIds.add(finding.id);
    for (const id of ids) {
      if (markIds.has(id)) errors.push(fieldError(`${prefix}marks.${id}.id`, 'MARK_ID_TWICE'));
      markIds.add(id);
    }
    return errors;
  });
}

function sizeErrors(finding: ProposedFinding, prefix: string): readonly FieldError[] {
  return SIZE_FIELDS.filter((field) => {
    const sizeUm = finding[field];
    return sizeUm !== null && !isPossibleSize(sizeUm);
  }).map((field) =>
    fieldError(`${prefix}${field}`, 'SIZE_IMPOSSIBLE', { maximum: MAX_SIZE_UM / 1000 }),
  );
}

/** Locks the scan until the transaction ends, so that no other call assigns finding numbers. */
function lockScan(db: Kysely<Database>, { organizationId, scanId }: NewAiRun) {
  return db
    .selectFrom('scan')
    .select('lastFindingLabel')
    .where('organizationId', '=', organizationId)
    .where('id', '=', scanId)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Returns whether the scan has or had the file; a newer volume may have replaced it meanwhile. */
async function hasFile(
  db: Kysely<Database>,
  { organizationId, scanId }: NewAiRun,
  fileId: string,
  category: 'VOLUME3D' | 'SCAN_IMAGE',
): Promise<boolean> {
  const file = await db
    .selectFrom('scanFile')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('scanId', '=', scanId)
    .where('id', '=', fileId)
    .where('fileCategory', '=', category)
    .executeTakeFirst();
  return file !== undefined;
}

function insertRun(db: Kysely<Database>, { fields, ...owner }: NewAiRun) {
  const { findings, model, messages, dropped, ...columns } = fields;
  return db
    .insertInto('aiRun')
    .values({
      ...owner,
      ...columns,
      model: JSON.stringify(model),
      messages: JSON.stringify(messages),
      dropped: JSON.stringify(dropped),
      findingCount: findings.length,
    })
    .onConflict((conflict) => conflict.columns(['organizationId', 'id']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Returns the stored run if it has the sent content, else a conflict. */
async function storedRun(
  db: Kysely<Database>,
  { organizationId, scanId, jobId, fields }: NewAiRun,
): Promise<InsertedAiRun | ErrorResponse> {
  const row = await db
    .selectFrom('aiRun')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', fields.id)
    .executeTakeFirstOrThrow();
  const findingRows = await db
    .selectFrom('finding')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('aiRunId', '=', fields.id)
    .orderBy('id')
    .execute();
  const { findings, ...sentFields } = fields;
  const stored = toAiRun(row);
  const { createdAt, createdBy } = stored;
  const sent: AiRun = {
    ...sentFields,
    scanId,
    jobId,
    findingCount: findings.length,
    createdAt,
    createdBy,
  };
  const storedIds = findingRows.map(({ id }) => id);
  const sentIds = findings.map(({ id }) => id).sort();
  return sameValue(stored, sent) && sameValue(storedIds, sentIds)
    ? { run: stored, isNew: false }
    : errorResponse('Conflict', serverMessage('AI_RUN_ID_TAKEN'));
}

/** Findings per statement: PostgreSQL limits a statement to 65,535 parameters. */
const FINDINGS_BATCH = 500;

async function insertFindings(
  db: Kysely<Database>,
  { organizationId, scanId, createdBy, fields }: NewAiRun,
  lastLabel: number,
): Promise<ErrorResponse | null> {
  const { findings, id: aiRunId, generator } = fields;
  if (findings.length === 0) return null;
  const rows = findings.map(({ score, marks: _marks, ...columns }, idx) => ({
    ...columns,
    organizationId,
    scanId,
    generator,
    aiRunId,
    aiScore: score,
    label: lastLabel + 1 + idx,
    createdBy,
    updatedBy: createdBy,
  }));
  let insertedCount = 0;
  for (let start = 0; start < rows.length; start += FINDINGS_BATCH) {
    const inserted = await db
      .insertInto('finding')
      .values(rows.slice(start, start + FINDINGS_BATCH))
      .onConflict((conflict) => conflict.columns(['organizationId', 'id']).doNothing())
      .returning('id')
      .execute();
    insertedCount += inserted.length;
  }
  if (insertedCount < rows.length) {
    return errorResponse('Conflict', serverMessage('FINDING_ID_TAKEN'));
  }
  await db
    .updateTable('scan')
    .set({ lastFindingLabel: lastLabel + rows.length })
    .where('organizationId', '=', organizationId)
    .where('id', '=', scanId)
    .execute();
  const marks = findings.flatMap((finding): MarkOfFinding[] =>
    Object.values(finding.marks).map((mark) => ({ findingId: finding.id, mark })),
  );
  const duplicateIds = await writeMarksOfFindings(db, organizationId, marks);
  return duplicateIds.length === 0 ? null : duplicateMarkError(duplicateIds);
}
