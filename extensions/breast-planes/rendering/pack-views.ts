export interface ViewPx {
  readonly width: number;
  readonly height: number;
}

export interface Packed {
  /** Top left corners, in the order of the views. */
  readonly corners: readonly { readonly x: number; readonly y: number }[];
  readonly width: number;
  readonly height: number;
}

/** Rows no wider than this: every driver has buffers of that size. */
const ROW_PX = 4_096;

/** Lays views beside each other in rows, so that one drawing buffer holds them all. */
export function packViews(views: readonly ViewPx[]): Packed {
  const corners: { x: number; y: number }[] = [];
  let [x, y, rowHeight, width] = [0, 0, 0, 0];
  for (const view of views) {
    if (x > 0 && x + view.width > ROW_PX) {
      y += rowHeight;
      [x, rowHeight] = [0, 0];
    }
    corners.push({ x, y });
    x += view.width;
    width = Math.max(width, x);
    rowHeight = Math.max(rowHeight, view.height);
  }
  return { corners, width, height: y + rowHeight };
}
