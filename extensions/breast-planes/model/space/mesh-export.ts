import { spaceTexts } from '../../texts/space-texts.ts';
import { cornersOf, type Mesh, triangleNormal } from './mesh.ts';

/** A mesh and its name in the exported file. */
export interface NamedMesh {
  readonly name: string;
  readonly mesh: Mesh;
}

/** Sizes in bytes of the header and of one triangle. */
const STL_HEADER = 80;
const STL_TRIANGLE = 50;

/**
 * Returns one binary STL of all meshes, millimetres LPS. The format stores neither units nor parts;
 * the header contains the unit and `title`, cut to 80 bytes.
 */
export function stlOf(meshes: readonly NamedMesh[], title: string): Uint8Array<ArrayBuffer> {
  const count = meshes.reduce((sum, { mesh }) => sum + mesh.triangles.length / 3, 0);
  const bytes = new Uint8Array(STL_HEADER + 4 + count * STL_TRIANGLE);
  const view = new DataView(bytes.buffer);
  // The header must not begin with 'solid', which marks the text format.
  bytes.set(new TextEncoder().encode(spaceTexts.surface.file.stl(title)).subarray(0, STL_HEADER));
  view.setUint32(STL_HEADER, count, true);
  let at = STL_HEADER + 4;
  for (const { mesh } of meshes) {
    for (let t = 0; t < mesh.triangles.length / 3; t += 1) {
      const corners = cornersOf(mesh, t);
      [triangleNormal(corners), ...corners].flat().forEach((value, n) => {
        view.setFloat32(at + 4 * n, value, true);
      });
      at += STL_TRIANGLE;
    }
  }
  return bytes;
}

/** Returns a Wavefront OBJ with one object per mesh, millimetres LPS with three decimals. */
export function objOf(meshes: readonly NamedMesh[], title: string): string {
  const { file } = spaceTexts.surface;
  const lines = [file.obj(title), file.objUnits];
  // Vertex numbers count over the whole file, from 1.
  let firstVertex = 1;
  for (const { name, mesh } of meshes) {
    lines.push(`o ${name.replaceAll(/\s+/g, '-')}`);
    for (let at = 0; at < mesh.positions.length; at += 3) {
      const vertex = mesh.positions.subarray(at, at + 3);
      lines.push(`v ${[...vertex].map((mm) => mm.toFixed(3)).join(' ')}`);
    }
    for (let at = 0; at < mesh.triangles.length; at += 3) {
      const corners = mesh.triangles.subarray(at, at + 3);
      lines.push(`f ${[...corners].map((n) => n + firstVertex).join(' ')}`);
    }
    firstVertex += mesh.positions.length / 3;
  }
  return `${lines.join('\n')}\n`;
}

/** Returns the name of an exported file: side and scan, no patient data. */
export const exportName = (label: string, scanId: string, extension: string): string =>
  `breast-${label}-${scanId.slice(0, 8)}-surface.${extension}`;
