import { GENERATOR_COLOURS, type Mark } from '#contracts';
import type { Vec3, VolumeGeometry } from '#geometry';
import { aProposedBall } from './ai-runs.ts';

/** Box of a reader around a ball, in the coronal plane. */
export function aReaderBox(geometry: VolumeGeometry, atMm: Vec3, radiusMm: number): Mark {
  const [box] = Object.values(aProposedBall(geometry, atMm, radiusMm, 0).marks);
  if (box === undefined) throw new Error('A ball has boxes');
  const params = { ...box.markViewParams, generatedBy: 'USER' as const };
  return { ...box, markViewParams: { ...params, colour: GENERATOR_COLOURS.USER } };
}
