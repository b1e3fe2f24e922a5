import { formatFixed, type Translation } from '#foundation';
import type { segmentTexts } from '../segment-texts.ts';

export const segment: Translation<typeof segmentTexts> = {
  title: 'KI-Segmentierung',
  layer: 'KI-Segmentierung (noch nicht übernommen)',
  storedLayer: (label) => `Maske der KI-Läsion ${label}`,
  note: (ml) => `KI-Segmentierung: Volumen ${ml} ml`,
  loading: 'Volumen wird geladen',
  running: 'Segmentierung läuft',
  storing: 'Läsion wird gespeichert',
  size: (lengths) => `${lengths.join(' × ')} mm`,
  volume: (ml) => `Volumen ${ml} ml`,
  hint: 'Ein Klick außerhalb der Kontur nimmt Gewebe hinzu, ein Klick innerhalb entfernt es. Ein neues Rechteck beginnt von vorn.',
  weak: (db) => `Nur ${formatFixed(db, 1)} dB Kontrast: Prüfen Sie den Rand in jeder Ebene.`,
  slices: (agreeing, slices) =>
    `Zusammengesetzt aus ${agreeing} von ${slices} Schichten, die das Netz umrandet hat.`,
  levels: 'An die Pegel in Dezibel angepasst.',
  fewSlices:
    'Weniger als zwei Drittel der Schichten stimmen überein: Prüfen Sie den Rand in jeder Ebene.',
  measuredSlices:
    'Das Netz wurde an öffentlichen 2D-Bildern anderer Geräte trainiert; in 3D wurde es nur an Computerphantomen gemessen. Prüfen Sie die Kontur, bevor Sie sie übernehmen.',
  border: 'Rand',
  shift: (db) =>
    db === 0 ? 'wie angepasst' : `${db > 0 ? '+' : '−'}${formatFixed(Math.abs(db), 1)} dB`,
  accept: 'Als Läsion übernehmen',
  undo: 'Klick rückgängig',
  discard: 'Verwerfen',
  cancel: 'Abbrechen',
  accepted: 'Die Segmentierung ist jetzt Ihre Läsion',
  undoAccept: 'Rückgängig',
  measured: 'Nur an Computerphantomen gemessen. Prüfen Sie die Kontur, bevor Sie sie übernehmen.',
  reasons: {
    hidden: 'Beenden Sie die erste Befundung, bevor Sie die KI-Segmentierung verwenden',
    notYourRole: 'Ihre Rolle kann keine KI-Läsionen anlegen',
    readsCase: 'In einem Fall einer Leserstudie ist die KI-Segmentierung nicht verfügbar',
    noMark: 'Wählen Sie zuerst eine Läsion mit Länge, Rechteck oder Ellipse',
  },
  failed: {
    title: 'Die Segmentierung ist fehlgeschlagen',
    next: 'Klicken Sie noch einmal, oder zeichnen Sie die Kontur mit dem Freihandwerkzeug.',
    closed: 'Das Volumen wurde geschlossen.',
    noPlanes: 'Die Erweiterung, die die Ebenen zeigt, läuft nicht.',
  },
  noContour: {
    title: 'Die Kontur passt nicht in das Volumen',
    detail: 'Eine Kontur fehlt in einer der Ebenen oder verlässt das Bild.',
    next: 'Korrigieren Sie die Kontur, oder zeichnen Sie sie mit dem Freihandwerkzeug.',
  },
};
