// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import type { Finding, MarkType } from '#contracts';
import { markInImage } from '#findings';
import { imageFrame, type NormalisedPoint, scannedVolumeGeometry } from '#geometry';
import { aFinding } from '#testing';
import { render, unmountAll } from '#ui/testing';
import { layoutImage, NO_PAN, type PointPx, toPx } from '../../model/planes/image-layout.ts';
import { ghostMarks, markAt, visibleMarks } from '../../state/findings/visible-marks.ts';
import type { ReadyImage } from '../../state/views/ready-image.ts';
import { ghostOpacityAt, MarkGhost } from './mark-ghost.tsx';

afterEach(unmountAll);

const volume = scannedVolumeGeometry([100, 40, 100], [1, 0.5, 1], 50);
const view = { width: 800, height: 800 };

/** Returns the coronal image at a position of the depth, in voxels of 0.5 mm. */
function imageAt(depth: number, plane: 'COR' | 'RAD' = 'COR', rad = 0): ReadyImage {
  const position = { sag: 0, tra: 0, depth, rad };
  const frame = imageFrame(volume, plane, null, position);
  const layout = layoutImage(frame, view, 8, NO_PAN);
  const image = { plane, volume, nippleMm: null, position, frame, layout, view };
  return image as unknown as ReadyImage;
}

function findingIn(image: ReadyImage, label: number, markType: MarkType = 'LENGTH'): Finding {
  const { plane, frame, position } = image;
  const points = [
    { u: 0.4, v: 0.4 },
    { u: 0.5, v: 0.4 },
  ];
  const fields = { id: `mark-${label}`, markType, points, plane, frame, position } as const;
  const mark = markInImage(fields);
  return { ...aFinding({ id: `finding-${label}`, label }), marks: { [mark.id]: mark } };
}

const labelsOf = (findings: readonly Finding[], image: ReadyImage) =>
  ghostMarks(findings, image, null).map(({ finding }) => finding.label);

describe('the ghost of a mark', () => {
  it('is drawn up to 3 mm before and behind its slice, the nearest first', () => {
    // At a spacing of 0.5 mm these slices are 3.5, 3, 1 and 0 mm before slice 20.
    const findings = [13, 14, 18, 20, 26, 27].map((depth) => findingIn(imageAt(depth), depth));
    expect(labelsOf(findings, imageAt(20))).toEqual([18, 14, 26]);
    const drawn = visibleMarks(findings, imageAt(20), null).map(({ finding }) => finding.label);
    expect(drawn).toEqual([20]);
  });

  it('is drawn beside its radial image as far as the whole mark is near', () => {
    const finding = findingIn(imageAt(10, 'RAD', 40), 1);
    expect(labelsOf([finding], imageAt(10, 'RAD', 44))).toEqual([1]);
    expect(labelsOf([finding], imageAt(10, 'RAD', 80))).toEqual([]);
    expect(labelsOf([finding], imageAt(10, 'COR'))).toEqual([]);
  });

  it('is left out while the mark is being edited, and limited to the 16 nearest', () => {
    const findings = Array.from({ length: 30 }, (_, idx) => findingIn(imageAt(18), idx + 1));
    expect(labelsOf(findings, imageAt(20))).toHaveLength(16);
    const [first] = findings;
    const edited = Object.values(first?.marks ?? {})[0] ?? null;
    expect(ghostMarks(findings.slice(0, 1), imageAt(20), edited)).toEqual([]);
  });

  it('shows its number without a size, fainter with the distance, and takes no press', async () => {
    const image = imageAt(20);
    const findings = [findingIn(imageAt(18), 7)];
    const [ghost] = ghostMarks(findings, image, null);
    if (ghost === undefined) throw new Error('The mark has no ghost');
    const px = (at: NormalisedPoint): PointPx => toPx(image.layout, image.frame, at);
    const { host } = await render(
      <svg>
        <title>Marks</title>
        <MarkGhost ghost={ghost} toPx={px} />
      </svg>,
    );
    const drawn = host.querySelector('[data-testid=ghost-7]');
    expect(drawn?.textContent).toBe('7');
    // Elements of this kind are left out of saved images.
    expect(drawn?.hasAttribute('data-screen-only')).toBe(true);
    expect(ghostOpacityAt(2.5)).toBeLessThan(ghostOpacityAt(0.5));
    const at = px({ u: 0.45, v: 0.4 });
    expect(markAt(visibleMarks(findings, image, null), image, at, 6, null)).toBeNull();
  });
});
