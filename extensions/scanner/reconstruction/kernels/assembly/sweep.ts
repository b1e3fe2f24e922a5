/** Prepared sweep; `writeSweep` in `kernel-memory.ts` writes the fields in the same order. */
@unmanaged
export class Sweep {
  planeOffsetMm: f64;
  /** line(r, j) = lineAtAxis + r · linePerMm + j · lineStep; sample likewise. */
  lineAtAxis: f64;
  linePerMm: f64;
  lineStep: f64;
  sampleAtAxis: f64;
  samplePerMm: f64;
  sampleStep: f64;
  /** Widest step between frames that is not a gap, and median step. */
  widestDeg: f64;
  medianDeg: f64;
  /** Resampled beams, `planes[(frame · lines + line) · depthStride + j]`. */
  planes: usize;
  lines: i32;
  samples: i32;
  frames: i32;
  /**
   * Addresses of tables. By rank in clock order: angle and step to the next angle (f64), frame
   * (i32). By angle bin: rank (i32).
   */
  sortedDeg: usize;
  stepsDeg: usize;
  order: usize;
  bins: usize;
}

/** Volume, memory layout and tables; `writeWork` in `kernel-memory.ts` writes the same order. */
@unmanaged
export class Work {
  firstXMm: f64;
  stepXMm: f64;
  firstZMm: f64;
  stepZMm: f64;
  shareBinsPerMm: f64;
  nx: i32;
  ny: i32;
  /** Bytes from one column or resampled beam to the next; at least 16 more than `ny`. */
  depthStride: i32;
  binCount: i32;
  sweepCount: i32;
  /** Address of the coverage mask; 0 writes no mask. */
  coverage: usize;
  voxels: usize;
  first: usize;
  second: usize;
  /** Address of the second sweep's share by distance bin and depth: u16 in 256ths. */
  shares: usize;
}

/** Part of a column that a sweep covers, and the frames and lines that supply its values. */
@unmanaged
export class Column {
  from: i32;
  to: i32;
  before: i32;
  after: i32;
  /** Weight of `after` in 256ths. */
  weight: i32;
  lineAtTop: f64;
  radiusMm: f64;
}
