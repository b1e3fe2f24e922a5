import { buildWeb } from '../../platform/build/web/build-web.ts';
import { machine, quartiles, round } from '../bench/support/figure.ts';
import type { Fom, FomFigure } from './fom-figure.ts';
import { type ConditionResult, type PlacesOptions, runPlaces } from './places/run-places.ts';

const WHAT =
  'balls in volumes that the product imported: their places in every plane in the browser, the lines, letters, marks and words beside them, saved images and thumbnails, each compared with the place that the header of the file gives them';

/**
 * Finds the balls of volumes with many kinds of voxel grid in the real product. `--quick` measures a
 * subset; `--grids a,b` measures the named grids. Ends with code 1 if anything is wrong.
 */
export const places: Fom = (args) => measure(args);

async function* measure(args: readonly string[]): AsyncGenerator<FomFigure> {
  await buildWeb({ production: true });
  const results: ConditionResult[] = [];
  for await (const result of runPlaces(optionsOf(args))) {
    results.push(result);
    yield figureOf(`places/${result.grid}/${result.side}/${result.condition}`, [result]);
  }
  yield figureOf('places', results);
  const isRight = ({ tally, voxelMm }: ConditionResult): boolean =>
    tally.problems.length === 0 && tally.worstMm <= voxelMm;
  if (!results.every(isRight)) process.exitCode = 1;
}

function optionsOf(args: readonly string[]): PlacesOptions {
  const at = args.indexOf('--grids');
  const names = at === -1 ? null : (args[at + 1] ?? '').split(',');
  return { quick: args.includes('--quick'), grids: names };
}

/** Distances are in voxels of the smallest step of the file. */
function figureOf(name: string, results: readonly ConditionResult[]): FomFigure {
  const sum = (countOf: (result: ConditionResult) => number): number =>
    results.reduce((total, result) => total + countOf(result), 0);
  const errors = results.flatMap(({ tally, voxelMm }) => tally.errorsMm.map((mm) => mm / voxelMm));
  return {
    name,
    figure: round(Math.max(0, ...errors)),
    unit: 'voxels, worst',
    target: '≤ 1, nothing wrong',
    against: null,
    runs: errors.length,
    spread: errors.length === 0 ? [0, 0] : quartiles(errors),
    machine: machine(),
    more: {
      ...(results.length > 1 ? { what: WHAT, conditions: results.length } : {}),
      images: sum(({ tally }) => tally.views),
      balls: sum(({ tally }) => tally.balls),
      texts: sum(({ tally }) => tally.texts),
      wrongImages: sum(({ tally }) => tally.wrongImages),
      wrongLetters: sum(({ tally }) => tally.wrongLetters),
      wrongWords: sum(({ tally }) => tally.wrongTexts),
      problems: results.flatMap(({ tally }) => tally.problems).slice(0, 20),
      seconds: round(sum(({ seconds }) => seconds)),
    },
  };
}
