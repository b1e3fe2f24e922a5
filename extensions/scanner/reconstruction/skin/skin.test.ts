import { describe, expect, it } from 'vitest';
import { unwrap } from '#foundation';
import { scannedVolumeGeometry, type Vec3 } from '#geometry';
import { readNrrd } from '#volume';
import type { SweepName } from '../../model/index.ts';
import { smallFrame, sweepOf } from '../test-support/synthetic-sweep.ts';
import { breastVolumeMl } from './breast-volume.ts';
import { glbFile, plyFile, stlFile } from './mesh-files.ts';
import { skinFiles, skinNrrd } from './skin-files.ts';
import { findSkin, SKIN_ANGLES, SKIN_RADII, type SkinMap, skinDepthAt } from './skin-map.ts';
import { skinMesh } from './skin-mesh.ts';

const CIRCLE = Array.from({ length: 180 }, (_, i) => 2 * i);
const noProgress = async () => undefined;
const CONTACT_RADIUS_MM = 38;

/** Slanted skin, 1.5 to 2.5 mm deep, which recedes from the transducer beyond 38 mm. */
const skinMm = (x: number, z: number): number =>
  2 +
  0.5 * Math.sin(x / 12) * Math.cos(z / 15) +
  Math.max(0, Math.hypot(x, z) - CONTACT_RADIUS_MM) ** 2;

/** Depth by which the bright echo of the skin begins above `skinMm`. */
const EDGE_MM = 0.3;

/** Returns dark gel above the skin, a bright skin of 2 mm, and grey tissue below. */
function breast([x, y, z]: Vec3): number {
  const belowMm = y - skinMm(x, z);
  if (belowMm < -EDGE_MM) return 3;
  return belowMm < 2 ? 170 : 110;
}

const sweepsOf = (clockDeg = CIRCLE, greyLevelAt = breast) =>
  (['CEN', 'PER'] as const).map((sweep: SweepName) =>
    sweepOf(sweep, { ...smallFrame(sweep), depthStepMm: 0.2 }, clockDeg, greyLevelAt),
  );

describe('findSkin', () => {
  it('finds no skin where none exists', async () => {
    for (const greyLevel of [0, 120]) {
      const map = await findSkin(
        sweepsOf(CIRCLE.slice(0, 20), () => greyLevel),
        noProgress,
      );
      expect(map.depthMm.every(Number.isNaN)).toBe(true);
      expect(skinFiles(map, 'L', null)).toEqual([]);
      const geometry = scannedVolumeGeometry([2, 2, 2], [1, 1, 1], 1);
      expect(breastVolumeMl(geometry, new Uint8Array(8).fill(255), map)).toBeNull();
    }
  });

  it('finds the skin at its true depth, and no skin where contact is lost', async () => {
    const map = await findSkin(sweepsOf(), noProgress);
    for (let deg = 0; deg < 360; deg += 7) {
      for (const radius of [3, 11, 20, 29, 36]) {
        const x = radius * Math.sin((deg * Math.PI) / 180);
        const z = radius * Math.cos((deg * Math.PI) / 180);
        const errorMm = skinDepthAt(map, x, z) - (skinMm(x, z) - EDGE_MM);
        expect(Math.abs(errorMm), `${x} ${z}`).toBeLessThan(0.25);
      }
    }
    expect(skinDepthAt(map, 0, 43)).toBeNaN();
    expect(skinDepthAt(map, 0, 200)).toBeNaN();
  });

  it('covers only the angles of an arc', async () => {
    const arc = Array.from({ length: 91 }, (_, i) => (270 + 2 * i) % 360);
    const map = await findSkin(sweepsOf(arc), noProgress);
    expect(skinDepthAt(map, 0, 20)).toBeGreaterThan(1);
    expect(skinDepthAt(map, 0, -20)).toBeNaN();
  });

  it('stops when cancelled', async () => {
    const stop = async () => {
      throw new DOMException('stopped', 'AbortError');
    };
    await expect(findSkin(sweepsOf(CIRCLE.slice(0, 9)), stop)).rejects.toThrow('stopped');
  });
});

/** Builds a level skin at 2 mm, known within 20 samples of the axis. */
function levelSkin(): SkinMap {
  const depthMm = new Float32Array(SKIN_ANGLES * SKIN_RADII).map((_, at) =>
    at % SKIN_RADII <= 20 ? 2 : Number.NaN,
  );
  return { radiusStepMm: 0.5, depthMm };
}

