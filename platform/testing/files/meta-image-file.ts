import { deflateSync } from 'node:zlib';
import type { Vec3 } from '#geometry';

export interface MetaImageOptions {
  readonly sizes: Vec3;
  readonly spacingMm: Vec3;
  /** Position of the first voxel, in millimetres of the file's coordinate system. */
  readonly offset: Vec3;
  /** One byte per voxel; the first index varies fastest. */
  readonly voxels: Uint8Array;
}

/** Writes a zlib-compressed .mha file with the header lines that ITK and PLUS write. */
export function metaImageFile({ sizes, spacingMm, offset, voxels }: MetaImageOptions): Buffer {
  const compressed = deflateSync(voxels);
  const header = {
    ObjectType: 'Image',
    NDims: '3',
    BinaryData: 'True',
    BinaryDataByteOrderMSB: 'False',
    CompressedData: 'True',
    CompressedDataSize: String(compressed.length),
    TransformMatrix: '1 0 0 0 1 0 0 0 1',
    Offset: offset.join(' '),
    CenterOfRotation: '0 0 0',
    AnatomicalOrientation: 'RAI',
    ElementSpacing: spacingMm.join(' '),
    DimSize: sizes.join(' '),
    ElementType: 'MET_UCHAR',
    ElementDataFile: 'LOCAL',
  };
  const lines = Object.entries(header).map(([key, value]) => `${key} = ${value}\n`);
  return Buffer.concat([Buffer.from(lines.join('')), compressed]);
}
