import { describe, expect, it } from 'vitest';
import type { Finding, FindingAi, Mark } from '#contracts';
import { markInImage } from '#findings';
import { newId } from '#foundation';
import { imageFrame, mmToImage, mmToPosition, scannedVolumeGeometry, type Vec3 } from '#geometry';
import { aFinding, aScan } from '#testing';
import { overlapsOf } from './overlaps.ts';
import type { Proposal } from './proposals.ts';

const scan = aScan();
const volume = scannedVolumeGeometry([100, 40, 100], [1, 1, 1], 48);
const PLACE: Vec3 = [10, 20, -5];

/** A box of 2 · `radiusMm` in the plane through `atMm`. */
function aBox(plane: 'COR' | 'TRA', [x, y, z]: Vec3, radiusMm: number): Mark {
  const position = mmToPosition(volume, null, [x, y, z], 0);
  const frame = imageFrame(volume, plane, null, position);
  const points = [-radiusMm, radiusMm].map((r) => mmToImage(frame, [x + r, y + r, z + r]));
  return markInImage({ id: newId(), markType: 'BOUNDING_BOX', plane, frame, position, points });
}

function at(atMm: Vec3, radiusMm: number, change: object = {}, plane: 'COR' | 'TRA' = 'COR') {
  const mark = aBox(plane, atMm, radiusMm);
  return aFinding({ id: newId(), scan: { id: scan.id }, marks: [mark], ...change });
}

const AI: FindingAi = {
  runId: 'run',
  providerId: 'models.blobs',
  model: { name: 'Blobs', version: '1', weightsSha256: null, use: 'research' },
  score: 0.5,
  decision: null,
};
const generator = { id: 'AIAD', labelColour: '#FF5733' } as const;
const rejected = {
  generator,
  ai: { ...AI, decision: { kind: 'REJECTED', reason: 'SHADOW', by: null, at: '' } },
};
const accepted = {
  generator,
  ai: { ...AI, decision: { kind: 'ACCEPTED', reason: null, by: null, at: '' } },
};

function overlapsWith(others: readonly Finding[]) {
  const finding = at(PLACE, 5, { generator, ai: AI });
  const open: Proposal[] = [{ finding, ai: AI, scan }];
  const overlaps = overlapsOf(open, [{ scan, findings: [finding, ...others] }]);
  return overlaps.get(finding.id)?.map(({ kind, finding: { id } }) => [kind, id]) ?? [];
}

describe('the overlaps of an undecided proposal', () => {
  it('are findings of readers, then rejected proposals, in any plane', () => {
    const own = at([13, 21, -5], 3, {}, 'TRA');
    const before = at([10, 18, -6], 4, rejected);
    expect(overlapsWith([before, own])).toEqual([
      ['own', own.id],
      ['rejected', before.id],
    ]);
  });

  it('include a large finding around it, and not findings beside it', () => {
    const around = at([16, 20, -5], 9);
    expect(overlapsWith([around, at([22, 20, -5], 5), at([10, 34, -5], 5)])).toEqual([
      ['own', around.id],
    ]);
  });

  it('exclude undecided and accepted proposals, deleted findings and other scans', () => {
    const elsewhere = at(PLACE, 5);
    const finding = at(PLACE, 5, { generator, ai: AI });
    const scans = [{ scan: aScan({ id: newId() }), findings: [elsewhere] }];
    expect(overlapsOf([{ finding, ai: AI, scan }], scans).size).toBe(0);
    const others = [
      at(PLACE, 5, { generator, ai: AI }),
      at(PLACE, 5, accepted),
      at(PLACE, 5, { deletedAt: '2026-01-01T00:00:00Z' }),
    ];
    expect(overlapsWith(others)).toEqual([]);
  });
});
