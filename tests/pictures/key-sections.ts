/** A part of the key sheet of one mode. */
export interface KeySection {
  readonly title: string;
  /** Ids of commands without the id of their extension: `undo` for `breast-planes.undo`. */
  readonly commands: readonly string[];
}

export const TOOLS_TITLE = 'Tools';

/** The order in which a person looks for a key; tools come first, in a section of their own. */
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

/** Arguments whose bare value says too little; any other one is shown as it is. */
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

/** `{by: 10, deg: 15}` → ' (+10, +15°)'; '' for a command that takes none. */
export function argumentsText(args: unknown): string {
  if (typeof args !== 'object' || args === null) return '';
  const texts = Object.entries(args).map(
    ([name, value]) => ARGUMENT_TEXTS[name]?.(value) ?? String(value),
  );
  return texts.length === 0 ? '' : ` (${texts.join(', ')})`;
}
