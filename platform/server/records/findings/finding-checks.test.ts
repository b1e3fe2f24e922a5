import { describe, expect, it } from 'vitest';
import { effectiveLists } from '#contracts';
import { newId } from '#foundation';
import { duplicateMarkError, validateFindingCodes } from './finding-checks.ts';

const lists = effectiveLists({});
const listIdOfFindings = [...lists.values()].find((list) => list.describesFindings)?.listId ?? '';

describe('validateFindingCodes', () => {
  it('accepts codes that the stored finding has, although the site has removed them since', () => {
    const codes = {
      recommendations: ['REMOVED'],
      annotationLabels: { [listIdOfFindings]: ['REMOVED'] },
    };
    expect(validateFindingCodes(lists, codes, codes)).toBeNull();
  });

  it('rejects the same codes in a finding that does not have them', () => {
    const { errors } = validateFindingCodes(lists, {
      recommendations: ['REMOVED'],
      annotationLabels: { [listIdOfFindings]: ['REMOVED'] },
    }) ?? { errors: [] };
    expect(errors.map(({ field }) => field)).toEqual([
      'recommendations',
      `annotationLabels.${listIdOfFindings}`,
    ]);
  });
});

describe('duplicateMarkError', () => {
  it('names the first 20 marks and the number of the others in at most 16 kB', () => {
    const markIds = Array.from({ length: 60_000 }, () => newId());
    const { body } = duplicateMarkError(markIds);
    expect(body).toMatchObject({
      errorType: 'DuplicateMarkId',
      data: { markIds: markIds.slice(0, 20), omittedMarkIds: 59_980 },
    });
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(16 * 1024);
  });

  it('names all marks if there are at most 20', () => {
    const markIds = Array.from({ length: 20 }, () => newId());
    expect(duplicateMarkError(markIds).data).toEqual({ markIds });
  });
});
