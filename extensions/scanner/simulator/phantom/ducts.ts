import type { Vec3 } from '#geometry';
import { sinCosDeg } from '../math/portable-math.ts';
import { type Random, randomOf } from '../math/random.ts';
import type { Anatomy } from './anatomy.ts';
import { type Cone, fillCone } from './cones.ts';
import { TISSUE, type TissueField } from './tissue.ts';

const PIECE_MM = 5;
/** Ducts keep this far from the muscle. */
const OVER_MUSCLE_MM = 5;

interface Shoot {
  readonly from: Vec3;
  readonly clockDeg: number;
  readonly downDeg: number;
  readonly radiusMm: number;
  readonly pieces: number;
  /** How often it divides yet. */
  readonly divides: number;
}

/** The milk ducts: trees that begin behind the nipple, lean outward and divide. */
export function addDucts(field: TissueField, anatomy: Anatomy, nippleEndMm: number): void {
  const random = randomOf(anatomy.seed, 6);
  const count = random.whole(6, 11);
  // Wide ducts near the nipple are common and mean nothing.
  const radiusMm = random.between(0.5, 1.1);
  for (let n = 0; n < count; n += 1) {
    const clockDeg = (360 * (n + random.between(-0.3, 0.3))) / count;
    const { sin, cos } = sinCosDeg(clockDeg);
    const off = 0.5 * anatomy.nippleRadiusMm;
    grow(field, anatomy, random, {
      from: [anatomy.nippleX + anatomy.outer * sin * off, nippleEndMm, anatomy.nippleZ + cos * off],
      clockDeg,
      downDeg: random.between(20, 50),
      radiusMm,
      pieces: random.whole(2, 4),
      divides: 2,
    });
  }
}

function grow(field: TissueField, anatomy: Anatomy, random: Random, shoot: Shoot): void {
  let { from, clockDeg, downDeg, radiusMm } = shoot;
  for (let n = 0; n < shoot.pieces; n += 1) {
    const { sin, cos } = sinCosDeg(clockDeg);
    const down = sinCosDeg(downDeg);
    const reach = PIECE_MM * down.cos;
    const deepest = anatomy.muscleMm - OVER_MUSCLE_MM;
    const to: Vec3 = [
      from[0] + anatomy.outer * sin * reach,
      Math.min(deepest, from[1] + PIECE_MM * down.sin),
      from[2] + cos * reach,
    ];
    const cone: Cone = { from, to, fromRadiusMm: radiusMm, toRadiusMm: 0.88 * radiusMm };
    fillCone(field, cone, TISSUE.duct, isBreast);
    from = to;
    radiusMm *= 0.88;
    clockDeg += random.between(-14, 14);
    downDeg = Math.max(0, downDeg + random.between(-18, 8));
  }
  if (shoot.divides === 0) return;
  for (const side of [-1, 1]) {
    const next = { from, radiusMm, downDeg, clockDeg: clockDeg + side * random.between(14, 30) };
    grow(field, anatomy, random, {
      ...next,
      pieces: random.whole(1, 3),
      divides: shoot.divides - 1,
    });
  }
}

const isBreast = (label: number): boolean =>
  label === TISSUE.fat || label === TISSUE.gland || label === TISSUE.ligament;
