import { defineTexts } from '#foundation';

/** Runs of finding providers. */
export const providerTexts = defineTexts('provider', {
  unknown: {
    title: (id: string) => `No finding provider has the id ${id}`,
    detail: 'The extension is missing, switched off, or failed to start.',
    next: 'Check the extensions on the administration page.',
  },
  busy: {
    title: (id: string) => `${id} already analyses an image`,
    detail: 'One provider runs at a time, because a volume needs much memory.',
    next: 'Wait for the end of the other analysis, or cancel it.',
  },
  noReader: {
    title: (id: string) => `${id} can’t read the image`,
    detail: 'No running extension opens volumes and images.',
    next: 'Open the scan for reading, then try again.',
  },
  noFrame: {
    title: (id: string) => `${id} needs a shown image`,
    detail: 'The model analyses one image with a known size in millimetres.',
    next: 'Show a raw frame or an imported image of the scan, then try again.',
  },
  rangeUnknown: {
    title: (id: string) => `${id} needs the dynamic range of the image`,
    detail: 'The file of the volume does not contain the range in dB, as most imported files.',
    next: 'Use a volume from the scanner, or another model.',
  },
  tooSlow: {
    title: (id: string) => `${id} took too long`,
    detail: (seconds: number) => `The analysis was ended after ${seconds} s. Nothing was stored.`,
    next: 'Try again. If this repeats, contact the maintainer of the extension.',
  },
  failed: {
    title: (id: string) => `The analysis by ${id} failed`,
    detail: (reason: string) => `${reason}. Nothing was stored.`,
    next: 'Contact the maintainer of the extension. The rest of the workstation still works.',
  },
  reasons: {
    invalidMessage: 'The worker sent an invalid message',
    workerError: 'The worker crashed or could not be loaded',
    noDigest: 'The browser verifies weights only on a page with HTTPS',
    noModule: 'The worker is not a module of a third-party extension',
  },
  weightsDiffer: {
    title: (id: string) => `The weights of ${id} are not those of its manifest`,
    detail: (actual: string, expected: string) =>
      `Their SHA-256 is ${actual}, the manifest states ${expected}. Nothing was analysed.`,
    next: 'Contact the maintainer of the extension.',
  },
  flooded: {
    title: (id: string) => `${id} sent too many messages`,
    detail: 'The analysis was ended. Nothing was stored.',
    next: 'Contact the maintainer of the extension.',
  },
  cancelled: {
    title: (id: string) => `The analysis by ${id} was cancelled`,
    detail: 'Nothing was stored.',
    next: 'Start the analysis again if you need it.',
  },
});
