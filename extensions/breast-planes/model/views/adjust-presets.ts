import type { ImageAdjustment } from '#contracts';
import { NEUTRAL_ADJUSTMENT } from '../planes/plane-presentation.ts';

/** Greys that are chosen by one key or press. */
export interface AdjustPreset {
  readonly id: 'plain' | 'soft' | 'hard' | 'bright' | 'deep';
  readonly adjustment: ImageAdjustment;
}

const preset = (
  id: AdjustPreset['id'],
  change: Partial<Omit<ImageAdjustment, 'inverted'>>,
): AdjustPreset => ({ id, adjustment: { ...NEUTRAL_ADJUSTMENT, ...change } });

/** Their order is that of their keys. Deep lifts what lies far from the transducer. */
export const PRESETS: readonly AdjustPreset[] = [
  preset('plain', {}),
  preset('soft', { contrast: -40 }),
  preset('hard', { contrast: 50 }),
  preset('bright', { brightness: 20, contrast: 15 }),
  preset('deep', { midGain: 20, farGain: 60 }),
];

/** The one whose amounts these are; turned around or not. Null: set by hand. */
export function presetOf(adjustment: ImageAdjustment): AdjustPreset['id'] | null {
  const match = PRESETS.find(({ adjustment: { inverted: _, ...amounts } }) =>
    Object.entries(amounts).every(
      ([name, amount]) => adjustment[name as keyof typeof amounts] === amount,
    ),
  );
  return match?.id ?? null;
}
