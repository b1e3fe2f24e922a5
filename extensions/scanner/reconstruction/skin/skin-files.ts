import type { StagedFile } from '#server/extension';
import { writeNrrd } from '#volume';
import { glbFile, plyFile, stlFile } from './mesh-files.ts';
import { SKIN_ANGLES, SKIN_RADII, type SkinMap } from './skin-map.ts';
import { skinMesh } from './skin-mesh.ts';

/**
 * Encodes the height map as NRRD: radius fastest, then clock angle; NaN where there is no contact.
 */
export function skinNrrd({ radiusStepMm, depthMm }: SkinMap, recordedSide: string): Uint8Array {
  return writeNrrd({
    type: 'float',
    sizes: [SKIN_RADII, SKIN_ANGLES],
    kinds: ['domain', 'domain'],
    spacings: [radiusStepMm, 1],
    keyValues: {
      recordedSide,
      value: 'depth of the skin below the transducer face, mm; NaN: no contact or not recorded',
      'axis 0': 'distance from the rotation axis, mm, from 0',
      'axis 1': 'clock angle, degrees, from 0 at the head clockwise facing the patient',
    },
    data: depthMm,
  });
}

/**
 * Returns the files of category BREAST_SKIN, the height map first; returns none if no skin was
 * found.
 */
export function skinFiles(
  map: SkinMap,
  recordedSide: string,
  acquisitionTime: string | null,
): readonly StagedFile[] {
  const mesh = skinMesh(map);
  if (mesh.triangles.length === 0) return [];
  const file = (extension: string, bytes: Uint8Array): StagedFile => ({
    fileCategory: 'BREAST_SKIN',
    fileName: `breast-skin.${extension}`,
    role: 'PRIMARY',
    fileExtension: extension,
    acquisitionTime,
    bytes,
  });
  return [
    {
      ...file('nrrd', skinNrrd(map, recordedSide)),
      header: { sizes: `${SKIN_RADII} ${SKIN_ANGLES}`, spacingMm: [map.radiusStepMm] },
    },
    file('stl', stlFile(mesh)),
    file('ply', plyFile(mesh)),
    file('glb', glbFile(mesh)),
  ];
}
