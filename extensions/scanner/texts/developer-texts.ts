import { defineTexts } from '#foundation';

/** Texts of developer mode: fault injection into a simulated scanner. */
export const developerTexts = defineTexts('scanner-developer', {
  open: 'Simulate a scanner error',
  intro: 'The simulated scanner reports the selected error once, at the selected moment.',
  code: 'Error',
  moment: 'When',
  moments: {
    prepare: 'During preparation',
    transducer: 'During the transducer check',
    frame: 'Before a frame',
  },
  frame: 'Frames recorded before the error',
  inject: 'Simulate error',
  responses: {
    Accepted: 'The scanner will report the error at this moment.',
    DeveloperModeIsOff: 'Developer mode is off in the scan service.',
    DeviceCannotFail: 'This scanner is not simulated and can’t simulate errors.',
    FramePassed: 'This frame is already recorded. Enter a later frame.',
    NoSuchFrame: 'The scan has no such frame. Enter an earlier frame.',
  },
  noResponse: {
    title: 'The scan service does not respond',
    detail: 'It did not confirm the simulated error.',
    next: 'Check that the scan service is running.',
  },
});
