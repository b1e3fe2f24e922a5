import { describe, expect, it } from 'vitest';
import { dot, skinYMm, subtract, type Vec3 } from '#geometry';
import { aFinding } from '#testing';
import { skinFromNrrd } from '#volume';
import { type Lesion, lesionAlong, lesionsOf } from './lesions.ts';
import {
  boundsOf,
  cornersOf,
  ellipsoidMesh,
  triangleNormal,
  vertexNormals,
  vertexOf,
} from './mesh.ts';
import { exportName, objOf, stlOf } from './mesh-export.ts';
import { clockOnSkin, skinMesh } from './skin-surface.ts';

const AXES = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
] as const;
const BODY = { centreMm: [-20, 14, 12] as Vec3, axes: AXES, radiiMm: [6, 4, 5] as Vec3 };

/** Test dome, deeper towards the patient's left, without contact around 6 o'clock. */
const RADII = 20;
const depthMm = new Float32Array(360 * RADII).map((_, index) => {
  const radius = index % RADII;
  const angleDeg = Math.floor(index / RADII);
  if (radius > 10 && angleDeg > 170 && angleDeg < 190) return Number.NaN;
  return 2 + radius * 0.1 + (Math.sin((angleDeg * Math.PI) / 180) * radius) / 20;
});
const nrrd = {
  type: 'float',
  sizes: [RADII, 360],
  spacings: [2, 1],
  keyValues: {},
  data: depthMm,
} as const;

function readSkin(change: object = {}) {
  const read = skinFromNrrd({ ...nrrd, ...change } as never);
  if (!read.ok) throw new Error(read.problem.detail);
  return read.value;
}

describe('the skin read from a height map', () => {
  it.each([
    ['axes', { sizes: [RADII * 360] }],
    ['bytes', { data: new Uint8Array(360 * RADII), type: 'uint8' }],
    ['angles', { sizes: [RADII, 180] }],
    ['heights', { data: new Float32Array(360 * RADII).fill(Number.NaN) }],
    ['spacings', { spacings: undefined }],
  ])('rejects a map with wrong %s as SKIN_UNREADABLE', (_, change) => {
    const read = skinFromNrrd({ ...nrrd, ...change } as never);
    expect(read.ok ? null : read.problem.code).toBe('SKIN_UNREADABLE');
  });

  it('is in millimetres with 3 o’clock towards the patient’s left on both breasts', () => {
    const skin = readSkin();
    const mesh = skinMesh(skin);
    const [min, max] = boundsOf([mesh]) ?? [];
    // 19 steps of 2 mm.
    expect(max?.[0]).toBeCloseTo(38, 3);
    expect(min?.[0]).toBeCloseTo(-38, 3);
    expect(skinYMm(skin, 38, 0)).toBeCloseTo(2 + 1.9 + 0.95, 5);
    expect(skinYMm(skin, 0, -38)).toBeNull();
    expect(skinYMm(skin, 0, 50)).toBeNull();
  });

  it('faces the transducer everywhere', () => {
    const mesh = skinMesh(readSkin());
    for (let triangle = 0; triangle < mesh.triangles.length / 3; triangle += 1) {
      expect(triangleNormal(cornersOf(mesh, triangle))[1]).toBeLessThan(0);
    }
  });

  it('has a clock ring around the nipple, with a gap where the skin is unknown', () => {
    const clock = clockOnSkin(readSkin(), { x: 2, z: -2 }, 30);
    expect(clock.hours.map(({ hour }) => hour)).toEqual([12, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11]);
    expect(clock.hours.find(({ hour }) => hour === 3)?.atMm[0]).toBeCloseTo(32);
    expect(clock.line.some((point) => point === null)).toBe(true);
  });
});

describe('a lesion in the 3D view', () => {
  const frame = {
    originMm: [0, 0, 5] as Vec3,
    right: [1, 0, 0] as Vec3,
    down: [0, 1, 0] as Vec3,
    widthMm: 40,
    heightMm: 20,
  };
  const across = {
    id: '00000000-0000-7000-8000-000000000001',
    markType: 'LENGTH',
    planeView: 'TRA',
    rep: true,
    frame,
    markViewParams: {
      points: [
        { u: 0.25, v: 0.5 },
        { u: 0.5, v: 0.5 },
      ],
    },
  };

  it('has the sizes and the centre of the measurement', () => {
    const finding = aFinding({
      marks: [across],
      massLengthUm: 12_000,
      massHeightUm: 8000,
      massWidthUm: 9000,
    } as never);
    const [lesion] = lesionsOf([finding]);
    expect(lesion?.body.centreMm).toEqual([15, 10, 5]);
    expect(lesion?.body.radiiMm).toEqual([6, 4, 4.5]);
    expect(lesion?.measured).toBe(true);
  });

  it('uses the drawn length for unknown sizes and is absent without marks', () => {
    const finding = aFinding({
      marks: [across],
      massLengthUm: null,
      massHeightUm: null,
      massWidthUm: null,
    } as never);
    expect(lesionsOf([finding])[0]?.body.radiiMm).toEqual([5, 5, 5]);
    expect(lesionsOf([aFinding({ marks: [] } as never)])).toEqual([]);
  });

  it('is absent for an annotation', () => {
    const arrow = { ...across, markType: 'ARROW' };
    const undescribed = {
      ...{ note: null, biradsScore: null, isMass: null, annotationLabels: {}, recommendations: [] },
      ...{ massLengthUm: null, massHeightUm: null, massWidthUm: null },
    };
    const annotation = aFinding({ ...undescribed, marks: [arrow] } as never);
    expect(lesionsOf([annotation])).toEqual([]);
    const finding = aFinding({ ...undescribed, marks: [arrow, across] } as never);
    expect(lesionsOf([finding])).toHaveLength(1);
  });

  it('is selected along the line of sight, nearest first', () => {
    const lesion = (id: string, y: number): Lesion => ({
      findingId: id,
      label: 1,
      colour: '#F2C94C',
      measured: true,
      body: { ...BODY, centreMm: [-20, y, 12] },
    });
    const lesions = [lesion('deep', 30), lesion('shallow', 10)];
    const front: Vec3 = [0, -1, 0];
    expect(lesionAlong(lesions, [-20, 99, 12], front)?.findingId).toBe('shallow');
    expect(lesionAlong(lesions, [-20, 99, 12], [0, 1, 0])?.findingId).toBe('deep');
    expect(lesionAlong(lesions, [-13.9, 0, 12], front)).toBeNull();
    expect(lesionAlong(lesions, [-14.1, 0, 12], front)?.findingId).toBe('shallow');
  });
});

