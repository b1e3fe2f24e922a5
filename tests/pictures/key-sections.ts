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
    commands: [
      'toggle-reference-lines',
      'hide-overlays',
      'toggle-overlays',
      'toggle-layers',
      'toggle-ghost-cursor',
      'toggle-navigation-map',
    ],
  },
  {
    title: 'Findings',
    commands: [
      'next-finding',
      'previous-finding',
      'add-to-finding',
      'edit-note',
      'delete-selected',
      'delete-finding',
      'undo',
      'redo',
    ],
  },
  {
    title: 'AI proposals',
    commands: ['toggle-detections', 'accept', 'reject', 'edit', 'segment-mark'],
  },
  { title: 'Report', commands: ['open', 'full-page', 'finish-and-next'] },
  { title: 'Raw frames', commands: ['planes-to-raw', 'raw-to-planes'] },
];
