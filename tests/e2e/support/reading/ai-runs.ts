import { type AiRun, type AiRunFields, GENERATOR_COLOURS, type Mark } from '#contracts';
import { newId } from '#foundation';
import {
  imageFrame,
  mmToImage,
  mmToPosition,
  type Vec3,
  type VolumeGeometry,
  type VolumePlane,
} from '#geometry';
import type { TestRecords } from './test-records.ts';

const PLANES = ['COR', 'TRA', 'SAG'] as const;

/** Proposed ball with a box in each straight plane through its centre. */
export function aProposedBall(
  geometry: VolumeGeometry,
  atMm: Vec3,
  radiusMm: number,
  score: number,
): AiRunFields['findings'][number] {
  const marks = PLANES.map((plane) => aBox(geometry, plane, atMm, radiusMm));
  const sizeUm = Math.round(radiusMm * 2_000);
  return {
    id: newId(),
    marks: Object.fromEntries(marks.map((mark) => [mark.id, mark])),
    score,
    note: null,
    massLengthUm: sizeUm,
    massWidthUm: sizeUm,
    massHeightUm: sizeUm,
  };
}

function aBox(geometry: VolumeGeometry, plane: VolumePlane, atMm: Vec3, radiusMm: number): Mark {
  const position = mmToPosition(geometry, null, atMm, 0);
  const frame = imageFrame(geometry, plane, null, position);
  const { u, v } = mmToImage(frame, atMm);
  const [du, dv] = [radiusMm / frame.widthMm, radiusMm / frame.heightMm];
  return {
    id: newId(),
    markType: 'BOUNDING_BOX',
    planeView: plane,
    rep: plane === 'COR',
    frame,
    ...position,
    markViewParams: {
      points: [
        { u: u - du, v: v - dv },
        { u: u + du, v: v + dv },
      ],
      colour: GENERATOR_COLOURS.AIAD,
      unit: 'mm',
      lineWidth: 2,
      radius: 5,
      shape: 'box',
      generatedBy: 'AIAD',
    },
  };
}

/** Stores a detection run of the built-in provider on a scan. */
export async function storeDetection(
  { api }: TestRecords,
  scanId: string,
  findings: AiRunFields['findings'],
  version = '1.0',
): Promise<AiRun> {
  const body: AiRunFields = {
    id: newId(),
    task: 'DETECTION',
    providerId: 'ai-findings.detector',
    generator: 'AIAD',
    model: { name: 'Phantom detector', version, weightsSha256: 'ab'.repeat(32), use: 'research' },
    volumeFileId: null,
    messages: [],
    findings,
  };
  const response = await api.send('POST', `/scans/${scanId}/aiRuns`, body);
  if (response.status !== 200) throw new Error(await response.text());
  return (await response.json()) as AiRun;
}
