import type { Shape } from '#core';
import type { NormalisedPoint } from '#geometry';
import type { PointPx } from '../../model/planes/image-layout.ts';

/** SVG paths of the dashed lines of a mark, and of its signs, which stay solid. */
export const linesOf = (shapes: readonly Shape[], toPx: (at: NormalisedPoint) => PointPx) => ({
  solid: pathOf(shapes, toPx, false),
  dashed: pathOf(shapes, toPx, true),
});

const circlePath = ({ x, y }: PointPx, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

/** Signs are solid, because dashes would make them unreadable. */
const isDashed = (shape: Shape): boolean =>
  (shape.kind === 'line' || shape.kind === 'path') && shape.dashed !== false;

/** Returns the path of all dashed or all solid lines; signs have a fixed size on the screen. */
function pathOf(
  shapes: readonly Shape[],
  toPx: (at: NormalisedPoint) => PointPx,
  dashed: boolean,
): string {
  return shapes
    .filter((shape) => isDashed(shape) === dashed)
    .map((shape) => {
      switch (shape.kind) {
        case 'line': {
          const [a, b] = [toPx(shape.from), toPx(shape.to)];
          return `M${a.x} ${a.y}L${b.x} ${b.y}`;
        }
        case 'path':
          return linePath(shape.points.map(toPx), shape.closed);
        case 'arrow-head':
          return headPath(toPx(shape.from), toPx(shape.at));
        case 'sign':
          return shape.sign === 'pin' ? pinPath(toPx(shape.at)) : targetPath(toPx(shape.at));
        case 'label':
          return circlePath(toPx(shape.at), 2);
        default:
          return '';
      }
    })
    .join('');
}

const linePath = (points: readonly PointPx[], closed: boolean): string =>
  points.map(({ x, y }, idx) => `${idx === 0 ? 'M' : 'L'}${x} ${y}`).join('') +
  (closed && points.length > 0 ? 'Z' : '');

const ARROW_HEAD_PX = 11;

function headPath(from: PointPx, tip: PointPx): string {
  const back = Math.atan2(from.y - tip.y, from.x - tip.x);
  const side = (turn: number): string => {
    const angle = back + turn;
    return `${tip.x + ARROW_HEAD_PX * Math.cos(angle)} ${tip.y + ARROW_HEAD_PX * Math.sin(angle)}`;
  };
  return `M${side(0.45)}L${tip.x} ${tip.y}L${side(-0.45)}`;
}

/** Returns a pin whose tip is at the point. */
const pinPath = ({ x, y }: PointPx): string =>
  `M${x} ${y}C${x - 3} ${y - 6} ${x - 7} ${y - 9} ${x - 7} ${y - 14}a7 7 0 1 1 14 0C${x + 7} ${y - 9} ${x + 3} ${y - 6} ${x} ${y}Z${circlePath({ x, y: y - 14 }, 2)}`;

/** Returns a ring with four ticks around the point and an open centre. */
const targetPath = ({ x, y }: PointPx): string =>
  `${circlePath({ x, y }, 7)}M${x - 13} ${y}h8M${x + 5} ${y}h8M${x} ${y - 13}v8M${x} ${y + 5}v8`;
