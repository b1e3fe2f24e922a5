import { defineTexts } from '#foundation';

/** Texts of the preferences, mostly about shortcuts. */
export const preferenceTexts = defineTexts('preferences', {
  title: 'Preferences',
  intro: 'Your preferences apply wherever you sign in.',
  display: {
    title: 'Display',
    dim: 'Dim everything around the images',
    dimHelp: 'For dark rooms: bars, tools and panels are dimmed to 40 % brightness.',
  },
  language: {
    title: 'Language',
    label: 'Language of texts, dates and numbers',
    help: 'A change reloads the page. Unsaved form entries are kept.',
  },
  keys: {
    title: 'Keyboard shortcuts',
    characters: 'Single-character shortcuts',
    charactersHelp:
      'When off, single letters, digits and symbols do nothing. Switch off if you dictate or press keys by accident.',
    search: 'Search commands and shortcuts',
    none: 'No commands match.',
    columns: { command: 'Command', key: 'Shortcut', standard: 'Default' },
    group: (title: string) => `Shortcuts: ${title}`,
    noKey: 'none',
    off: 'switched off',
    change: (title: string) => `Change shortcut of ${title}`,
    changeLabel: 'Change',
    reset: (title: string) => `Restore default shortcut of ${title}`,
    remove: (title: string) => `Remove shortcut of ${title}`,
    resetAll: 'Reset all shortcuts',
    resetAllTitle: 'Reset all shortcuts?',
    resetAllText: 'All commands get their default shortcuts. Your changes are deleted.',
  },
  recorder: {
    title: (command: string) => `New shortcut for ${command}`,
    press: 'Press the new shortcut.',
    pressed: 'Pressed',
    nothingPressed: 'nothing yet',
    cancel: 'Cancel',
    save: 'Use shortcut',
    same: 'The command already has this shortcut.',
    characterOff:
      'Single-character shortcuts are switched off. This shortcut works only when they are on.',
    conflict: (key: string, other: string) => `${key} is the shortcut of “${other}”.`,
    take: (other: string) => `Reassign from “${other}”`,
    rejected: {
      browser: (key: string) => `${key} is reserved for the browser or the system.`,
      navigation: (key: string) => `${key} is reserved for moving around the page.`,
    },
  },
});
