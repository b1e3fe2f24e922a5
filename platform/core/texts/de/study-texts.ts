import { plural, type Translation } from '#foundation';
import type { studyTexts } from '../study-texts.ts';

export const studyDocument = {
  restored: (edits: number) =>
    `${plural(edits, 'nicht gespeicherte Änderung', 'nicht gespeicherte Änderungen')} wiederhergestellt`,
  noScan: {
    title: 'Kein Scan ist geöffnet',
    detail: 'Läsionen können nur in einem geöffneten Scan bearbeitet werden.',
    next: 'Öffnen Sie zuerst eine Studie.',
  },
  foreignScan: {
    title: 'Dieser Scan gehört nicht zur Studie',
    detail: (scans: number, id: string) =>
      `Die Studie hat ${scans} Scans, keinen mit der Kennung ${id}.`,
    next: 'Öffnen Sie die Studie erneut aus der Liste.',
  },
  mayNotEdit: {
    title: 'Ihre Rolle kann Läsionen nicht bearbeiten',
    detail: 'Die Berechtigung ANTN_CREATE fehlt.',
    next: 'Bitten Sie die Administration um diese Berechtigung.',
  },
  conflict: {
    title: 'Eine andere Person hat diese Läsion geändert',
    detail: 'Die Fassung auf dem Server ist neuer als die, die Sie bearbeitet haben.',
    next: 'Die andere Fassung wird angezeigt. Sie können sie durch Ihre ersetzen.',
  },
  noFinding: {
    title: 'Diese Läsion gibt es nicht mehr',
    detail: 'Sie wurde hier oder von einer anderen Person gelöscht.',
    next: 'Wählen Sie eine andere Läsion.',
  },
  notUserFinding: {
    title: 'Läsionen der KI können nicht geändert werden',
    detail: 'Das Original bleibt unverändert.',
    next: 'Klicken Sie mit der rechten Maustaste auf die Läsion, um eine Kopie zu bearbeiten.',
  },
  notAiFinding: {
    title: 'Diese Läsion ist nicht von der KI',
    detail: 'Nur Läsionen der KI werden zum Bearbeiten kopiert.',
    next: 'Bearbeiten Sie die Läsion selbst.',
  },
  notSaved: {
    title: 'Die Läsionen sind noch nicht gespeichert',
    detail: 'Zum Gruppieren und Trennen braucht der Server die letzten Änderungen.',
    next: 'Warten Sie, bis alle Änderungen gespeichert sind, und versuchen Sie es erneut.',
  },
  noteTooLong: {
    title: 'Die Notiz ist zu lang',
    detail: 'Eine Notiz kann höchstens 10 000 Zeichen haben.',
    next: 'Kürzen Sie die Notiz.',
  },
  invalidSize: {
    title: 'Ungültige Größe der Läsion',
    detail: 'Größen müssen über 0 liegen und dürfen höchstens 500 mm betragen.',
    next: 'Geben Sie eine Größe in mm ein, oder leeren Sie das Feld, um die gemessene zu verwenden.',
  },
  onlyMark: {
    title: 'Einzige Markierung der Läsion',
    detail: 'Die Läsion hat keine andere Markierung.',
    next: 'Löschen oder verschieben Sie die Markierung stattdessen.',
  },
  noMark: {
    title: 'Diese Markierung gehört nicht zur Läsion',
    detail: (finding: string, mark: string) => `Läsion ${finding} hat keine Markierung ${mark}.`,
    next: 'Zeichnen Sie die Markierung erneut.',
  },
  stillGrouping: {
    title: 'Läsionen werden gerade gruppiert',
    detail: 'Der Server hat noch nicht geantwortet.',
    next: 'Versuchen Sie es gleich erneut.',
  },
  changedSince: {
    title: 'Inzwischen gab es eine weitere Änderung',
    detail: 'Nur die letzte Änderung in einem Scan kann rückgängig gemacht werden.',
    next: 'Drücken Sie Strg + Z, um schrittweise rückgängig zu machen.',
  },
  nippleMoved: {
    title: 'Eine andere Person hat inzwischen die Mamille gesetzt',
    detail: 'Die neuere Position bleibt erhalten.',
    next: 'Prüfen Sie die Position. Ist sie falsch, setzen Sie die Mamille erneut.',
  },
  nothingToUndo: {
    title: 'Nichts rückgängig zu machen',
    detail: 'Seit dem Öffnen dieser Scans gab es keine Änderungen.',
    next: 'Sie müssen nichts tun.',
  },
  nothingToRedo: {
    title: 'Nichts zu wiederholen',
    detail: 'Es wurde nichts rückgängig gemacht.',
    next: 'Sie müssen nichts tun.',
  },
} satisfies Translation<typeof studyTexts>;
