import type { Translation } from '#foundation';
import type { noteTexts } from '../note-texts.ts';

export const notes = {
  title: 'Notizen',
  loading: 'Notizen werden geladen',
  empty: 'Noch keine Notizen.',
  newNote: 'Neue Notiz',
  add: 'Notiz hinzufügen',
  adding: 'Wird hinzugefügt …',
  edit: (when: string) => `Notiz vom ${when} bearbeiten`,
  remove: (when: string) => `Notiz vom ${when} löschen`,
  text: 'Notiz',
  save: 'Notiz speichern',
  saving: 'Wird gespeichert …',
  cancel: 'Abbrechen',
  by: (who: string, when: string) => `${who}, ${when}`,
  changed: (who: string, when: string) => `bearbeitet von ${who}, ${when}`,
  conflict: (who: string, text: string) =>
    `${who} hat diese Notiz geändert in „${text}“. Speichern Sie erneut, um sie durch Ihre zu ersetzen.`,
  deleted: 'Notiz gelöscht',
  undo: 'Rückgängig',
  deletionUncertain:
    'Ihre Sitzung endete, während eine Notiz gelöscht wurde. Prüfen Sie, ob sie noch existiert.',
  more: 'Ältere Notizen anzeigen',
} satisfies Translation<typeof noteTexts>;
