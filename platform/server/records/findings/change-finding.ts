import { type Kysely, sql, type UpdateObject } from 'kysely';
import type { Finding, FindingUpdate, Mark, routes } from '#contracts';
import { representativeMark, sameValue } from '#findings';
import { actorIdOf, type CallPrincipal } from '../../accounts/principal.ts';
import type { Database } from '../../database/schema.ts';
import type { StoredSkins } from '../../files/rows/stored-skins.ts';
import type { CallOf } from '../../http/call.ts';
import { notFound, Refusal, refuse, versionConflict } from '../../http/refusal.ts';
import { refuseIfFindingSigned } from '../../operations/reports/refuse-if-signed.ts';
import { placeOfMarks } from '../scans/place-findings.ts';
import type { SiteLists } from '../shared/site-lists.ts';
import { changedBy, deletedBy } from '../shared/stored.ts';
import { readThumbnail, replaceFindingPicture } from '../shared/thumbnails.ts';
import { markTaken, wrongFindingCodes, wrongMarks } from './finding-checks.ts';
import { NO_EDIT } from './finding-edits.ts';
import {
  type FindingWithMarks,
  findings,
  freeDeletedMarks,
  lockFindings,
  removeMarks,
  toFinding,
  writeMarks,
} from './finding-rows.ts';
import { setHidden, wrongHider } from './hidden-findings.ts';

type Change = UpdateObject<Database, 'finding'>;

/**
 * Changes a finding; one that was deleted is back afterwards, under its old number. Without its
 * last mark it is deleted.
 */
export async function updateFinding(
  lists: SiteLists,
  skins: StoredSkins,
  call: CallOf<typeof routes.updateFinding>,
): Promise<Finding | Refusal> {
  const { db, body, principal, params } = call;
  const { organizationId } = principal;
  const marks = Object.values(body.marks);
  const wrong = wrongMarks(body.marks) ?? wrongHider(principal, body.hidden);
  if (wrong !== null) return wrong;
  const signed = await refuseIfFindingSigned(db, principal, params.id);
  const before = await lockAtVersion(call);
  if (before instanceof Refusal) return before;
  const place = await placeOfMarks(db, organizationId, before.scanId, marks, skins);
  const sameWords = keepsWords(body, before, place);
  if (sameWords) call.about(NO_EDIT);
  if (body.hidden !== undefined) {
    await setHidden(db, principal, params.id, body.hidden);
    // Makes no version, so it conflicts with nobody's save, and may be done to what is signed.
    if (sameWords && body.thumbnailBase64 === undefined) return answer(db, principal, params.id);
  }
  if (signed !== null) return signed;
  const codes = {
    recommendations: body.recommendations ?? before.recommendations,
    annotationLabels: body.annotationLabels ?? before.annotationLabels,
  };
  if (before.generator !== 'USER' && !keepsWhatAiSaid(body, toFinding(before))) {
    return refuse(
      'NotUserGenerated',
      'What the AI found stays as it is. Make a finding of your own from it to change it',
    );
  }
  const strange = wrongFindingCodes(lists, codes, before);
  if (strange !== null) return strange;
  const last = marks.length === 0;
  if (!last) {
    await removeMarks(db, organizationId, [params.id]);
    const ids = marks.map(({ id }) => id);
    await freeDeletedMarks(db, principal, before.scanId, ids);
    const taken = await writeMarks(db, organizationId, params.id, marks);
    if (taken.length > 0) return markTaken(taken);
  }
  const { thumbnailBase64: thumbnail = picturesTheSame(marks, before) ? undefined : null } = body;
  if (thumbnail !== undefined) {
    await replaceFindingPicture(db, before, thumbnail);
  }
  return write(db, principal, params.id, {
    ...columnsOf(body, before, actorIdOf(principal)),
    ...place,
    ...changedBy(principal),
    ...(last ? deletedBy(principal) : { deletedAt: null, deletedBy: null }),
  });
}

/**
 * Whether a finding says the same afterwards: it is only taken off its reader's list or put back, or
 * gets the picture that a page keeps by itself. That is no edit. The place that the server itself
 * tells is nobody's word: it follows the nipple.
 */
