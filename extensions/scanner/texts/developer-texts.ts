import { defineTexts } from '#foundation';

/** Texts of developer mode: fault injection into a simulated scanner. */
export const developerTexts = defineTexts('scanner-developer', {
  open: 'Let the scanner fail',
  intro: 'A simulated scanner fails once, with an error of the catalogue, at a moment of its work.',
  code: 'Error',
  moment: 'Moment',
  moments: {
    prepare: 'While it prepares',
    transducer: 'In the transducer check',
    frame: 'Before a frame',
  },
  frame: 'Frames recorded before',
  inject: 'Let it fail',
  responses: {
    Accepted: 'The scanner will fail there.',
    DeveloperModeIsOff: 'Developer mode is off for the scan service.',
    DeviceCannotFail: 'This scanner is a real one: it does not fail on purpose.',
  },
  noResponse: {
    title: 'The scan service does not answer',
    detail: 'It said nothing to the fault that it was asked for.',
    next: 'See whether the scan service runs.',
  },
});
