import type { Finding, MarkType } from '#contracts';
import { SIZE_FIELDS, type SizeField } from './sizes.ts';

/** Types of mark that comment on an image and locate or measure no lesion. */
const COMMENTING: ReadonlySet<MarkType> = new Set(['TEXT', 'ARROW', 'PLANELOCATOR']);

type AnnotationFields = Pick<
  Finding,
  | 'generator'
  | 'marks'
  | 'note'
  | 'biradsScore'
  | 'isMass'
  | 'annotationLabels'
  | 'recommendations'
  | SizeField
>;

/**
 * Returns whether a finding only comments on an image: a reader's finding whose marks are all texts,
 * arrows or plane locators, and without description, assessment and size. Annotations are neither listed as
 * findings nor counted nor reported; any other mark, or a description, makes them findings.
 */
export function isAnnotation(finding: AnnotationFields): boolean {
  const marks = Object.values(finding.marks);
  return (
    finding.generator.id === 'USER' &&
    marks.length > 0 &&
    marks.every(({ markType }) => COMMENTING.has(markType)) &&
    !isDescribed(finding)
  );
}

/** Returns whether a reader has given a finding anything besides marks. */
const isDescribed = (finding: AnnotationFields): boolean =>
  finding.note !== null ||
  finding.biradsScore !== null ||
  finding.isMass !== null ||
  finding.recommendations.length > 0 ||
  Object.values(finding.annotationLabels).some((ids) => ids.length > 0) ||
  SIZE_FIELDS.some((field) => finding[field] !== null);
