import type { Finding, Mark, MarkType } from '#contracts';
import { distance } from '#geometry';
import { JOIN_RADIUS_MM } from './limits.ts';
import { markCentreMm } from './location.ts';
import { imageNumberOf, isSingleImage } from './single-image.ts';

/** Types of mark that give a finding its sizes. */
const MEASURING: ReadonlySet<MarkType> = new Set(['LENGTH', 'CROSS', 'BOUNDING_BOX', 'ELLIPTICAL']);

/** Returns whether a mark gives its finding sizes. */
export const isMeasuringMark = ({ markType }: Pick<Mark, 'markType'>): boolean =>
  MEASURING.has(markType);

/**
 * Returns whether a new mark belongs to a finding of the same scan: a measuring mark with its middle
 * at most 15 mm from the middle of a mark of a reader's finding. In a single image, which has no
 * location in the patient, only marks of the same image count.
 */
export function joinsFinding(
  mark: Mark,
  finding: Pick<Finding, 'generator' | 'marks' | 'ofReaderStudy'>,
): boolean {
  // No report contains findings of reader studies.
  if (finding.ofReaderStudy === true) return false;
  if (finding.generator.id !== 'USER' || !isMeasuringMark(mark)) return false;
  const centreMm = markCentreMm(mark);
  return Object.values(finding.marks).some(
    (other) =>
      isInSameSpace(mark, other) && distance(centreMm, markCentreMm(other)) <= JOIN_RADIUS_MM,
  );
}

function isInSameSpace(a: Mark, b: Mark): boolean {
  if (isSingleImage(a) !== isSingleImage(b)) return false;
  return !isSingleImage(a) || imageNumberOf(a) === imageNumberOf(b);
}
