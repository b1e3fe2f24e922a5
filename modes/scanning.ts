import type { ModeInput } from '#contracts';
import { scanningSections } from './key-sections.ts';
import { titleTexts } from './texts/title-texts.ts';

/** Mode for recording a scan: live raw image and controls until the scan is complete. */
export const scanning: ModeInput = {
  id: 'scanning',
  title: titleTexts.scanning,
  path: '/scan',
  when: { scanState: ['N', 'I'] },
  requires: ['scanner'],
  features: ['STUDY_CREATE'],
  layout: { main: { kind: 'panel', panel: 'scanner.live-scan' }, bar: ['scanner.state'] },
  keySections: scanningSections,
  keys: [
    { key: 'Space', command: 'scanner.toggle-pause' },
    { key: 'Shift+R', command: 'scanner.go-on' },
  ],
};
