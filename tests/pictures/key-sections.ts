/** A section of the shortcut list of a mode. */
export interface KeySection {
  readonly title: string;
  /** Command ids without the extension id: `undo` for `breast-planes.undo`. */
  readonly commands: readonly string[];
}

export const TOOLS_TITLE = 'Tools';

/**
 * Sections in the order in which users look for a shortcut; tools come first, in their own section.
 */
export const KEY_SECTIONS: readonly KeySection[] = [
  { title: 'Scanning', commands: ['toggle-pause', 'go-on'] },
  { title: 'Layouts and views', commands: ['layout', 'maximise', 'fit', 'reset-views', 'zoom'] },
  { title: 'Planes and scans', commands: ['step', 'step-scan', 'cine', 'slab', 'link-views'] },
  { title: 'Image', commands: ['adjust', 'invert', 'save-picture'] },
  {
    title: 'Lines and overlays',
    commands: ['toggle-reference-lines', 'hide-overlays', 'toggle-overlays', 'toggle-ghost-cursor'],
  },
  {
    title: 'Findings',
    commands: [
      ...['next-finding', 'previous-finding', 'add-to-finding'],
      ...['delete-selected', 'delete-finding', 'undo', 'redo'],
    ],
  },
  { title: 'Raw frames', commands: ['planes-to-raw', 'raw-to-planes'] },
];

const signed = (value: unknown): string => {
  const text = String(value).replace('-', '−');
  return Number(value) > 0 ? `+${text}` : text;
};

/** Formats of arguments whose plain value is unclear; all others are shown unchanged. */
const ARGUMENT_TEXTS: Readonly<Record<string, (value: unknown) => string>> = {
  plane: (value) => (value === 'RAD' ? 'radial plane' : String(value)),
  by: signed,
  deg: (value) => `${signed(value)}°`,
  byMm: (value) => `${signed(value)} mm`,
  preset: (value) => `preset ${value}`,
  only: (value) => `${value} view only`,
  kind: (value) => `${value} kind`,
  to: (value) => String(value).replace('-', ' '),
  clean: () => 'without marks',
};

/** `{by: 10, deg: 15}` → ' (+10, +15°)'; '' for a command without arguments. */
export function argumentsText(args: unknown): string {
  if (typeof args !== 'object' || args === null) return '';
  const texts = Object.entries(args).map(
    ([name, value]) => ARGUMENT_TEXTS[name]?.(value) ?? String(value),
  );
  return texts.length === 0 ? '' : ` (${texts.join(', ')})`;
}
