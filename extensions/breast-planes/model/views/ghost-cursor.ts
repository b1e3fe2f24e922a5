/** Distance in mm at which a slice without thickness still counts as showing the point. */
const NEAR_MM = 1;
/** Distance in mm from which the point is unrelated to the shown slice. */
const FAR_MM = 10;
const FAINT = 0.25;

/**
 * Returns the opacity 0.25..1 of the pointer position in another plane: 1 within half the slab (or
 * 1 mm), decreasing up to 10 mm off the plane.
 */
export function ghostOpacity(offMm: number, slabMm: number): number {
  const off = Math.abs(offMm);
  const near = Math.max(NEAR_MM, slabMm / 2);
  if (off <= near) return 1;
  if (off >= FAR_MM) return FAINT;
  return 1 - (1 - FAINT) * ((off - near) / (FAR_MM - near));
}
