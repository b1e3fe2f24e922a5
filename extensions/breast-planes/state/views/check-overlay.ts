import type { Overlay } from '#core';
import type { SpaceShape, Vec3, VolumeGrid } from '#geometry';

/** Maximum number of shapes of an overlay. */
export const MAX_SHAPES = 10_000;

const COLOUR = /^#[0-9A-Fa-f]{6}$/;
const isColour = (value: string): boolean => COLOUR.test(value);
const isPoint = (point: Vec3): boolean => point.length === 3 && point.every(Number.isFinite);
export const isOpacity = (value: number): boolean => value >= 0 && value <= 1;

/** Returns the first invalid field of an overlay; null if all are valid. */
export function invalidField(overlay: Overlay): string | null {
  if (overlay.opacity !== undefined && !isOpacity(overlay.opacity)) return 'opacity';
  if (overlay.order !== undefined && !Number.isFinite(overlay.order)) return 'order';
  if (overlay.kind === 'shapes') {
    if (!isColour(overlay.colour)) return 'colour';
    if (overlay.shapes.length > MAX_SHAPES) return 'shapes';
    const invalid = overlay.shapes.findIndex((shape) => !isShape(shape));
    return invalid === -1 ? null : `shapes[${invalid}]`;
  }
  if (!isGrid(overlay.grid)) return 'grid';
  const voxels = overlay.grid.sizes.reduce((product, size) => product * size, 1);
  if (overlay.kind === 'labelmap') {
    if (overlay.labels.length !== voxels) return 'labels';
    const entries = Object.entries(overlay.colours);
    const isEntry = ([label, colour]: [string, string]): boolean =>
      /^[1-9]\d{0,2}$/.test(label) && Number(label) <= 255 && isColour(colour);
    return entries.every(isEntry) ? null : 'colours';
  }
  if (overlay.values.length !== voxels) return 'values';
  const [from, to] = overlay.range;
  if (!(Number.isFinite(from) && Number.isFinite(to) && from < to)) return 'range';
  return overlay.colours.length >= 2 && overlay.colours.every(isColour) ? null : 'colours';
}

const isGrid = ({ sizes, spacingMm, originMm }: VolumeGrid): boolean =>
  sizes.length === 3 &&
  sizes.every((size) => Number.isInteger(size) && size > 0) &&
  isPoint(spacingMm) &&
  spacingMm.every((mm) => mm > 0) &&
  isPoint(originMm);

function isShape(shape: SpaceShape): boolean {
  switch (shape.kind) {
    case 'point':
      return isPoint(shape.atMm);
    case 'line':
      return shape.pointsMm.length >= 2 && shape.pointsMm.every(isPoint);
    case 'ball':
      return isPoint(shape.centreMm) && shape.radiusMm > 0 && Number.isFinite(shape.radiusMm);
    case 'box':
      return (
        isPoint(shape.minMm) &&
        isPoint(shape.maxMm) &&
        shape.minMm.every((mm, axis) => mm <= (shape.maxMm[axis] ?? Number.NaN))
      );
    default:
      return false;
  }
}
