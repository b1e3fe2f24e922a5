import type { Scan, ScanFile, ScanVolume } from '#contracts';
import { positionToMm, type Side, scannedVolumeGeometry, type Vec3 } from '#geometry';
import { aScan, aScanFile, aVolume } from '#testing';
import { type Volume, volumeToNrrd, writeNrrd } from '#volume';

/**
 * Centre of a bright ball; its coordinates differ in every direction, so that a mirrored image is
 * detected.
 */
export const BALL_MM: Vec3 = [-20, 14, 12];
export const BALL_RADIUS_MM = 4;
const COVERAGE_MM = 45;
/** Position of the nipple in voxels of the full volume from its centre, with the voxel depth. */
const NIPPLE = { sag: 4, tra: -6, depth: 2, rad: 146 };
const FULL_SIZES: Vec3 = [200, 90, 200];
const FULL_SPACING_MM = 0.5;

/** Returns speckle without structure; a voxel has the same value on every run. */
const grain = ([i, j, k]: Vec3): number => {
  const mixed = Math.sin(i * 12.9898 + j * 78.233 + k * 37.719) * 43_758.5453;
  return (mixed - Math.floor(mixed)) * 30;
};

function paint([x, y, z]: Vec3, index: Vec3): number {
  if (Math.hypot(x, z) > COVERAGE_MM) return 0;
  const distanceMm = Math.hypot(x - BALL_MM[0], y - BALL_MM[1], z - BALL_MM[2]);
  return distanceMm <= BALL_RADIUS_MM ? 240 : 55 + grain(index);
}

const volumeOptions = (sizes: Vec3, spacing: number) => ({
  sizes,
  spacingMm: [spacing, spacing, spacing] as Vec3,
  coverageRadiusMm: COVERAGE_MM,
  paint,
});

/** Number of frames of 80 × 60 pixels, with the grey levels 40, 60, 80, … by frame number. */
const FRAMES = 6;

export interface Phantom {
  readonly frames: readonly ScanFile[];
  readonly scan: Scan;
  readonly file: ScanFile;
  readonly volume: ScanVolume;
  /** Returns the content of a file; null for an unknown id. */
  bytesOf(fileId: string): Uint8Array | null;
}

/**
 * Creates a completed scan with raw frames and a volume of two levels, as the server returns them.
 */
export function aPhantom(side: Side): Phantom {
  const full = aVolume(volumeOptions(FULL_SIZES, FULL_SPACING_MM));
  const coarse = aVolume(volumeOptions([100, 45, 100], 1));
  const scan = aScan({
    laterality: { id: side },
    label: side,
    nippleLocation: {
      ...NIPPLE,
      setBy: null,
      setAt: '2026-01-15T09:40:00.000Z',
    },
  });
  const file = aScanFile({ scanId: scan.id, header: headerOf(full) });
  const coarseFile = aScanFile({ scanId: scan.id, role: 'PYRAMID', parentId: file.id });
  const bytes = new Map([
    [file.id, writeNrrd(volumeToNrrd(full, {}))],
    [coarseFile.id, writeNrrd(volumeToNrrd(coarse, {}))],
  ]);
  const frames = [...Array(FRAMES).keys()].map((frameIdx) =>
    aScanFile({
      scanId: scan.id,
      fileCategory: { id: 'SCAN_IMAGE' },
      header: { sizes: '80 60', frameIdx, lateralPitchMm: 0.5, depthStepMm: 0.25 },
    }),
  );
  frames.forEach((frame, index) => {
    const data = new Uint8Array(80 * 60).fill(40 + index * 20);
    bytes.set(
      frame.id,
      writeNrrd({
        type: 'uint8',
        sizes: [80, 60],
        keyValues: {},
        data,
        kinds: ['domain', 'domain'],
      }),
    );
  });
  return {
    scan,
    file,
    frames,
    volume: { file, levels: [file, coarseFile].map((scanFile) => ({ file: scanFile, url: '' })) },
    bytesOf: (fileId) => bytes.get(fileId) ?? null,
  };
}

function headerOf({ geometry }: Volume) {
  const { sizes, spacingMm, originMm, coverageRadiusMm } = geometry;
  return {
    sizes: sizes.join(' '),
    spacingMm: [...spacingMm],
    originMm: [...originMm],
    coverageRadiusMm,
  };
}

/** Returns the location of the phantom's nipple. */
export function phantomNippleMm(): Vec3 {
  const spacingMm: Vec3 = [FULL_SPACING_MM, FULL_SPACING_MM, FULL_SPACING_MM];
  return positionToMm(scannedVolumeGeometry(FULL_SIZES, spacingMm, COVERAGE_MM), NIPPLE);
}
