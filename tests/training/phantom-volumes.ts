import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { VolumeGeometry } from '#geometry';
import {
  DEFAULT_DEVICE_SETTINGS,
  DEMONSTRATION_FRAME,
  type DeviceSettings,
} from '../../extensions/scanner/model/index.ts';
import type { Reconstruction } from '../../extensions/scanner/reconstruction/index.ts';
import { createPhantom, type PhantomTruth } from '../../extensions/scanner/simulator/index.ts';
import { scanVolume } from '../fom/scan-volume.ts';

/** Volume of a phantom at 0.5 mm, with its truth and the dynamic range of its grey levels. */
export interface PhantomVolume extends Reconstruction {
  readonly seed: number;
  readonly dynamicRangeDb: number;
  readonly truth: PhantomTruth;
}

/** Names of the device settings under which phantoms are scanned. */
export const CONDITIONS = {
  default: DEFAULT_DEVICE_SETTINGS,
  sharp: { ...DEFAULT_DEVICE_SETTINGS, dynamicRangeDb: 50, frequencyHz: 7_500_000 },
  soft: { ...DEFAULT_DEVICE_SETTINGS, dynamicRangeDb: 70, frequencyHz: 4_000_000 },
} as const satisfies Readonly<Record<string, DeviceSettings>>;
export type Condition = keyof typeof CONDITIONS;

const VOXEL_MM = 0.5;
const EVERY_DEG = 2;
/** Increase when the simulator, the reconstruction or a constant above changes. */
const CACHE_VERSION = 1;

/**
 * Returns the volume of a seed, from a cache in the temporary folder of the machine. Even seeds are
 * right breasts, odd ones left. Simulating takes about 3 s.
 */
export async function phantomVolume(seed: number, condition: Condition): Promise<PhantomVolume> {
  const phantom = createPhantom(seed, seed % 2 === 0 ? 'R' : 'L');
  const settings = CONDITIONS[condition];
  const path = join(cacheFolder(), `${condition}-${seed}.bin.gz`);
  const cached = readCached(path);
  const volume =
    cached ??
    (await scanVolume(phantom, {
      size: DEMONSTRATION_FRAME,
      everyDeg: EVERY_DEG,
      voxelMm: VOXEL_MM,
      settings,
    }));
  if (cached === null) writeCached(path, volume);
  return { ...volume, seed, dynamicRangeDb: settings.dynamicRangeDb, truth: phantom.truth };
}

function cacheFolder(): string {
  const folder = join(tmpdir(), 'clockface-phantom-volumes', String(CACHE_VERSION));
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Layout: length of the geometry (4 bytes), geometry as JSON, voxels, coverage. */
function readCached(path: string): Reconstruction | null {
  if (!existsSync(path)) return null;
  const bytes = gunzipSync(readFileSync(path));
  const start = 4 + bytes.readUInt32LE(0);
  const geometry: VolumeGeometry = JSON.parse(bytes.toString('utf8', 4, start));
  const [nx, ny, nz] = geometry.sizes;
  const count = nx * ny * nz;
  return {
    geometry,
    voxels: new Uint8Array(bytes.subarray(start, start + count)),
    coverage: new Uint8Array(bytes.subarray(start + count, start + 2 * count)),
  };
}

/** Writes under another name first, because several processes may fill the cache. */
function writeCached(path: string, { geometry, voxels, coverage }: Reconstruction): void {
  const header = Buffer.from(JSON.stringify(geometry));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(header.length);
  const bytes = Buffer.concat([length, header, voxels, coverage]);
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, gzipSync(bytes, { level: 1 }));
  renameSync(temporary, path);
}
