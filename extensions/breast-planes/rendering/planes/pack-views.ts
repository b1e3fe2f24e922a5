export interface ViewPx {
  readonly width: number;
  readonly height: number;
}

export interface Packed {
  /** Top left corners in the order of the views. */
  readonly corners: readonly { readonly x: number; readonly y: number }[];
  readonly width: number;
  readonly height: number;
}

/** Maximum row width, supported by the drawing buffers of all drivers. */
const ROW_PX = 4_096;

/**
 * Packs views into one drawing buffer: highest first, side by side, lower views stacked where they
 * fit below another view. Keeps unused area small, because the whole buffer is read back for each
 * frame.
 */
export function packViews(views: readonly ViewPx[]): Packed {
  const corners = views.map(() => ({ x: 0, y: 0 }));
  const order = views
    .map(({ width, height }, at) => ({ width, height, at }))
    .sort((a, b) => b.height - a.height);
  let row = { x: 0, y: 0, height: order[0]?.height ?? 0 };
  let column = { x: 0, y: 0, width: 0 };
  let width = 0;
  for (const view of order) {
    const below = column.y + view.height <= row.y + row.height && view.width <= column.width;
    if (!below) {
      let x = column.x + column.width;
      if (x > 0 && x + view.width > ROW_PX) {
        row = { x: 0, y: row.y + row.height, height: view.height };
        x = 0;
      }
      column = { x, y: row.y, width: view.width };
    }
    corners[view.at] = { x: column.x, y: column.y };
    column = { ...column, y: column.y + view.height };
    width = Math.max(width, column.x + column.width);
  }
  return { corners, width, height: row.y + row.height };
}
