import type { ModeInput } from '#contracts';
import { keyTexts } from './texts/key-texts.ts';

type Sections = NonNullable<ModeInput['keySections']>;

const { sections } = keyTexts;

const planes = (...names: readonly string[]): string[] =>
  names.map((name) => `breast-planes.${name}`);

/** Sections of the scanning mode. */
export const scanningSections: Sections = [
  { title: sections.scanning, commands: ['scanner.toggle-pause', 'scanner.go-on'] },
];

/** Sections of the reading mode, in the order in which users look for a shortcut. */
export const readingSections: Sections = [
  {
    title: sections.layouts,
    commands: planes('layout', 'maximise', 'fit', 'reset-views', 'zoom'),
  },
  {
    title: sections.planes,
    commands: planes('step', 'step-scan', 'cine', 'slab', 'link-views'),
  },
  { title: sections.image, commands: planes('adjust', 'invert', 'save-picture') },
  {
    title: sections.overlays,
    commands: planes(
      'toggle-reference-lines',
      'hide-overlays',
      'toggle-overlays',
      'toggle-layers',
      'toggle-ghost-cursor',
      'toggle-navigation-map',
    ),
  },
  {
    title: sections.findings,
    commands: planes(
      'next-finding',
      'previous-finding',
      'add-to-finding',
      'edit-note',
      'describe',
      'delete-selected',
      'delete-finding',
      'undo',
      'redo',
    ),
  },
  {
    title: sections.ai,
    commands: [
      'breast-planes.toggle-detections',
      'ai-findings.accept',
      'ai-findings.reject',
      'ai-findings.edit',
      'ai-findings.segment-mark',
    ],
  },
  {
    title: sections.report,
    commands: ['reporting.open', 'reporting.full-page', 'reporting.finish-and-next'],
  },
  { title: sections.raw, commands: planes('planes-to-raw', 'raw-to-planes') },
];
