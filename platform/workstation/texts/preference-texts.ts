import { defineTexts } from '#foundation';

/** Texts of the preferences, mostly about shortcuts. */
export const preferenceTexts = defineTexts('preferences', {
  title: 'Preferences',
  intro: 'They are yours alone and hold wherever you sign in.',
  display: {
    title: 'Display',
    dim: 'Dim the frame around the pictures',
    dimHelp: 'For a dark room: bar, tools and panels go down to 40 % of their brightness.',
  },
  keys: {
    title: 'Keys',
    characters: 'Single-character keys',
    charactersHelp:
      'Off: letters, digits and signs do nothing by themselves. For those who dictate, or press keys by accident.',
    search: 'Search commands and keys',
    none: 'No command fits.',
    columns: { command: 'Command', key: 'Key', standard: 'Standard key' },
    group: (title: string) => `Keys: ${title}`,
    noKey: 'no key',
    off: 'switched off',
    change: (title: string) => `Change the key of ${title}`,
    changeLabel: 'Change',
    reset: (title: string) => `Back to the standard key of ${title}`,
    remove: (title: string) => `Take the key from ${title}`,
    resetAll: 'Reset all keys',
    resetAllTitle: 'Reset all keys?',
    resetAllText: 'Every command gets its standard key back; yours are forgotten.',
  },
  recorder: {
    title: (command: string) => `New key for ${command}`,
    press: 'Press the keys that it shall have.',
    pressed: 'Pressed',
    nothingPressed: 'nothing yet',
    cancel: 'Cancel',
    save: 'Use this key',
    same: 'It has this key already.',
    characterOff:
      'Single-character keys are switched off; this one will do nothing until they are on.',
    conflict: (key: string, other: string) => `${key} is the key of “${other}”.`,
    take: (other: string) => `Take it from “${other}”`,
    rejected: {
      browser: (key: string) => `${key} belongs to the browser or the system.`,
      navigation: (key: string) => `${key} is needed to move about on the page.`,
    },
  },
});
