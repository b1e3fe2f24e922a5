import type { EvaluationFigure } from '#contracts';
import { formatFixed } from '#foundation';
import { evaluationTexts } from '../../texts/evaluation-texts.ts';

const { result: texts } = evaluationTexts;

/** Returns the figure with fixed decimals, or 'unknown'. */
export const figureText = (figure: EvaluationFigure, digits: number): string =>
  figure === null ? texts.unknown : formatFixed(figure.value, digits);

/** Returns both ends of the interval; empty for an unknown figure or interval. */
export const intervalText = (figure: EvaluationFigure, digits: number): string =>
  figure === null || figure.low === null || figure.high === null
    ? ''
    : texts.interval(formatFixed(figure.low, digits), formatFixed(figure.high, digits));
