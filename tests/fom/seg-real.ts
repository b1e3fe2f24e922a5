import { greyOfBytes } from '../../extensions/ai-findings/segmentation2d/grey-image.ts';
import type { PointPx } from '../../extensions/ai-findings/segmentation2d/image-view.ts';
import { labelComponents } from '../../extensions/ai-findings/segmentation2d/label-components.ts';
import { segmentFrame } from '../../extensions/ai-findings/segmentation2d/segment-frame.ts';
import { diceOf } from '../../platform/server/evaluations/metrics/index.ts';
import { machine, median, quantile, quartiles, round } from '../bench/support/figure.ts';
import { randomOf } from '../faults/support/scanning/shuffled.ts';
import { type Fom, mean } from './fom-figure.ts';
import { type BusiImage, readValidationImages } from './segmenter/busi-images.ts';
import { openModel } from './segmenter/open-model.ts';
import { growRegion } from './segmenter/region-growing.ts';

const CLICK_SEED = 1;
const BOOTSTRAP_RUNS = 2000;

interface Score {
  readonly kind: string;
  /** Dice with the clicked lesion; 0 where the model rejects the image. */
  readonly dice: number;
  /** Dice with all lesions of the image. */
  readonly allLesions: number;
  readonly classical: number;
  readonly isRejected: boolean;
  readonly milliseconds: number;
}

/** Dice of the 2D segmenter on public breast images, from one random click inside each lesion. */
export const segReal: Fom = async () => {
  const images = readValidationImages();
  if (images === null) {
    console.error('seg-real skipped: no data (the folder shared/data/busi does not exist)');
    return [];
  }
  const model = await openModel();
  const random = randomOf(CLICK_SEED);
  const scores: Score[] = [];
  for (const image of images) scores.push(await score(image, randomClick(image, random), model));
  await model.session.dispose();
  const dice = scores.map((item) => item.dice);
  const classical = scores.map((item) => item.classical);
  const meanOf = (kind: string): number =>
    round(mean(scores.flatMap((item) => (item.kind === kind ? item.dice : []))));
  const shared = {
    unit: 'Dice with the outline of the clicked lesion',
    runs: scores.length,
    machine: machine(),
    spread: quartiles(dice),
    more: {
      what: 'public 2D images, not this scanner: validation part of BUSI, one random click inside each lesion',
      model: `${model.card.name} ${model.card.version}`,
      bootstrap95: bootstrapInterval(dice),
      benign: meanOf('benign'),
      malignant: meanOf('malignant'),
      belowHalf: round(mean(dice.map((value) => (value < 0.5 ? 1 : 0)))),
      withAllLesions: round(mean(scores.map((item) => item.allLesions))),
      rejected: scores.filter((item) => item.isRejected).length,
      millisecondsMedian: round(median(scores.map((item) => item.milliseconds))),
    },
  };
  const against = (value: number) => ({ what: 'region growing from the same click', value });
  return [
    {
      ...shared,
      name: 'seg-real/mean',
      figure: round(mean(dice)),
      target: '≥ 0.86',
      against: against(round(mean(classical))),
    },
    {
      ...shared,
      name: 'seg-real/median',
      figure: round(median(dice)),
      target: '≥ 0.89',
      against: against(round(median(classical))),
    },
  ];
};

async function score(
  image: BusiImage,
  click: PointPx,
  model: Awaited<ReturnType<typeof openModel>>,
): Promise<Score> {
  const { width, height, mask, kind } = image;
  const { labels } = labelComponents(mask, width);
  const label = labels[Math.floor(click.y) * width + Math.floor(click.x)];
  const clicked = mask.map((_, index) => (labels[index] === label ? 1 : 0));
  const converted = greyOfBytes(width, height, image.pixels);
  const start = performance.now();
  const result = await segmentFrame(converted, { clicks: { inside: [click], outside: [] } }, model);
  const milliseconds = performance.now() - start;
  const found = result.ok ? result.value.lesion.mask : new Uint8Array(mask.length);
  return {
    kind,
    dice: diceOf(found, clicked),
    allLesions: diceOf(found, mask),
    classical: diceOf(growRegion(converted.image, click), clicked),
    isRejected: !result.ok,
    milliseconds,
  };
}

function randomClick({ mask, width }: BusiImage, random: () => number): PointPx {
  const inside = [...mask.keys()].filter((index) => mask[index] !== 0);
  const index = inside[Math.floor(random() * inside.length)]!;
  return { x: (index % width) + 0.5, y: Math.floor(index / width) + 0.5 };
}

function bootstrapInterval(values: readonly number[]): readonly [number, number] {
  const random = randomOf(2);
  const means = Array.from({ length: BOOTSTRAP_RUNS }, () =>
    mean(values.map(() => values[Math.floor(random() * values.length)]!)),
  );
  return [round(quantile(means, 0.025)), round(quantile(means, 0.975))];
}
