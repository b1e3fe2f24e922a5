import { defineTexts } from '#foundation';

/** Reasons for the chosen layout and images, for developers and for hints in the interface. */
export const hangingTexts = defineTexts('hanging', {
  broken: (protocol: string, fact: string, op: string, value: unknown) =>
    `${protocol}: ${fact} ${op} ${value} does not hold`,
  selected: (protocol: string, rules: number, priority: number) =>
    `${protocol}: its ${rules} rules hold, priority ${priority}`,
  selectedByUser: (protocol: string) => `${protocol}: chosen by hand`,
  notPossible: (protocol: string) => `${protocol}: chosen by hand, but not possible here`,
  unavailable: {
    raw: 'This scan has no raw frames',
    volume: 'This scan has no volume',
    otherSide: 'Only one side has been scanned',
    prior: 'There is no earlier completed scan of this side',
    priorLoading: 'Earlier scans are being looked for',
    priorFailed: 'Earlier scans could not be looked up',
    otherScan: 'Not for this kind of scan',
  },
  ofPrior: (kind: string, side: string) => `${kind} of side ${side} of an earlier scan`,
  isPrior: (scan: string) => `scan ${scan} is the earlier one`,
  ofOpenedScan: (kind: string) => `${kind} of the opened scan`,
  ofSide: (kind: string, side: string) => `${kind} of side ${side}`,
  requests: (request: string) => `asks for ${request}`,
  noneOf: (images: number) => `none of ${images} images is that`,
  wasOpened: (scan: string) => `scan ${scan} was opened`,
  isNewest: (scan: string, candidates: number) => `scan ${scan} is the newest of ${candidates}`,
  mainIsPanel: 'The main area of this mode is a panel',
});
