import type { ModeInput } from '#contracts';
import { titleTexts } from './texts/title-texts.ts';

/** Reading a finished scan: linked planes in the middle, the list of findings at the right. */
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
      protocols: ['breast-planes.four-planes', 'breast-planes.raw-frames'],
    },
    right: ['breast-planes.findings'],
    bar: ['breast-planes.nipple', 'scanner.next-scan'],
  },
  toolbar: [
    [{ tool: 'breast-planes.select' }],
    [{ tool: 'breast-planes.length' }],
    [{ command: 'breast-planes.toggle-reference-lines' }, { command: 'breast-planes.fit' }],
    [{ command: 'breast-planes.undo' }, { command: 'breast-planes.redo' }],
  ],
  keys: [
    { key: 'Escape', tool: 'breast-planes.select' },
    { key: 'KeyM', tool: 'breast-planes.length' },
    { key: '$mod+KeyZ', command: 'breast-planes.undo' },
    { key: '$mod+Shift+KeyZ', command: 'breast-planes.redo' },
    { key: 'KeyL', command: 'breast-planes.toggle-reference-lines' },
    { key: 'KeyH', command: 'breast-planes.hide-overlays' },
    { key: 'KeyF', command: 'breast-planes.maximise' },
    { key: 'Digit0', command: 'breast-planes.fit' },
    { key: 'KeyN', command: 'breast-planes.next-finding' },
    { key: 'KeyP', command: 'breast-planes.previous-finding' },
    { key: 'Delete', command: 'breast-planes.delete-finding' },
    { key: 'ArrowUp', command: 'breast-planes.step', args: { by: -1 } },
    { key: 'ArrowDown', command: 'breast-planes.step', args: { by: 1 } },
    { key: 'Shift+ArrowUp', command: 'breast-planes.step', args: { by: -5 } },
    { key: 'Shift+ArrowDown', command: 'breast-planes.step', args: { by: 5 } },
  ],
};
