import { defineTexts } from '#foundation';

/** Fixed texts of faults for administrators, sent instead of the original messages. */
export const faultTexts = defineTexts('core.faults', {
  ofUndefined: 'A property of undefined',
  ofNull: 'A property of null',
  isUndefined: 'A value is undefined',
  isNull: 'A value is null',
  noFunction: 'What was called is not a function',
  noName: 'A name is not defined',
  notIterable: 'A value is not iterable',
  noClass: 'What was made is not a class',
  constant: 'What never changes was changed',
  endlessCalls: 'A call calls itself without end',
  memory: 'Memory',
  noTime: 'A time that does not exist',
  noFile: 'A missing file',
  network: 'The network',
  noJson: 'A text that is not JSON',
  drawing: 'A mistake in what React draws',
  endlessDrawing: 'Drawing without end',
  graphics: 'Graphics',
  unspecified: 'See the kind and the place',
});
