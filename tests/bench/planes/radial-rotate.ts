import type { Figure } from '../support/figure.ts';
import { panelFigure, panelRounds } from './linked-scroll.ts';

/**
 * Measures a rotation of the radial plane by 1° on a panel of 512 × 512, until its pixels can be
 * read, against a bare WebGL 2 shader of the same slice, with and without the wait for the
 * animation frame.
 */
export async function radialRotate(): Promise<readonly Figure[]> {
  const what = 'a bare WebGL 2 shader of the same slice';
  const target = '≤ 1.5';
  const kinds = ['own', 'bare', 'bare'] as const;
  return [
    panelFigure({ name: 'radial-rotate', target, what }, await panelRounds('rotate', kinds, false)),
    panelFigure(
      { name: 'radial-rotate/with-frame', target, what },
      await panelRounds('rotate', kinds, true),
    ),
  ];
}
