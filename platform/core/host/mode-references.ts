import type { ContributionPoint, ModeDefinition } from '#contracts';
import { hostTexts } from '../texts/host-texts.ts';

/** A reference from a mode to a contribution. */
export interface ModeReference {
  readonly point: ContributionPoint;
  readonly id: string;
  /** Label of the area, e.g. `hostTexts.areas.rail`. */
  readonly area: string;
  /** True if the mode can't run without the contribution. */
  readonly required: boolean;
}

/**
 * Lists all ids that a mode references. No hanging protocol is marked required, because one
 * available protocol suffices.
 */
export function modeReferences(mode: ModeDefinition): readonly ModeReference[] {
  const { layout } = mode;
  const refer =
    (point: ContributionPoint, area: string, required = false) =>
    (id: string) => ({
      point,
      id,
      area,
      required,
    });
  const main =
    layout.main.kind === 'panel'
      ? [refer('panels', hostTexts.areas.main, true)(layout.main.panel)]
      : layout.main.protocols.map(refer('hangingProtocols', hostTexts.areas.views));
  return [
    ...main,
    ...layout.right.map(refer('panels', hostTexts.areas.right)),
    ...layout.bar.map(refer('panels', hostTexts.areas.bar)),
    ...mode.toolbar
      .flat()
      .map((item) =>
        'tool' in item
          ? refer('tools', hostTexts.areas.rail)(item.tool)
          : refer('commands', hostTexts.areas.rail)(item.command),
      ),
    ...mode.keys.map((item) =>
      'tool' in item
        ? refer('tools', hostTexts.areas.keys)(item.tool)
        : refer('commands', hostTexts.areas.keys)(item.command),
    ),
  ];
}