describe('the mesh of the skin', () => {
  it('is closed at the axis and around the circle, and faces the transducer', () => {
    const { positions, triangles } = skinMesh(levelSkin());
    // A vertex on the axis and 20 rings of 360; triangles around the axis, then pairs between rings.
    expect(positions.length / 3).toBe(1 + 360 * 20);
    expect(triangles.length / 3).toBe(360 + 360 * 19 * 2);
    const borders = new Map<string, number>();
    let area = 0;
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = triangles.slice(t, t + 3) as unknown as [number, number, number];
      for (const [from, to] of [
        [a, b],
        [b, c],
        [c, a],
      ] as const) {
        const key = from < to ? `${from} ${to}` : `${to} ${from}`;
        borders.set(key, (borders.get(key) ?? 0) + 1);
      }
      const xzOf = (vertex: number) =>
        [positions[3 * vertex]!, positions[3 * vertex + 2]!] as const;
      const [ax, az] = xzOf(a);
      const [bx, bz] = xzOf(b);
      const [cx, cz] = xzOf(c);
      // The y part of the normal; its length is the area of the triangle.
      const normalY = ((bz - az) * (cx - ax) - (bx - ax) * (cz - az)) / 2;
      expect(normalY).toBeLessThan(0);
      area -= normalY;
    }
    // Only the edges of the rim belong to a single triangle.
    expect([...borders.values()].filter((count) => count === 1)).toHaveLength(360);
    expect([...borders.values()].every((count) => count <= 2)).toBe(true);
    // The skin is a disc with a radius of 10 mm.
    expect(Math.abs(area / (Math.PI * 100) - 1)).toBeLessThan(0.001);
  });

  it('leaves a hole where the skin is unknown', () => {
    const map = levelSkin();
    map.depthMm[100 * SKIN_RADII + 10] = Number.NaN;
    const fullCount = skinMesh(levelSkin()).triangles.length;
    // Six triangles of three vertices meet at the unknown sample.
    expect(fullCount - skinMesh(map).triangles.length).toBe(3 * 6);
  });
});

describe('the files of the skin', () => {
  it('contain the exact height map and its axes', async () => {
    const read = unwrap(await readNrrd(skinNrrd(levelSkin(), 'L')));
    expect(read.sizes).toEqual([SKIN_RADII, SKIN_ANGLES]);
    expect(read.keyValues).toMatchObject({ recordedSide: 'L' });
    expect(read.keyValues['axis 1']).toContain('clock angle');
    expect(read.data).toEqual(levelSkin().depthMm);
  });

  it('belong to the category BREAST_SKIN, with the height map first', () => {
    const files = skinFiles(levelSkin(), 'L', null);
    expect(files.map(({ fileCategory }) => fileCategory)).toEqual(Array(4).fill('BREAST_SKIN'));
    expect(files.map(({ fileExtension }) => fileExtension)).toEqual(['nrrd', 'stl', 'ply', 'glb']);
  });

  it('state millimetres in STL and PLY, and contain every triangle', () => {
    const mesh = skinMesh(levelSkin());
    const stl = stlFile(mesh);
    const view = new DataView(stl.buffer);
    expect(new TextDecoder().decode(stl.subarray(0, 80))).toContain('millimetres');
    expect(view.getUint32(80, true)).toBe(mesh.triangles.length / 3);
    expect(stl.length).toBe(84 + (50 * mesh.triangles.length) / 3);
    // 80 bytes of header, 4 of the triangle count, then 50 per triangle, which begin with the normal.
    expect(view.getFloat32(88, true)).toBe(-1);
    const ply = plyFile(mesh);
    const head = new TextDecoder().decode(ply.subarray(0, 300));
    expect(head).toContain(`element face ${mesh.triangles.length / 3}`);
    const body = head.indexOf('end_header\n') + 'end_header\n'.length;
    // Three 4-byte coordinates per vertex; a count byte and three 4-byte indices per triangle.
    expect(ply.length - body).toBe(mesh.positions.length * 4 + (13 * mesh.triangles.length) / 3);
  });

  it('use metres in GLB, with parts at the offsets in its header', () => {
    const mesh = skinMesh(levelSkin());
    const glb = glbFile(mesh);
    const view = new DataView(glb.buffer);
    expect(new TextDecoder().decode(glb.subarray(0, 4))).toBe('glTF');
    expect(view.getUint32(8, true)).toBe(glb.length);
    // The JSON chunk follows the file header of 12 bytes; each chunk has a header of 8 bytes.
    const jsonLength = view.getUint32(12, true);
    const json = JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + jsonLength)));
    expect(json.accessors[0].max[1]).toBeCloseTo(0.002, 9);
    expect(json.accessors[1].count).toBe(mesh.triangles.length);
    expect(json.buffers[0].byteLength).toBe(view.getUint32(20 + jsonLength, true));
    // The second vertex, 12 bytes after the first.
    const xMm = mesh.positions[3]!;
    expect(view.getFloat32(28 + jsonLength + 12, true)).toBeCloseTo(xMm / 1000, 9);
  });
});

describe('breastVolumeMl', () => {
  it('counts covered voxels below the skin', () => {
    const geometry = scannedVolumeGeometry([12, 10, 12], [1, 1, 1], 6);
    const coverage = new Uint8Array(1440).fill(255);
    // 8 of 10 layers lie below 2 mm.
    expect(breastVolumeMl(geometry, coverage, levelSkin())).toBeCloseTo((12 * 12 * 8) / 1000, 1);
    coverage.fill(0, 0, 720);
    expect(breastVolumeMl(geometry, coverage, levelSkin())).toBeCloseTo((12 * 6 * 8) / 1000, 1);
  });
});
