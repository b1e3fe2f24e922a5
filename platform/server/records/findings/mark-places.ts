import type { Kysely } from 'kysely';
import { type FieldError, fieldError, type Mark } from '#contracts';
import { checkMarkPlace, sameValue } from '#findings';
import type { VolumeGeometry } from '#geometry';
import type { Database } from '../../database/schema.ts';
import { volumeGeometries } from '../../files/rows/find-volume.ts';
import { ValidationErrorResponse } from '../../http/error-response.ts';
import { marksWithoutImage } from './single-images.ts';

interface ScanKey {
  readonly organizationId: string;
  readonly scanId: string;
}

/**
 * Returns an error for marks at places that no volume of the scan has held; null when all are
 * possible. Earlier volumes count, because drafts may have been drawn on them. Marks that are stored
 * at the same place pass, so that findings from before this check stay editable.
 */
export async function validateMarkPlaces(
  db: Kysely<Database>,
  scan: ScanKey,
  marks: readonly Mark[],
): Promise<ValidationErrorResponse | null> {
  const volumes = marks.length === 0 ? [] : await volumeGeometries(db, scan);
  const rejected = [
    ...misplacedMarks(marks, volumes),
    ...(await marksWithoutImage(db, scan, marks)).map((mark) => ({ mark, code: NO_IMAGE })),
  ];
  if (rejected.length === 0) return null;
  const stored = await storedMarks(
    db,
    scan,
    rejected.map(({ mark }) => mark.id),
  );
  const errors = rejected
    .filter(({ mark }) => !isAtSamePlace(mark, stored.get(mark.id)))
    .map(({ mark, code }): FieldError => placeError(mark, code));
  return errors.length === 0 ? null : new ValidationErrorResponse(errors);
}

const NO_IMAGE = 'IMAGE_NOT_IN_SCAN';

/** Returns the errors of marks of a new finding whose image the scan does not have. */
export async function markImageErrors(
  db: Kysely<Database>,
  scan: ScanKey,
  marks: readonly Mark[],
  prefix: string,
): Promise<readonly FieldError[]> {
  const missing = await marksWithoutImage(db, scan, marks);
  return missing.map((mark) => placeError(mark, NO_IMAGE, prefix));
}

/** Returns the marks that no image of the volumes can hold, with the code of the reason. */
function misplacedMarks(
  marks: readonly Mark[],
  volumes: readonly VolumeGeometry[],
): readonly { readonly mark: Mark; readonly code: string }[] {
  return marks.flatMap((mark) => {
    const checked = checkMarkPlace(mark, volumes);
    return checked.ok ? [] : [{ mark, code: checked.problem.code }];
  });
}

/**
 * Returns the errors of marks of a new finding at places that none of the volumes holds.
 * @param prefix path of the finding in the body
 */
export function markPlaceErrors(
  marks: readonly Mark[],
  volumes: readonly VolumeGeometry[],
  prefix: string,
): readonly FieldError[] {
  return misplacedMarks(marks, volumes).map(({ mark, code }) => placeError(mark, code, prefix));
}

function placeError({ id }: Mark, code: string, prefix = ''): FieldError {
  const mark = `${prefix}marks.${id}`;
  switch (code) {
    case 'ANGLE_OUTSIDE_CIRCLE':
      return fieldError(`${mark}.rad`, 'ANGLE_OUTSIDE_CIRCLE');
    case 'FRAME_OUTSIDE_VOLUME':
      return fieldError(`${mark}.frame`, 'FRAME_OUTSIDE_VOLUME');
    case NO_IMAGE:
      return fieldError(`${mark}.frame`, NO_IMAGE);
    case 'MARK_OUTSIDE_VOLUME':
      return fieldError(`${mark}.markViewParams`, 'MARK_OUTSIDE_VOLUME');
    default:
      return fieldError(`${mark}.frame`, 'FRAME_CONTRADICTS_PLANE');
  }
}

const isAtSamePlace = (mark: Mark, stored: Mark | undefined): boolean =>
  stored !== undefined && sameValue(placeOf(mark), placeOf(stored));

const placeOf = ({ planeView, frame, sag, tra, depth, rad, markViewParams: { points } }: Mark) => ({
  planeView,
  frame,
  sag,
  tra,
  depth,
  rad,
  points,
});

/** Reads marks of the scan by id, those of deleted findings included. */
async function storedMarks(
  db: Kysely<Database>,
  { organizationId, scanId }: ScanKey,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Mark>> {
  const rows = await db
    .selectFrom('findingMark')
    .innerJoin('finding', (join) =>
      join
        .onRef('finding.organizationId', '=', 'findingMark.organizationId')
        .onRef('finding.id', '=', 'findingMark.findingId'),
    )
    .select('findingMark.body')
    .where('findingMark.organizationId', '=', organizationId)
    .where('finding.scanId', '=', scanId)
    .where('findingMark.id', 'in', ids)
    .execute();
  return new Map(rows.map(({ body }) => [body.id, body]));
}