describe('exported meshes', () => {
  const mesh = ellipsoidMesh(BODY);
  const skin = skinMesh(readSkin());
  const meshes = [
    { name: 'skin', mesh: skin },
    { name: 'finding 1', mesh },
  ];

  it('are closed with outward normals', () => {
    const edges = new Map<string, number>();
    for (let triangle = 0; triangle < mesh.triangles.length / 3; triangle += 1) {
      const corners = cornersOf(mesh, triangle);
      expect(dot(triangleNormal(corners), subtract(corners[0], BODY.centreMm))).toBeGreaterThan(0);
      // Rounded coordinates, without negative zeros.
      const keys = corners.map((corner) =>
        corner.map((mm) => mm.toFixed(4).replace('-0.0000', '0.0000')).join(' '),
      );
      for (const [a, b] of [
        [0, 1],
        [1, 2],
        [2, 0],
      ] as const) {
        const key = [keys[a], keys[b]].sort().join('|');
        edges.set(key, (edges.get(key) ?? 0) + 1);
      }
    }
    // Each edge of a closed surface belongs to two triangles.
    expect(new Set(edges.values())).toEqual(new Set([2]));
  });

  it('have unit normals at every vertex', () => {
    const normals = vertexNormals(mesh);
    expect(normals).toHaveLength(mesh.positions.length);
    for (let start = 0; start < normals.length; start += 3) {
      expect(Math.hypot(...normals.subarray(start, start + 3))).toBeCloseTo(1, 4);
    }
  });

  it('contain every triangle in millimetres as STL', () => {
    const file = stlOf(meshes, 'side L scan L2 018f2c11');
    const view = new DataView(file.buffer);
    const header = new TextDecoder().decode(file.subarray(0, 80));
    expect(header).toMatch(/^Clockface mm LPS side L scan L2/);
    expect(header.startsWith('solid')).toBe(false);
    const count = (skin.triangles.length + mesh.triangles.length) / 3;
    expect(view.getUint32(80, true)).toBe(count);
    // Binary STL: 84 bytes of header and count, then 50 bytes per triangle: normal, corners, 0.
    expect(file.length).toBe(84 + 50 * count);
    let offset = 84;
    for (const { mesh: part } of meshes) {
      for (let triangle = 0; triangle < part.triangles.length / 3; triangle += 1) {
        const cornersOffset = offset + 12;
        for (const [index, mm] of cornersOf(part, triangle).flat().entries()) {
          expect(view.getFloat32(cornersOffset + 4 * index, true)).toBeCloseTo(mm, 4);
        }
        offset += 50;
      }
    }
  });

  it('contain each body under its name as OBJ', () => {
    const lines = objOf(meshes, 'side L scan L2').split('\n');
    expect(lines.filter((line) => line.startsWith('o '))).toEqual(['o skin', 'o finding-1']);
    const vertices = lines
      .filter((line) => line.startsWith('v '))
      .map((line) => line.slice(2).split(' ').map(Number));
    const faces = lines
      .filter((line) => line.startsWith('f '))
      .map((line) => line.slice(2).split(' ').map(Number));
    expect(vertices.length).toBe((skin.positions.length + mesh.positions.length) / 3);
    // Vertex numbers count from 1 through all bodies.
    const [vertexNumber = Number.NaN] = faces[skin.triangles.length / 3] ?? [];
    vertexOf(mesh, mesh.triangles[0] ?? 0).forEach((mm, axis) => {
      expect(vertices[vertexNumber - 1]?.[axis]).toBeCloseTo(mm, 3);
    });
  });

  it('are named by side and scan only', () => {
    expect(exportName('R2', '018f2c11-aaaa-7000-8000-000000000000', 'stl')).toBe(
      'breast-R2-018f2c11-surface.stl',
    );
  });
});
