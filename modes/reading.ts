import type { ModeInput } from '#contracts';
import { readingSections } from './key-sections.ts';
import { readingKeys } from './reading-keys.ts';
import { titleTexts } from './texts/title-texts.ts';

/**
 * Mode for reading a finished scan: linked planes in the centre, the findings list on the right.
 */
export const reading: ModeInput = {
  id: 'reading',
  title: titleTexts.reading,
  path: '/scan',
  when: { scanState: ['C'] },
  requires: ['breast-planes'],
  optional: ['scanner', 'ai-findings', 'reporting'],
  features: ['STUDY_VIEW'],
  layout: {
    main: {
      kind: 'viewports',
      // The order sets the order of the tabs and of the digit shortcuts.
      protocols: [
        'breast-planes.both-coronals',
        'breast-planes.four-planes',
        'breast-planes.compare',
        'breast-planes.space',
        'breast-planes.skin',
        'breast-planes.raw-sweeps',
        'breast-planes.raw-frames',
        'breast-planes.four-up',
        'breast-planes.antiradial',
      ],
    },
    right: [
      'breast-planes.findings',
      'reporting.panel',
      'reporting.reader-study',
      'ai-findings.panel',
    ],
    bar: ['breast-planes.nipple', 'breast-planes.prior', 'scanner.next-scan'],
  },
  keySections: readingSections,
  toolbar: [
    [{ tool: 'breast-planes.select' }],
    [
      { tool: 'breast-planes.arrow' },
      { tool: 'breast-planes.elliptical' },
      { tool: 'breast-planes.freehand' },
      { tool: 'breast-planes.length' },
      { tool: 'breast-planes.text' },
      { tool: 'breast-planes.select-mark' },
      { tool: 'breast-planes.plane-locator' },
      { tool: 'breast-planes.cross' },
      { tool: 'breast-planes.bounding-box' },
      { tool: 'ai-findings.segment' },
    ],
    [
      { command: 'breast-planes.toggle-reference-lines' },
      { command: 'breast-planes.toggle-overlays' },
      { command: 'breast-planes.toggle-detections' },
      { command: 'breast-planes.fit' },
    ],
    [{ command: 'breast-planes.undo' }, { command: 'breast-planes.redo' }],
  ],
  keys: readingKeys,
};
