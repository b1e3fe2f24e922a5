import type { Vec3 } from '#geometry';
import { sinCosDeg } from '../math/portable-math.ts';
import { type Random, randomOf } from '../math/random.ts';
import type { Anatomy } from './anatomy.ts';
import { type Cone, fillCone } from './cones.ts';
import { TISSUE, type TissueField } from './tissue.ts';

const SEGMENT_MM = 5;
/** Minimum distance of ducts from the muscle. */
const OVER_MUSCLE_MM = 5;

interface Branch {
  readonly from: Vec3;
  readonly clockDeg: number;
  /** Angle below the coronal plane. */
  readonly downDeg: number;
  readonly radiusMm: number;
  readonly segments: number;
  /** Number of remaining divisions. */
  readonly divisions: number;
}

/** Adds the milk ducts: trees that start behind the nipple, lean outward and divide. */
export function addDucts(field: TissueField, anatomy: Anatomy, nippleEndMm: number): void {
  const random = randomOf(anatomy.seed, 6);
  const count = random.integer(6, 11);
  // Wide ducts near the nipple are common and normal.
  const radiusMm = random.between(0.5, 1.1);
  for (let n = 0; n < count; n += 1) {
    const clockDeg = (360 * (n + random.between(-0.3, 0.3))) / count;
    const { sin, cos } = sinCosDeg(clockDeg);
    const startRadiusMm = 0.5 * anatomy.nippleRadiusMm;
    addBranch(field, anatomy, random, {
      from: [
        anatomy.nippleX + anatomy.outer * sin * startRadiusMm,
        nippleEndMm,
        anatomy.nippleZ + cos * startRadiusMm,
      ],
      clockDeg,
      downDeg: random.between(20, 50),
      radiusMm,
      segments: random.integer(2, 4),
      divisions: 2,
    });
  }
}

function addBranch(field: TissueField, anatomy: Anatomy, random: Random, branch: Branch): void {
  let { from, clockDeg, downDeg, radiusMm } = branch;
  for (let n = 0; n < branch.segments; n += 1) {
    const { sin, cos } = sinCosDeg(clockDeg);
    const down = sinCosDeg(downDeg);
    const horizontalMm = SEGMENT_MM * down.cos;
    const deepest = anatomy.muscleMm - OVER_MUSCLE_MM;
    const to: Vec3 = [
      from[0] + anatomy.outer * sin * horizontalMm,
      Math.min(deepest, from[1] + SEGMENT_MM * down.sin),
      from[2] + cos * horizontalMm,
    ];
    const cone: Cone = { from, to, fromRadiusMm: radiusMm, toRadiusMm: 0.88 * radiusMm };
    fillCone(field, cone, TISSUE.duct, isBreast);
    from = to;
    radiusMm *= 0.88;
    clockDeg += random.between(-14, 14);
    downDeg = Math.max(0, downDeg + random.between(-18, 8));
  }
  if (branch.divisions === 0) return;
  for (const side of [-1, 1]) {
    const next = { from, radiusMm, downDeg, clockDeg: clockDeg + side * random.between(14, 30) };
    addBranch(field, anatomy, random, {
      ...next,
      segments: random.integer(1, 3),
      divisions: branch.divisions - 1,
    });
  }
}

const isBreast = (label: number): boolean =>
  label === TISSUE.fat || label === TISSUE.gland || label === TISSUE.ligament;
