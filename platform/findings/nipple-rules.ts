import type { NippleLocation, NippleStatus, Scan } from '#contracts';
import { fail, ok, problem, type Result } from '#foundation';
import type { VolumeGeometry } from '#geometry';
import { ruleTexts } from './texts/rule-texts.ts';

/** What is known of a scan's nipple. */
export interface NippleInfo {
  readonly scanLocation: Pick<NippleLocation, 'sag' | 'tra' | 'depth'> | null;
  /** What the AI proposes; null without a proposal. */
  readonly aiLocation: object | null;
  /** Whether it was set on this screen, since the scan was opened. */
  readonly isSetInSession: boolean;
}

/** Specification 4. A place proposed by the AI counts for nothing until someone confirms it. */
export function nippleStatus({
  scanLocation,
  aiLocation,
  isSetInSession,
}: NippleInfo): NippleStatus {
  if (scanLocation !== null) return isSetInSession ? 'JUST_SET' : 'PREVIOUSLY_SET';
  return aiLocation === null ? 'NOT_SET' : 'NOT_CONFIRMED';
}

/** A nipple mark needs a nipple location and the number of the image it stands in. */
export function checkNippleMark(
  location: object | null,
  imageNumber: unknown,
): Result<{ readonly imageNumber: number }> {
  if (location !== null && typeof imageNumber === 'number' && Number.isFinite(imageNumber)) {
    return ok({ imageNumber });
  }
  return fail(
    problem(
      'NIPPLE_MARK_INCOMPLETE',
      ruleTexts.nipple.title,
      location === null ? ruleTexts.nipple.noLocation : ruleTexts.nipple.noImageNumber,
      ruleTexts.nipple.next,
    ),
  );
}

interface Comparable {
  readonly scan: Pick<Scan, 'nippleLocation'>;
  readonly volume: Pick<VolumeGeometry, 'sizes'> | null;
}

/** A scan is ready to be compared only once its nipple was set. */
export function isReadyToCompare({ nippleLocation }: Pick<Scan, 'nippleLocation'>): boolean {
  return nippleLocation !== null;
}

/** Two scans can be compared only if both are ready and their volumes have identical sizes. */
export function areComparable(a: Comparable, b: Comparable): boolean {
  if (!isReadyToCompare(a.scan) || !isReadyToCompare(b.scan)) return false;
  const sizes = b.volume?.sizes;
  return (
    sizes !== undefined && a.volume?.sizes.every((size, axis) => size === sizes[axis]) === true
  );
}
