import type { AnnotationLabels, FieldError, Mark } from '#contracts';
import { checkMark } from '#findings';
import { errorResponse, ValidationErrorResponse } from '../../http/error-response.ts';
import { type SiteLists, validateCodes } from '../shared/site-lists.ts';

/**
 * Applies the browser's mark checks to every caller. Also rejects a mark stored under another id
 * than its own, because that mark would be lost or overwritten.
 */
export function validateMarks(
  marks: Readonly<Record<string, Mark>>,
): ValidationErrorResponse | null {
  const errors = Object.entries(marks).flatMap(([key, mark]): FieldError[] => {
    if (key !== mark.id) {
      const message = 'A mark stands under its own id';
      return [{ field: `marks.${key}.id`, code: 'custom', message }];
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

/** Returns an error for codes that are in no list for findings; null when all are valid. */
export function validateFindingCodes(
  lists: SiteLists,
  codes: Partial<FindingCodes>,
  before: FindingCodes = { recommendations: [], annotationLabels: {} },
): ValidationErrorResponse | null {
  const labels = Object.entries(codes.annotationLabels ?? {});
  const invalidLists = labels.filter(([listId]) => lists.get(listId)?.describesFindings !== true);
  if (invalidLists.length > 0) {
    return new ValidationErrorResponse(
      invalidLists.map(([listId]) => ({
        field: `annotationLabels.${listId}`,
        code: 'ITEM_NOT_FOUND',
        message: `${listId} is no list that describes findings`,
      })),
    );
  }
  const recommended = {
    field: 'recommendations',
    listId: 'RECOMMENDATION',
    ids: codes.recommendations ?? [],
    kept: before.recommendations,
  };
  return validateCodes(lists, [
    recommended,
    ...labels.map(([listId, ids]) => ({
      field: `annotationLabels.${listId}`,
      listId,
      ids,
      storedIds: before.annotationLabels[listId] ?? [],
    })),
  ]);
}

export function duplicateMarkError(markIds: readonly string[]) {
  return errorResponse('DuplicateMarkId', 'A mark with this id exists already', { markIds });
}
