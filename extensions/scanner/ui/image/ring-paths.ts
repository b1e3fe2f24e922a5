/** Degrees per tick of the ring. */
export const TICK_DEG = 2;
const TICKS = 360 / TICK_DEG;

/** Returns a point of the ring as SVG coordinates. */
const svgPoint = (radius: number, clockDeg: number): string => {
  const angle = (clockDeg * Math.PI) / 180;
  return `${(radius * Math.sin(angle)).toFixed(2)} ${(-radius * Math.cos(angle)).toFixed(2)}`;
};

/** Returns the ticks with at least one recorded angle. */
export function recordedTicks(anglesDeg: Iterable<number>): ReadonlySet<number> {
  const ticks = new Set<number>();
  for (const deg of anglesDeg) ticks.add(Math.round(deg / TICK_DEG) % TICKS);
  return ticks;
}

/**
 * Returns the ticks of a ring as SVG paths about (0, 0), clockwise from 12 o'clock; a tick with a
 * marked frame is only in `marked`.
 */
export function ringPaths(
  recorded: ReadonlySet<number>,
  marked: ReadonlySet<number>,
  innerRadius: number,
  outerRadius: number,
): { readonly recorded: string; readonly marked: string; readonly open: string } {
  let recordedPath = '';
  let markedPath = '';
  let openPath = '';
  for (let tick = 0; tick < TICKS; tick += 1) {
    const deg = tick * TICK_DEG;
    const line = `M${svgPoint(innerRadius, deg)}L${svgPoint(outerRadius, deg)}`;
    if (marked.has(tick)) markedPath += line;
    else if (recorded.has(tick)) recordedPath += line;
    else openPath += line;
  }
  return { recorded: recordedPath, marked: markedPath, open: openPath };
}

/** Returns the path of the clock hand from radius `from` to radius `to`. */
export function handPath(clockDeg: number, from: number, to: number): string {
  return `M${svgPoint(from, clockDeg)}L${svgPoint(to, clockDeg)}`;
}

/** Returns a point about (0, 0); y grows downward. */
export function pointAt(
  radius: number,
  clockDeg: number,
): { readonly x: number; readonly y: number } {
  const angle = (clockDeg * Math.PI) / 180;
  return { x: radius * Math.sin(angle), y: -radius * Math.cos(angle) };
}
