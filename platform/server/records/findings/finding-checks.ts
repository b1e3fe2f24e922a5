import {
  type AnnotationLabels,
  type FieldError,
  fieldError,
  type Mark,
  serverMessage,
} from '#contracts';
import { checkMark } from '#findings';
import { errorResponse, ValidationErrorResponse } from '../../http/error-response.ts';
import { type SiteLists, validateCodes } from '../shared/site-lists.ts';

/**
 * Checks marks by the same rules as the browser. Also rejects a mark whose key in `marks` is not
 * its id, because that mark would be lost or overwritten.
 */
export function validateMarks(
  marks: Readonly<Record<string, Mark>>,
): ValidationErrorResponse | null {
  const errors = Object.entries(marks).flatMap(([key, mark]): FieldError[] => {
    if (key !== mark.id) {
      return [fieldError(`marks.${key}.id`, 'MARK_ID_DIFFERS')];
    }
    const checked = checkMark(mark);
    if (checked.ok) return [];
    const { code, title } = checked.problem;
    return [{ field: `marks.${key}.markViewParams`, code, message: title }];
  });
  return errors.length === 0 ? null : new ValidationErrorResponse(errors);
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

/** Returns the error for mark ids that other findings already use. */
export function duplicateMarkError(markIds: readonly string[]) {
  return errorResponse('DuplicateMarkId', serverMessage('MARK_ID_TAKEN'), { markIds });
}
