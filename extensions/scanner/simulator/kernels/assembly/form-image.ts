// Inner loops of the simulator, compiled to wasm SIMD by `npm run build:wasm`. A test compares them
// with the same loops in plain TypeScript (../reference-kernels.ts). The caller allocates all
// memory. Pointers are byte offsets, counts are elements.

const NATIVE_PER_CELL: i32 = 8;
const GEL: i32 = 0;
const SKIN: i32 = 1;
const FAT: i32 = 2;
const LIGAMENT: i32 = 4;
const MUSCLE: i32 = 5;
/** Added to indices, so that they are positive and truncation rounds down. */
const SHIFT: i32 = 1 << 12;

let ring: usize = 0;
let starts: u32 = 1;
let labels: usize = 0;
let skinTop: usize = 0;
let skinBottom: usize = 0;
let muscleTop: usize = 0;
let strength: usize = 0;
let nx: i32 = 0;
let ny: i32 = 0;
let nz: i32 = 0;
let perCell: f64 = 1;
let perScatterer: f64 = 1;
let perNative: f64 = 1;
let seed: i32 = 0;

export function bindTissue(
  labelsAt: usize,
  skinTopAt: usize,
  skinBottomAt: usize,
  muscleTopAt: usize,
  strengthAt: usize,
  cellsX: i32,
  cellsY: i32,
  cellsZ: i32,
  cellsPerMm: f64,
  nativePerMm: f64,
): void {
  labels = labelsAt;
  skinTop = skinTopAt;
  skinBottom = skinBottomAt;
  muscleTop = muscleTopAt;
  strength = strengthAt;
  nx = cellsX;
  ny = cellsY;
  nz = cellsZ;
  perCell = cellsPerMm;
  perNative = nativePerMm;
}

export function bindScatterers(
  ringAt: usize,
  startCount: u32,
  scatterersPerMm: f64,
  scattererSeed: i32,
): void {
  ring = ringAt;
  starts = startCount;
  perScatterer = scatterersPerMm;
  seed = scattererSeed;
}

function hash32(a: i32, b: i32): u32 {
  let h: u32 = <u32>seed;
  h = (h ^ <u32>a) * 0x9e3779b1;
  h = ((h ^ (h >> 15)) + <u32>b) * 0x85ebca6b;
  h = (h ^ (h >> 13)) * 0xc2b2ae35;
  h ^= h >> 16;
  h = h * 0x7feb352d;
  return h ^ (h >> 15);
}

function clampIndex(shifted: i32, count: i32): i32 {
  const index = shifted - SHIFT;
  return index < 0 ? 0 : index >= count ? count - 1 : index;
}

function labelAt(base: usize, cell: i32): i32 {
  return load<u8>(base + <usize>(cell < ny ? cell : ny - 1));
}

function strengthOf(label: i32): f32 {
  return load<f32>(strength + ((<usize>label) << 2));
}

function tissueOf(base: usize, cell: i32, inMuscle: bool): i32 {
  const label = labelAt(base, cell);
  if (label === LIGAMENT || inMuscle === (label === MUSCLE)) return label;
  return inMuscle ? MUSCLE : FAT;
}

/** Returns the first native sample whose centre lies at or below a depth. */
function nativeOf(depthMm: f32): i32 {
  return <i32>Math.ceil(<f64>depthMm * perNative - 0.5);
}

export function addSlice(
  out: usize,
  weights: usize,
  firstCell: i32,
  cells: i32,
  x: f64,
  z: f64,
): void {
  const i = clampIndex(<i32>(x * perCell + <f64>nx * 0.5 + <f64>SHIFT), nx);
  const k = clampIndex(<i32>(z * perCell + <f64>nz * 0.5 + <f64>SHIFT), nz);
  const column = k * nx + i;
  const start =
    hash32(<i32>(x * perScatterer + <f64>SHIFT), <i32>(z * perScatterer + <f64>SHIFT)) % starts;
  const scatterers = ring + ((<usize>start) << 3);
  const base = labels + <usize>(column * ny);
  const top = nativeOf(load<f32>(skinTop + ((<usize>column) << 2)));
  const bottom = nativeOf(load<f32>(skinBottom + ((<usize>column) << 2)));
  const muscle = nativeOf(load<f32>(muscleTop + ((<usize>column) << 2)));
  for (let c: i32 = 0; c < cells; c++) {
    const weight = load<f32>(weights + ((<usize>c) << 2));
    if (weight === 0) continue;
    const cell = firstCell + c;
    // Skips cells above the transducer face.
    if (cell < 0) continue;
    const native = cell * NATIVE_PER_CELL;
    const end = native + NATIVE_PER_CELL;
    if (end <= top) continue;
    const into = out + ((<usize>(c * NATIVE_PER_CELL)) << 3);
    const source = scatterers + ((<usize>native) << 3);
    if (native >= muscle && native >= bottom) {
      addCell(into, source, weight * strengthOf(tissueOf(base, cell, true)));
    } else if (native >= bottom && end <= muscle) {
      addCell(into, source, weight * strengthOf(tissueOf(base, cell, false)));
    } else {
      for (let n: i32 = 0; n < NATIVE_PER_CELL; n++) {
        const at = native + n;
        let label = GEL;
        if (at >= bottom) label = tissueOf(base, cell, at >= muscle);
        else if (at >= top) label = SKIN;
        if (label !== GEL)
          addOne(into + ((<usize>n) << 3), source + ((<usize>n) << 3), weight * strengthOf(label));
      }
    }
  }
}

