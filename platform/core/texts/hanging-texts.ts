import { defineTexts, plural } from '#foundation';

/** Reasons for the chosen layout and images, for developers and for hints in the interface. */
export const hangingTexts = defineTexts('hanging', {
  broken: (protocol: string, attribute: string, op: string, value: unknown) =>
    `${protocol}: ${attribute} ${op} ${value} is false`,
  selected: (protocol: string, rules: number, priority: number) =>
    `${protocol}: ${plural(rules, 'rule matches', 'rules match')}, priority ${priority}`,
  selectedByUser: (protocol: string) => `${protocol}: selected manually`,
  notPossible: (protocol: string) => `${protocol}: selected manually, but not available here`,
  unavailable: {
    raw: 'This scan has no raw frames',
    volume: 'This scan has no volume',
    otherSide: 'Only one side has been scanned',
    prior: 'There is no completed prior scan of this side',
    priorLoading: 'Searching for prior scans',
    priorFailed: 'Prior scans could not be loaded',
    otherScan: 'Not available for this type of scan',
  },
  ofPrior: (kind: string, side: string) => `${kind} of side ${side} of a prior scan`,
  isPrior: (scan: string) => `scan ${scan} is the prior`,
  ofOpenedScan: (kind: string) => `${kind} of the opened scan`,
  ofSide: (kind: string, side: string) => `${kind} of side ${side}`,
  requests: (request: string) => `requests ${request}`,
  noneOf: (images: number) => `none of ${images} images matches`,
  wasOpened: (scan: string) => `scan ${scan} was opened`,
  isNewest: (scan: string, candidates: number) => `scan ${scan} is the newest of ${candidates}`,
  mainIsPanel: 'The main area of this mode is a panel',
});
