import { describe, expect, it } from 'vitest';
import { effectiveLists } from '#contracts';
import { validateFindingCodes } from './finding-checks.ts';

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