function addOne(into: usize, source: usize, weight: f32): void {
  store<f32>(into, load<f32>(into) + weight * load<f32>(source));
  store<f32>(into, load<f32>(into, 4) + weight * load<f32>(source, 4), 4);
}

function addCell(into: usize, source: usize, weight: f32): void {
  const w = f32x4.splat(weight);
  v128.store(into, f32x4.add(v128.load(into), f32x4.mul(v128.load(source), w)));
  v128.store(into, f32x4.add(v128.load(into, 16), f32x4.mul(v128.load(source, 16), w)), 16);
  v128.store(into, f32x4.add(v128.load(into, 32), f32x4.mul(v128.load(source, 32), w)), 32);
  v128.store(into, f32x4.add(v128.load(into, 48), f32x4.mul(v128.load(source, 48), w)), 48);
}

export function resampleAxially(
  source: usize,
  real: usize,
  imaginary: usize,
  samples: i32,
  first: f64,
  step: f64,
  table: usize,
  taps: i32,
  phases: i32,
  gain: usize,
  gainFirst: f64,
  gainStep: f64,
): void {
  const rowBytes = (<usize>taps) << 3;
  const before = taps / 2 - 1;
  for (let j: i32 = 0; j < samples; j++) {
    const at = first + <f64>j * step;
    const floor = <i32>Math.floor(at);
    const phase = <i32>((at - <f64>floor) * <f64>phases);
    let from = source + ((<usize>(floor - before)) << 3);
    let row = table + <usize>phase * rowBytes;
    const end = row + rowBytes;
    let sum = f32x4.splat(0);
    while (row < end) {
      sum = f32x4.add(sum, f32x4.mul(v128.load(from), v128.load(row)));
      from += 16;
      row += 16;
    }
    const g = gainFirst + <f64>j * gainStep;
    const bin = <i32>g;
    const t = <f32>(g - <f64>bin);
    const near = load<f32>(gain + ((<usize>bin) << 2));
    const far = load<f32>(gain + ((<usize>bin) << 2), 4);
    const amplitude = near + (far - near) * t;
    store<f32>(
      real + ((<usize>j) << 2),
      (f32x4.extract_lane(sum, 0) + f32x4.extract_lane(sum, 2)) * amplitude,
    );
    store<f32>(
      imaginary + ((<usize>j) << 2),
      (f32x4.extract_lane(sum, 1) + f32x4.extract_lane(sum, 3)) * amplitude,
    );
  }
}

export function blurLaterally(
  real: usize,
  imaginary: usize,
  stride: i32,
  samples: i32,
  outReal: usize,
  outImaginary: usize,
  fine: i32,
  firstFine: i32,
  finePerNative: i32,
  natives: i32,
  scale: f32,
  table: usize,
  reach: usize,
  shift: usize,
): void {
  const rowBytes = (<usize>samples) << 2;
  const lineBytes = (<usize>stride) << 2;
  for (let j: i32 = 0; j < samples; j += 4) {
    const block = (<usize>(j >> 2)) << 2;
    const centre = fine - firstFine + load<i32>(shift + block);
    const r = load<i32>(reach + block);
    const low = centre - r;
    let m = low <= 0 ? 0 : (low + finePerNative - 1) / finePerNative;
    const high = centre + r;
    const last = high < 0 ? -1 : min(natives - 1, high / finePerNative);
    let sumReal = f32x4.splat(0);
    let sumImaginary = f32x4.splat(0);
    const offset = (<usize>j) << 2;
    for (; m <= last; m++) {
      const off = m * finePerNative - centre;
      const distance = off < 0 ? -off : off;
      const w = v128.load(table + <usize>distance * rowBytes + offset);
      const at = <usize>m * lineBytes + offset;
      sumReal = f32x4.add(sumReal, f32x4.mul(v128.load(real + at), w));
      sumImaginary = f32x4.add(sumImaginary, f32x4.mul(v128.load(imaginary + at), w));
    }
    v128.store(outReal + offset, f32x4.mul(sumReal, f32x4.splat(scale)));
    v128.store(outImaginary + offset, f32x4.mul(sumImaginary, f32x4.splat(scale)));
  }
}

export function receive(
  real: usize,
  imaginary: usize,
  samples: i32,
  noise: usize,
  noiseLevel: f32,
  gain: usize,
): void {
  const level = f32x4.splat(noiseLevel);
  for (let j: i32 = 0; j < samples; j += 4) {
    const at = (<usize>j) << 2;
    const one = v128.load(noise + (at << 1));
    const two = v128.load(noise + (at << 1), 16);
    const noiseReal = v128.shuffle<f32>(one, two, 0, 2, 4, 6);
    const noiseImaginary = v128.shuffle<f32>(one, two, 1, 3, 5, 7);
    const g = v128.load(gain + at);
    v128.store(
      real + at,
      f32x4.mul(f32x4.add(v128.load(real + at), f32x4.mul(noiseReal, level)), g),
    );
    v128.store(
      imaginary + at,
      f32x4.mul(f32x4.add(v128.load(imaginary + at), f32x4.mul(noiseImaginary, level)), g),
    );
  }
}
