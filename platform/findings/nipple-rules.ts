import type { NippleLocation, NippleStatus, Scan } from '#contracts';
import { fail, ok, problem, type Result } from '#foundation';
import type { VolumeGeometry } from '#geometry';
import { ruleTexts } from './texts/rule-texts.ts';

/** Data from which the nipple status of a scan follows. */
export interface NippleInfo {
  /** Location stored with the scan; null if no user has set the nipple. */
  readonly scanLocation: Pick<NippleLocation, 'sag' | 'tra' | 'depth'> | null;
  /** Location proposed by the AI; null without a proposal. */
  readonly aiLocation: object | null;
  /** Whether the user has set the nipple since opening the scan. */
  readonly isSetInSession: boolean;
}

/**
 * Returns the nipple status. A location proposed by the AI stays unconfirmed until a user sets the
 * nipple.
 */
export function nippleStatus({
  scanLocation,
  aiLocation,
  isSetInSession,
}: NippleInfo): NippleStatus {
  if (scanLocation !== null) return isSetInSession ? 'JUST_SET' : 'PREVIOUSLY_SET';
  return aiLocation === null ? 'NOT_SET' : 'NOT_CONFIRMED';
}

/** Checks that a nipple mark has a location and an image number; fails otherwise. */
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

/** True once the nipple is set. */
export function isReadyToCompare({ nippleLocation }: Pick<Scan, 'nippleLocation'>): boolean {
  return nippleLocation !== null;
}

/** True if both scans are ready to compare and their volumes have identical sizes. */
export function areComparable(a: Comparable, b: Comparable): boolean {
  if (!isReadyToCompare(a.scan) || !isReadyToCompare(b.scan)) return false;
  const sizes = b.volume?.sizes;
  return (
    sizes !== undefined && a.volume?.sizes.every((size, axis) => size === sizes[axis]) === true
  );
}
