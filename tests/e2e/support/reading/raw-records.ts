import { createHash } from 'node:crypto';
import type { ScanFile, ScanFileFields } from '#contracts';
import type { Vec3 } from '#geometry';
import { sampleTrilinear, type Volume, writeNrrd } from '#volume';
import {
  encodeRawHeader,
  type FrameGeometry,
  type RawHeader,
  sampleToMm,
} from '../../../../extensions/scanner/model/index.ts';
import type { Product } from '../product/product.ts';
import type { TestRecords } from './test-records.ts';

const LINES = 96;
const SAMPLES = 90;
const PARALLEL_UPLOADS = 8;
const DEVICE_ANGLE = { direction: 1, zeroDeg: 0 } as const;

/** Frame geometry of the two sweeps: PER is tilted and begins beside the rotation axis. */
export const SWEEPS: Readonly<Record<'CEN' | 'PER', FrameGeometry>> = {
  CEN: {
    lines: LINES,
    samples: SAMPLES,
    lateralPitchMm: 0.45,
    depthStepMm: 0.45,
    firstLateralMm: 0,
    firstDepthMm: 0.225,
    tiltDeg: 0,
    planeOffsetMm: 0,
  },
  PER: {
    lines: LINES,
    samples: SAMPLES,
    lateralPitchMm: 0.45,
    depthStepMm: 0.45,
    firstLateralMm: 8,
    firstDepthMm: 2,
    tiltDeg: -6,
    planeOffsetMm: 0.3,
  },
};

function headerOf(sweep: 'CEN' | 'PER', side: 'L' | 'R', clockDeg: number): RawHeader {
  const { lines: _, samples: __, ...placement } = SWEEPS[sweep];
  return {
    schema: 1,
    sweep,
    plane: 'half',
    side,
    clockDeg: [clockDeg],
    ...placement,
    axisColumn: -placement.firstLateralMm / placement.lateralPitchMm,
    speedOfSoundMps: 1540,
    deviceAngle: DEVICE_ANGLE,
    epoch: 1,
    settingsVersion: 1,
    acquisitionMode: 'BMODE',
    content: 'BMODE',
    dynamicRangeDb: 60,
    frequencyHz: 10e6,
    focusMm: 20,
    filterName: 'FAMODE1',
    compound: false,
    doubler: false,
  } as RawHeader;
}

/** Samples a volume as a transducer at this clock angle would record the frame. */
function frameOf(volume: Volume, geometry: FrameGeometry, clockDeg: number): Uint8Array {
  const pixels = new Uint8Array(LINES * SAMPLES);
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    for (let line = 0; line < LINES; line += 1) {
      const pointMm = sampleToMm(geometry, clockDeg, { line, sample });
      pixels[sample * LINES + line] = sampleTrilinear(volume, pointMm);
    }
  }
  return pixels;
}

/** Uploads files of a scan as the scan service and the reconstruction do. */
export function rawRecords(product: Product, { api }: TestRecords) {
  const put = async (fields: ScanFileFields, bytes: Uint8Array): Promise<void> => {
    const created = await api.send('POST', '/scanfiles', fields);
    if (created.status !== 200) throw new Error(`A file was rejected: ${await created.text()}`);
    const { id } = (await created.json()) as ScanFile;
    const form = new FormData();
    form.set('data', new Blob([new Uint8Array(bytes)]), fields.fileName);
    const { 'content-type': _, ...headers } = api.headers;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const sent = await fetch(`${product.url}/api/scanfiles/${id}/content`, {
      method: 'PUT',
      headers: { ...headers, 'x-checksum-sha256': sha256 },
      body: form,
    });
    if (sent.status !== 200) throw new Error(`The content was rejected: ${await sent.text()}`);
  };
  return {
    /** Uploads both sweeps of a scan at these clock angles. */
    async sweeps(
      scanId: string,
      side: 'L' | 'R',
      volume: Volume,
      clockDegs: readonly number[],
    ): Promise<void> {
      const files = (['CEN', 'PER'] as const).flatMap((sweep) =>
        clockDegs.map((clockDeg, frameIdx) => ({ sweep, clockDeg, frameIdx })),
      );
      const uploadFrame = async ({ sweep, clockDeg, frameIdx }: (typeof files)[number]) => {
        const geometry = SWEEPS[sweep];
        const { lateralPitchMm, depthStepMm, firstLateralMm, tiltDeg } = geometry;
        await put(
          {
            scanId,
            fileCategory: 'SCAN_IMAGE',
            fileName: `${sweep}-${frameIdx}.nrrd`,
            fileExtension: 'nrrd',
            header: {
              sizes: `${LINES} ${SAMPLES}`,
              sweep,
              frameIdx,
              clockDeg,
              plane: 'half',
              lateralPitchMm,
              depthStepMm,
              firstLateralMm,
              tiltDeg,
            },
          },
          writeNrrd({
            type: 'uint8',
            sizes: [LINES, SAMPLES],
            kinds: ['domain', 'domain'],
            spacings: [lateralPitchMm, depthStepMm],
            keyValues: encodeRawHeader(headerOf(sweep, side, clockDeg)),
            data: frameOf(volume, geometry, clockDeg),
          }),
        );
      };
      for (let i = 0; i < files.length; i += PARALLEL_UPLOADS) {
        await Promise.all(files.slice(i, i + PARALLEL_UPLOADS).map(uploadFrame));
      }
    },
    /** Uploads the skin of a scan as the height map of the reconstruction. */
    skin: (scanId: string, radiusStepMm: number, depthMm: Float32Array) =>
      put(
        {
          scanId,
          fileCategory: 'BREAST_SKIN',
          fileName: 'breast-skin.nrrd',
          fileExtension: 'nrrd',
          header: { sizes: `${depthMm.length / 360} 360`, spacingMm: [radiusStepMm] },
        },
        writeNrrd({
          type: 'float',
          sizes: [depthMm.length / 360, 360],
          kinds: ['domain', 'domain'],
          spacings: [radiusStepMm, 1],
          keyValues: {},
          data: depthMm,
        }),
      ),
  };
}

/** Returns header and vertices of a binary STL, three vertices per triangle. */
export function stlVertices(file: Uint8Array): {
  readonly header: string;
  readonly points: readonly Vec3[];
} {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const count = view.getUint32(80, true);
  const points: Vec3[] = [];
  // 80 bytes of header and the count; per triangle a normal, three vertices of 12 bytes each, and
  // two bytes of attributes.
  for (let triangle = 0; triangle < count; triangle += 1) {
    for (let corner = 1; corner <= 3; corner += 1) {
      const offset = 84 + triangle * 50 + corner * 12;
      points.push([
        view.getFloat32(offset, true),
        view.getFloat32(offset + 4, true),
        view.getFloat32(offset + 8, true),
      ]);
    }
  }
  return { header: new TextDecoder().decode(file.subarray(0, 80)), points };
}
