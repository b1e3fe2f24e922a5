import { plural, type Translation } from '#foundation';
import type { reviewTexts } from '../review-texts.ts';

export const reviews = {
  none: 'Beurteilen',
  title: (scan: string) => `Beurteilung von Scan ${scan}`,
  verdicts: { APPROVED: 'Freigegeben', DISAPPROVED: 'Beanstandet' },
  by: (verdict: string, who: string, when: string) => `${verdict}: ${who}, ${when}`,
  line: (scan: string, verdict: string) => `${scan}: ${verdict}`,
  explain:
    'Geben Sie den Scan frei, wenn seine Bilder befundet werden können. Beanstanden Sie ihn, wenn er wiederholt werden muss.',
  approve: 'Freigeben',
  disapprove: 'Beanstanden …',
  actions: { approve: 'Scan freigeben', disapprove: 'Scan beanstanden …' },
  reason: 'Warum wird der Scan beanstandet?',
  confirmDisapproval: 'Beanstanden',
  cancel: 'Abbrechen',
  withdraw: 'Urteil zurücknehmen',
  done: {
    APPROVED: (scan: string) => `Scan ${scan} freigegeben`,
    DISAPPROVED: (scan: string) => `Scan ${scan} beanstandet`,
  },
  withdrawn: (scan: string) => `Urteil über Scan ${scan} zurückgenommen`,
  disapprovedScans: (count: number) => `${plural(count, 'Scan', 'Scans')} beanstandet`,
} satisfies Translation<typeof reviewTexts>;
