// @vitest-environment jsdom
import { useMemo } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { markInImage } from '#findings';
import { imageFrame, type NormalisedPoint, scannedVolumeGeometry } from '#geometry';
import { aFinding } from '#testing';
import { render, unmountAll } from '#ui/testing';
import { layoutImage, NO_PAN, type PointPx, toPx } from '../../model/planes/image-layout.ts';
import { type VisibleMark, visibleMarks } from '../../state/findings/visible-marks.ts';
import type { ReadyImage } from '../../state/views/ready-image.ts';
import { type MarkLabels, useMarkLabels } from './mark-labels.ts';

afterEach(unmountAll);

const volume = scannedVolumeGeometry([100, 40, 100], [1, 1, 1], 50);
const position = { sag: 0, tra: 0, depth: 10, rad: 0 };
const frame = imageFrame(volume, 'COR', null, position);
const view = { width: 800, height: 800 };
const layout = layoutImage(frame, view, 8, NO_PAN);
const ready = { plane: 'COR', volume, nippleMm: null, position, frame, layout, view };
const px = (at: NormalisedPoint): PointPx => toPx(layout, frame, at);

/** Lengths of different findings that end close to each other. */
const marks: readonly VisibleMark[] = visibleMarks(
  Array.from({ length: 12 }, (_, index) => {
    const v = 0.4 + index / 200;
    const points = [
      { u: 0.4, v },
      { u: 0.5, v },
    ];
    const imageFields = { plane: 'COR', frame, position } as const;
    const mark = markInImage({ id: `mark-${index}`, markType: 'LENGTH', points, ...imageFields });
    return {
      ...aFinding({ id: `finding-${index}`, label: index + 1 }),
      marks: { [mark.id]: mark },
    };
  }),
  ready as unknown as ReadyImage,
  null,
);

interface LabelProbe {
  labels: ReadonlyMap<string, MarkLabels>;
}

function Layer(props: { readonly probe: LabelProbe; readonly selectedId: string | null }) {
  const shown = useMemo(() => marks, []);
  props.probe.labels = useMarkLabels(shown, props.selectedId, px, view);
  return null;
}

describe('the labels of the marks of an image', () => {
  it('do not overlap', async () => {
    const probe: LabelProbe = { labels: new Map() };
    await render(<Layer probe={probe} selectedId={null} />);
    const boxes = [...probe.labels.values()].flatMap(({ chip, measures }) => [
      ...(chip === null ? [] : [{ ...chip.at, width: 20, height: 20 }]),
      ...measures.map(({ at }) => ({ ...at, width: 49, height: 16 })),
    ]);
    // A number and a length for each of the 12 marks.
    expect(boxes).toHaveLength(24);
    /** True if the boxes overlap by more than 2 px in both directions. */
    const overlap = (a: (typeof boxes)[0], b: (typeof boxes)[0]): boolean =>
      Math.abs(a.x - b.x) < (a.width + b.width) / 2 - 2 &&
      Math.abs(a.y - b.y) < (a.height + b.height) / 2 - 2;
    expect(
      boxes.flatMap((a, index) => boxes.slice(index + 1).filter((b) => overlap(a, b))),
    ).toEqual([]);
  });

  it('stay the same objects when another finding is selected, so that no other mark is rendered again', async () => {
    const probe: LabelProbe = { labels: new Map() };
    const { draw } = await render(<Layer probe={probe} selectedId={null} />);
    const initialLabels = probe.labels;
    await draw(<Layer probe={probe} selectedId="finding-7" />);
    expect(probe.labels).not.toBe(initialLabels);
    for (const [id, labels] of probe.labels) expect(labels).toBe(initialLabels.get(id));
  });
});
