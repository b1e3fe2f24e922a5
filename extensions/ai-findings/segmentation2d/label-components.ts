/** Components of a mask: a number from 1 per pixel, 0 for background, and pixels per component. */
export interface Components {
  readonly labels: Uint32Array;
  /** `sizes[0]` is 0; `sizes[n]` counts the pixels of component n. */
  readonly sizes: readonly number[];
}

/** Numbers the 8-connected components of a mask (not 0 = inside) in reading order of their first pixels. */
export function labelComponents(mask: Uint8Array, width: number): Components {
  const height = mask.length / width;
  const labels = new Uint32Array(mask.length);
  const sizes = [0];
  const pending: number[] = [];
  for (let start = 0; start < mask.length; start++) {
    if (mask[start] === 0 || labels[start] !== 0) continue;
    const label = sizes.length;
    let size = 0;
    labels[start] = label;
    pending.push(start);
    for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
      size++;
      for (const next of neighbours(index, width, height)) {
        if (mask[next] === 0 || labels[next] !== 0) continue;
        labels[next] = label;
        pending.push(next);
      }
    }
    sizes.push(size);
  }
  return { labels, sizes };
}

function neighbours(index: number, width: number, height: number): readonly number[] {
  const column = index % width;
  const row = Math.floor(index / width);
  const found: number[] = [];
  for (let y = Math.max(0, row - 1); y <= Math.min(height - 1, row + 1); y++) {
    for (let x = Math.max(0, column - 1); x <= Math.min(width - 1, column + 1); x++) {
      if (x !== column || y !== row) found.push(y * width + x);
    }
  }
  return found;
}
