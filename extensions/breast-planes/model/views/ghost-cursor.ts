/** A slice without thickness shows what lies so near to it, millimetres. */
const NEAR_MM = 1;
/** From here on the place has nothing to do with what the plane shows, millimetres. */
const FAR_MM = 10;
const FAINT = 0.25;

/**
 * How plainly the place under the pointer is shown in another plane, 0.25..1: fully within half its
 * slab (or 1 mm), less and less up to 10 mm off the plane.
 */
export function ghostOpacity(offMm: number, slabMm: number): number {
  const off = Math.abs(offMm);
  const near = Math.max(NEAR_MM, slabMm / 2);
  if (off <= near) return 1;
  if (off >= FAR_MM) return FAINT;
  return 1 - (1 - FAINT) * ((off - near) / (FAR_MM - near));
}
