import { defineTexts, plural } from '#foundation';

/** Texts of a reviewer's verdict on a scan. */
export const reviewTexts = defineTexts('reviews', {
  none: 'Review',
  title: (scan: string) => `Review of scan ${scan}`,
  verdicts: { APPROVED: 'Approved', DISAPPROVED: 'Disapproved' },
  by: (verdict: string, who: string, when: string) => `${verdict} by ${who}, ${when}`,
  line: (scan: string, verdict: string) => `${scan}: ${verdict}`,
  explain: 'Approve the scan if its images can be read. Disapprove it if it must be repeated.',
  approve: 'Approve',
  disapprove: 'Disapprove…',
  actions: { approve: 'Approve the scan', disapprove: 'Disapprove the scan…' },
  reason: 'Why is the scan disapproved?',
  confirmDisapproval: 'Disapprove',
  cancel: 'Cancel',
  withdraw: 'Withdraw verdict',
  done: {
    APPROVED: (scan: string) => `Scan ${scan} approved`,
    DISAPPROVED: (scan: string) => `Scan ${scan} disapproved`,
  },
  withdrawn: (scan: string) => `Verdict on scan ${scan} withdrawn`,
  disapprovedScans: (count: number) => `${plural(count, 'scan', 'scans')} disapproved`,
});
