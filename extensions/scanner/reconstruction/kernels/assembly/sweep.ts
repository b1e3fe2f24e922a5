/** A prepared sweep, as the TypeScript side lays it out (`kernel-layout.ts` has the same order). */
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
  /** Steps wider than this are gaps; the median step. Degrees. */
  widestDeg: f64;
  medianDeg: f64;
  /** Resampled beams, `planes[(frame · lines + line) · depthStride + j]`. */
  planes: usize;
  lines: i32;
  samples: i32;
  frames: i32;
  /** f64 by rank: clock angle and step to the next one; i32: frame of a rank; i32: rank by bin. */
  sortedDeg: usize;
  stepsDeg: usize;
  order: usize;
  bins: usize;
}

/** A volume, and what its columns are worked with. */
@unmanaged
export class Work {
  firstXMm: f64;
  stepXMm: f64;
  firstZMm: f64;
  stepZMm: f64;
  shareBinsPerMm: f64;
  nx: i32;
  ny: i32;
  /** Bytes from one column of scratch and of beams to the next; at least 16 more than needed. */
  depthStride: i32;
  binCount: i32;
  sweepCount: i32;
  /** 0: no coverage mask is written. */
  coverage: usize;
  voxels: usize;
  first: usize;
  second: usize;
  /** u16 in 256ths: the second sweep's share by distance bin and depth. */
  shares: usize;
}

/** The part of a column that a sweep covers, and where its values come from. */
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