function keepsWords(body: FindingUpdate, before: FindingWithMarks, place: object): boolean {
  const { hidden: _, thumbnailBase64: __, ...said } = body;
  const known = toFinding(before);
  const fields = Object.keys(said) as (keyof typeof said)[];
  return (
    before.deletedAt === null &&
    fields.every(
      (field) =>
        field in place || said[field] === undefined || sameValue(said[field], known[field]),
    )
  );
}

/** Whether a picture of the finding still shows where it lies; one without marks waits for them. */
function picturesTheSame(marks: readonly Mark[], before: FindingWithMarks): boolean {
  const known = Object.values(toFinding(before).marks);
  return marks.length === 0 || sameValue(representativeMark(marks), representativeMark(known));
}

/** Its labels and its picture are the readers'; where it lies follows the nipple. */
function keepsWhatAiSaid(body: FindingUpdate, before: Finding): boolean {
  const said = ['marks', 'note', 'massLengthUm', 'massWidthUm', 'massHeightUm'] as const;
  const judged = ['biradsScore', 'isMass', 'recommendations'] as const;
  return (
    said.every((field) => sameValue(body[field], before[field])) &&
    judged.every((field) => body[field] === undefined || sameValue(body[field], before[field]))
  );
}

export async function deleteFinding(
  call: CallOf<typeof routes.deleteFinding>,
): Promise<Finding | Refusal> {
  const { db, params, principal } = call;
  const signed = await refuseIfFindingSigned(db, principal, params.id);
  const before = await lockAtVersion(call);
  if (before instanceof Refusal) return before;
  if (signed !== null) return signed;
  return write(db, principal, params.id, deletedBy(principal));
}

async function lockAtVersion(
  call: Pick<
    CallOf<typeof routes.deleteFinding>,
    'db' | 'params' | 'principal' | 'version' | 'about'
  >,
): Promise<FindingWithMarks | Refusal> {
  const { db, params, principal, version, about } = call;
  const [before] = await lockFindings(db, principal, [params.id]);
  if (before === undefined) return notFound('The finding');
  about({ scanId: before.scanId });
  return before.version === version ? before : versionConflict(toFinding(before));
}

/** Writes columns of one finding and answers it as its reader may see it. */
export async function write(
  db: Kysely<Database>,
  principal: CallPrincipal,
  id: string,
  change: Change,
): Promise<Finding> {
  const { organizationId } = principal;
  await db
    .updateTable('finding')
    .set(change)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
  return answer(db, principal, id);
}

async function answer(db: Kysely<Database>, principal: CallPrincipal, id: string) {
  const { organizationId } = principal;
  const row = await findings(db, principal).where('id', '=', id).executeTakeFirstOrThrow();
  return toFinding(row, await readThumbnail(db, { organizationId, kind: 'FINDING', ownerId: id }));
}

/** Who wrote the note, and who chose the labels, changes with what they say. */
function columnsOf(body: FindingUpdate, before: FindingWithMarks, actor: string | null): Change {
  const { massLengthUm, massWidthUm, massHeightUm, note } = body;
  const { clockPositionSec, distanceFromNippleUm, depthUm, depthReference } = body;
  const now = sql<string>`now()`;
  const noted = note === null ? { by: null, at: null } : { by: actor, at: now };
  const labels = body.annotationLabels;
  return {
    massLengthUm,
    massWidthUm,
    massHeightUm,
    clockPositionSec,
    distanceFromNippleUm,
    depthUm,
    depthReference,
    note,
    ...(note === before.note ? {} : { noteCreatedBy: noted.by, noteCreatedAt: noted.at }),
    ...(body.recommendations === undefined ? {} : { recommendations: [...body.recommendations] }),
    ...(body.biradsScore === undefined ? {} : { biradsScore: body.biradsScore }),
    ...(body.isMass === undefined ? {} : { isMass: body.isMass }),
    ...(labels === undefined || sameValue(labels, before.annotationLabels)
      ? {}
      : { annotationLabels: JSON.stringify(labels), labeledBy: actor, labeledAt: now }),
  };
}
