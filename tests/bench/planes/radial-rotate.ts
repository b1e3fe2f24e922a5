import type { Figure } from '../support/figure.ts';
import { panelFigure, panelRounds } from './linked-scroll.ts';

/**
 * One degree of the radial plane on a panel of 512 × 512, until its pixels can be read: ours against
 * a bare WebGL 2 shader of the same cut, with and without the wait for the animation frame.
 */
export async function radialRotate(): Promise<readonly Figure[]> {
  const what = 'a bare WebGL 2 shader of the same cut';
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
