import type { Mesh } from './skin-mesh.ts';

/** Bytes of the header of a binary STL file, and of a triangle. */
const STL_HEADER = 80;
const STL_TRIANGLE = 50;
const UNITS = 'millimetres, LPS: x to the left, y posterior, z to the head';

/**
 * Encodes a mesh as binary STL. The format has no unit field, so the header text states
 * millimetres.
 */
export function stlFile({ positions, triangles }: Mesh): Uint8Array {
  const count = triangles.length / 3;
  const file = new Uint8Array(STL_HEADER + 4 + count * STL_TRIANGLE);
  const view = new DataView(file.buffer);
  file.set(new TextEncoder().encode(`Clockface breast skin, ${UNITS}`).subarray(0, STL_HEADER));
  view.setUint32(STL_HEADER, count, true);
  for (let t = 0; t < count; t += 1) {
    const corners = [0, 1, 2].map((n) => {
      const at = 3 * (triangles[3 * t + n] ?? 0);
      return [positions[at] ?? 0, positions[at + 1] ?? 0, positions[at + 2] ?? 0] as const;
    });
    const [a, b, c] = corners as [Corner, Corner, Corner];
    [...normal(a, b, c), ...a, ...b, ...c].forEach((value, n) => {
      view.setFloat32(STL_HEADER + 4 + t * STL_TRIANGLE + 4 * n, value, true);
    });
  }
  return file;
}

type Corner = readonly [number, number, number];

/** Returns the unit normal of a triangle; zero for a triangle without area. */
function normal(a: Corner, b: Corner, c: Corner): Corner {
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  const n = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx] as const;
  const size = Math.hypot(...n);
  return size > 0 ? [n[0] / size, n[1] / size, n[2] / size] : [0, 0, 0];
}

/** Encodes a mesh as binary PLY, in mm. */
export function plyFile({ positions, triangles }: Mesh): Uint8Array {
  const count = triangles.length / 3;
  const header = new TextEncoder().encode(
    [
      'ply',
      'format binary_little_endian 1.0',
      `comment Clockface breast skin, ${UNITS}`,
      `element vertex ${positions.length / 3}`,
      'property float x',
      'property float y',
      'property float z',
      `element face ${count}`,
      'property list uchar int vertex_indices',
      'end_header',
      '',
    ].join('\n'),
  );
  // A triangle takes 1 byte for the number of its corners and 4 bytes for each corner.
  const file = new Uint8Array(header.length + positions.length * 4 + count * 13);
  const view = new DataView(file.buffer);
  file.set(header);
  let at = header.length;
  for (const value of positions) {
    view.setFloat32(at, value, true);
    at += 4;
  }
  for (let t = 0; t < count; t += 1) {
    view.setUint8(at, 3);
    for (let n = 0; n < 3; n += 1) view.setInt32(at + 1 + 4 * n, triangles[3 * t + n] ?? 0, true);
    at += 13;
  }
  return file;
}

/** Constants of glTF 2.0: file and chunk types ('glTF', 'JSON', 'BIN' as 32-bit numbers). */
const GLB_MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;
/** Constants of glTF 2.0: types of numbers, and targets of buffer views. */
const FLOAT = 5126;
const UNSIGNED_INT = 5125;
const ARRAY_BUFFER = 34_962;
const ELEMENT_ARRAY_BUFFER = 34_963;

/** Encodes a mesh as binary glTF 2.0, in metres (the unit of the format); the axes stay LPS. */
export function glbFile({ positions, triangles }: Mesh): Uint8Array {
  const metres = positions.map((mm) => mm / 1000);
  const bytes = metres.byteLength + triangles.byteLength;
  const text = new TextEncoder().encode(JSON.stringify(gltf(metres, triangles)));
  const jsonLength = Math.ceil(text.length / 4) * 4;
  // A header of 12 bytes, then two chunks with headers of 8 bytes.
  const file = new Uint8Array(12 + 8 + jsonLength + 8 + bytes);
  const view = new DataView(file.buffer);
  [GLB_MAGIC, 2, file.length, jsonLength, JSON_CHUNK].forEach((value, n) => {
    view.setUint32(4 * n, value, true);
  });
  file.fill(0x20, 20, 20 + jsonLength);
  file.set(text, 20);
  const binary = 20 + jsonLength;
  view.setUint32(binary, bytes, true);
  view.setUint32(binary + 4, BINARY_CHUNK, true);
  metres.forEach((value, n) => {
    view.setFloat32(binary + 8 + 4 * n, value, true);
  });
  triangles.forEach((value, n) => {
    view.setUint32(binary + 8 + metres.byteLength + 4 * n, value, true);
  });
  return file;
}

/**
 * Returns the JSON of a glTF file with one mesh, whose binary chunk holds vertices, then indices.
 */
function gltf(metres: Float32Array, triangles: Uint32Array): unknown {
  const [min, max] = [Math.min, Math.max].map((extreme) =>
    [0, 1, 2].map((axis) => {
      let limit = metres[axis] ?? 0;
      for (let at = axis; at < metres.length; at += 3) limit = extreme(limit, metres[at] ?? 0);
      return limit;
    }),
  );
  const vertices = {
    buffer: 0,
    byteOffset: 0,
    byteLength: metres.byteLength,
    target: ARRAY_BUFFER,
  };
  const indices = { byteOffset: metres.byteLength, byteLength: triangles.byteLength };
  return {
    asset: { version: '2.0', generator: 'Clockface', extras: { axes: 'LPS' } },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, name: 'Breast skin' }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: FLOAT, count: metres.length / 3, type: 'VEC3', min, max },
      { bufferView: 1, componentType: UNSIGNED_INT, count: triangles.length, type: 'SCALAR' },
    ],
    bufferViews: [vertices, { buffer: 0, ...indices, target: ELEMENT_ARRAY_BUFFER }],
    buffers: [{ byteLength: metres.byteLength + triangles.byteLength }],
  };
}
