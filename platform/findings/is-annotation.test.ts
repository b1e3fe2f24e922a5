import { describe, expect, it } from 'vitest';
import type { Finding, Mark, MarkType } from '#contracts';
import { isAnnotation } from '#findings';
import { newId } from '#foundation';
import { aFinding } from '#testing';

const UNDESCRIBED = {
  note: null,
  biradsScore: null,
  isMass: null,
  annotationLabels: {},
  recommendations: [],
  massLengthUm: null,
  massWidthUm: null,
  massHeightUm: null,
} as const;

function findingOf(types: readonly MarkType[], more: Partial<Finding> = {}): Finding {
  const [sample] = Object.values(aFinding().marks);
  if (sample === undefined) throw new Error('The sample finding has no mark');
  const marks = types.map((markType): readonly [string, Mark] => {
    const id = newId();
    return [id, { ...sample, id, markType }];
  });
  return { ...aFinding(), ...UNDESCRIBED, marks: Object.fromEntries(marks), ...more };
}

describe('a finding', () => {
  it('of texts, arrows and plane locators is an annotation', () => {
    for (const type of ['TEXT', 'ARROW', 'PLANELOCATOR'] as const)
      expect(isAnnotation(findingOf([type]))).toBe(true);
    expect(isAnnotation(findingOf(['TEXT', 'ARROW']))).toBe(true);
  });

  it('with any other mark is none', () => {
    for (const type of ['LENGTH', 'SELECTMARK', 'FREEHAND', 'BOUNDING_BOX'] as const)
      expect(isAnnotation(findingOf(['TEXT', type]))).toBe(false);
    expect(isAnnotation(findingOf([]))).toBe(false);
  });

  it.each<Partial<Finding>>([
    { biradsScore: 4 },
    { isMass: true },
    { note: 'Irregular' },
    { recommendations: ['BIOPSY'] },
    { massLengthUm: 9_000 },
    { annotationLabels: { MASS_SHAPE: ['OVAL'] } },
  ] as readonly Partial<Finding>[])('that a reader described is none: %j', (described) => {
    expect(isAnnotation(findingOf(['ARROW'], described))).toBe(false);
  });

  it('of a model is none', () => {
    const generator = { id: 'AI', labelColour: '#9B51E0' } as const;
    expect(isAnnotation(findingOf(['ARROW'], { generator }))).toBe(false);
  });
});
