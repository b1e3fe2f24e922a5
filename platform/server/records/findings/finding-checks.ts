import {
  type AnnotationLabels,
  type FieldError,
  type Finding,
  fieldError,
  type Mark,
  serverMessage,
} from '#contracts';
import { checkMark, isPossibleSize, MAX_SIZE_UM, SIZE_FIELDS, sameValue } from '#findings';
import { errorResponse, ValidationErrorResponse } from '../../http/error-response.ts';
import type { CallPrincipal } from '../../http/principal.ts';
import { type SiteLists, validateCodes, validationError } from '../shared/site-lists.ts';

/**
 * Checks marks by the same rules as the browser. Also rejects a mark whose key in `marks` is not
 * its id, because that mark would be lost or overwritten.
 */
export function validateMarks(
  marks: Readonly<Record<string, Mark>>,
): ValidationErrorResponse | null {
  const errors = markErrors(marks);
  return errors.length === 0 ? null : new ValidationErrorResponse(errors);
}

/**
 * Returns the errors of marks; see `validateMarks`.
 * @param prefix path of the finding in the body
 */
export function markErrors(
  marks: Readonly<Record<string, Mark>>,
  prefix = '',
): readonly FieldError[] {
  return Object.entries(marks).flatMap(([key, mark]): FieldError[] => {
    if (key !== mark.id) {
      return [fieldError(`${prefix}marks.${key}.id`, 'MARK_ID_DIFFERS')];
    }
    const checked = checkMark(mark);
    if (checked.ok) return [];
    const { code, title } = checked.problem;
    return [{ field: `${prefix}marks.${key}.markViewParams`, code, message: title }];
  });
}

/** Coded fields of a finding. */
export interface FindingCodes {
  readonly recommendations: readonly string[];
  readonly annotationLabels: AnnotationLabels;
}

/**
 * Returns an error for codes that are in no list for findings; null when all are valid.
 * @param stored codes of the stored finding
 */
export function validateFindingCodes(
  lists: SiteLists,
  codes: Partial<FindingCodes>,
  stored: FindingCodes = { recommendations: [], annotationLabels: {} },
): ValidationErrorResponse | null {
  const labels = Object.entries(codes.annotationLabels ?? {});
  const invalidLists = labels.filter(([listId]) => lists.get(listId)?.describesFindings !== true);
  if (invalidLists.length > 0) {
    return new ValidationErrorResponse(
      invalidLists.map(([list]) =>
        fieldError(`annotationLabels.${list}`, 'ITEM_NOT_FOUND', { list, items: [] }),
      ),
    );
  }
  return validateCodes(lists, [
    {
      field: 'recommendations',
      listId: 'RECOMMENDATION',
      ids: codes.recommendations ?? [],
      storedIds: stored.recommendations,
    },
    ...labels.map(([listId, ids]) => ({
      field: `annotationLabels.${listId}`,
      listId,
      ids,
      storedIds: stored.annotationLabels[listId] ?? [],
    })),
  ]);
}

const ASSESSMENT_FIELDS = ['biradsScore', 'isMass', 'recommendations'] as const;
type Assessment = Pick<Finding, (typeof ASSESSMENT_FIELDS)[number]>;
type Sizes = Pick<Finding, (typeof SIZE_FIELDS)[number]>;
/** Fields of the body; undefined leaves the stored value. */
type Sent<Fields> = { readonly [Field in keyof Fields]?: Fields[Field] | undefined };

/** Values of a finding before its first edit. */
const NOTHING_STORED: Assessment & Sizes = {
  biradsScore: null,
  isMass: null,
  recommendations: [],
  massLengthUm: null,
  massWidthUm: null,
  massHeightUm: null,
};

/**
 * Returns an error for impossible sizes, and for an assessment by a blind annotator, whose findings
 * are in no report; null when there are none. Values of `stored` findings stay valid.
 * @param prefix path of the fields in the body
 */
export function validateValues(
  { blind }: Pick<CallPrincipal, 'blind'>,
  sent: Sent<Assessment & Sizes>,
  stored: readonly (Assessment & Sizes)[] = [],
  prefix = '',
): ValidationErrorResponse | null {
  const isNew = (field: keyof typeof NOTHING_STORED): boolean =>
    sent[field] !== undefined &&
    [NOTHING_STORED, ...stored].every((known) => !sameValue(known[field], sent[field]));
  const sizeErrors = SIZE_FIELDS.filter(
    (field) => isNew(field) && !isPossibleSize(sent[field] ?? Number.NaN),
  ).map((field) =>
    fieldError(`${prefix}${field}`, 'SIZE_IMPOSSIBLE', { maximum: MAX_SIZE_UM / 1000 }),
  );
  const assessed = blind ? ASSESSMENT_FIELDS.filter(isNew) : [];
  return validationError([
    ...sizeErrors,
    ...assessed.map((field) => fieldError(`${prefix}${field}`, 'ASSESSMENT_BLIND')),
  ]);
}

/** Maximum number of mark ids in a response. */
const MAX_MARK_IDS = 20;

/**
 * Returns the error for mark ids that other findings already use, with the first 20 ids and the
 * number of the others.
 */
export function duplicateMarkError(markIds: readonly string[]) {
  const omittedMarkIds = markIds.length - MAX_MARK_IDS;
  return errorResponse('DuplicateMarkId', serverMessage('MARK_ID_TAKEN'), {
    markIds: markIds.slice(0, MAX_MARK_IDS),
    ...(omittedMarkIds > 0 ? { omittedMarkIds } : {}),
  });
}
