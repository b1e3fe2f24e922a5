import { defineTexts } from '#foundation';

/** Fixed texts of faults for administrators, sent instead of the original messages. */
export const faultTexts = defineTexts('core.faults', {
  ofExtension: (id: string, fault: string) => `Extension ${id}: ${fault}`,
  ofUndefined: 'Access to a property of undefined',
  ofNull: 'Access to a property of null',
  isUndefined: 'A value is undefined',
  isNull: 'A value is null',
  noFunction: 'A called value is not a function',
  noName: 'An identifier is not defined',
  notIterable: 'A value is not iterable',
  noClass: 'A constructed value is not a class',
  constant: 'A constant was assigned a value',
  endlessCalls: 'Endless recursion',
  memory: 'Out of memory',
  noTime: 'Invalid date or time',
  noFile: 'A program file could not be loaded',
  network: 'Network error',
  noJson: 'Invalid JSON',
  drawing: 'React rendering error',
  endlessDrawing: 'Endless rendering',
  graphics: 'Graphics error',
  unspecified: 'See type and stack trace',
});
