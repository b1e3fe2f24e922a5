import type { ContributionPoint, ModeDefinition } from '#contracts';

/** A place in a mode that names a contribution. */
export interface ModeReference {
  readonly point: ContributionPoint;
  readonly id: string;
  /** Words for the place, e.g. 'tool rail'. */
  readonly where: string;
  /** Without it the mode can't run. */
  readonly required: boolean;
}

/** Every id that a mode names; of its protocols one is enough. */
export function modeReferences(mode: ModeDefinition): readonly ModeReference[] {
  const { layout } = mode;
  const refer =
    (point: ContributionPoint, where: string, required = false) =>
    (id: string) => ({
      point,
      id,
      where,
      required,
    });
  const main =
    layout.main.kind === 'panel'
      ? [refer('panels', 'main area', true)(layout.main.panel)]
      : layout.main.protocols.map(refer('hangingProtocols', 'views'));
  return [
    ...main,
    ...layout.right.map(refer('panels', 'right side')),
    ...layout.bar.map(refer('panels', 'patient bar')),
    ...mode.toolbar
      .flat()
      .map((item) =>
        'tool' in item
          ? refer('tools', 'tool rail')(item.tool)
          : refer('commands', 'tool rail')(item.command),
      ),
    ...mode.keys.map((item) =>
      'tool' in item ? refer('tools', 'keys')(item.tool) : refer('commands', 'keys')(item.command),
    ),
    ...mode.overlays.map(refer('findingProviders', 'overlays')),
  ];
}
