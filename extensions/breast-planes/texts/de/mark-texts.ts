import { formatFixed, type Translation } from '#foundation';
import type { markTexts } from '../mark-texts.ts';

const SIDES = { L: 'der linken Brust', R: 'der rechten Brust' };

export const marks = {
  length: (mm: number) => `${formatFixed(mm, 1)} mm`,
  area: (mm2: number) => `${formatFixed(mm2, 1)} mm²`,
  size: (widthMm: number, heightMm: number) =>
    `${formatFixed(widthMm, 1)} × ${formatFixed(heightMm, 1)} mm`,
  notYourRole: 'Ihre Rolle kann Läsionen ansehen, aber nicht bearbeiten',
  openScan: 'Öffnen Sie diesen Scan, um Markierungen zu zeichnen',
  earlier: (day: string) =>
    `Diese Markierung gehört zur Voruntersuchung vom ${day}. Öffnen Sie die Voruntersuchung, um sie zu ändern, oder zeichnen Sie im aktuellen Scan.`,
  earlierSigned: (who: string, day: string) =>
    `Diese Markierung gehört zur Voruntersuchung vom ${day}, signiert von ${who}, und kann nicht geändert werden. Zeichnen Sie im aktuellen Scan.`,
  aiFinding: 'Klicken Sie mit der rechten Maustaste auf die KI-Läsion, um sie zu bearbeiten',
  planeMoved:
    'Die Markierung wird nicht gespeichert: Die Ebene wurde bewegt, bevor sie fertig war.',
  source: {
    invalid: 'Ungültige Zeichnung. Ungültige Quelle.',
    undefined: 'Die Quelle ist nicht definiert.',
    unmapped: 'Keine Zuordnung für die Quelle.',
    empty: 'Messdaten fehlen.',
  },
  because: {
    noScale: 'Das Bild hat keinen Maßstab in Millimetern.',
    noLocation: 'Das Bild hat keinen Ort in der Brust.',
    noTool: (tool: string) => `Unbekanntes Zeichenwerkzeug: ${tool}.`,
    noPlane: 'In dieser Ebene können keine Markierungen gespeichert werden.',
    nothingDrawn: 'Es wurde nichts gezeichnet. Setzen Sie die Punkte weiter auseinander.',
    outside: 'Die Markierung liegt außerhalb des Bildes. Zeichnen Sie im Gewebe.',
    noText: 'Geben Sie den Text der Markierung ein oder drücken Sie Esc.',
  },
  clamped: 'Ein Punkt lag außerhalb des Bildes. Er wurde an den Bildrand gesetzt.',
  outlineSaved:
    'Der Umriss wurde geschlossen und gespeichert, weil die Ansicht ein anderes Bild zeigt.',
  noImage:
    'Die Markierung kann nicht gespeichert werden, solange das Bild lädt. Warten Sie und zeichnen Sie erneut.',
  join: {
    into: (label: number) => `zu Läsion ${label}`,
    apartFrom: (label: number) => `nicht zu Läsion ${label}`,
    joined: (label: number) => `Zu Läsion ${label} hinzugefügt`,
    separate: 'Abtrennen',
    noneSelected:
      'In diesem Scan ist keine Läsion gewählt. Wählen Sie die Läsion, zu der die Markierung gehört, oder zeichnen Sie ohne Umschalttaste.',
    findingDeleted: 'Die Läsion wurde gelöscht. Die Markierung wurde als neue Läsion gespeichert.',
    otherScan: (label: number, side: 'L' | 'R' | null) =>
      `Läsion ${label} liegt in ${side === null ? 'einem anderen Scan' : SIDES[side]}. Eine Markierung in diesem Scan kann ihr nicht hinzugefügt werden.`,
  },
  toolFailed: {
    title: (id: string) => `Das Werkzeug ${id} ist fehlgeschlagen`,
    next: 'Seine Markierungen erscheinen als eingebaute Markierungen. Wenden Sie sich an die Betreuung der Erweiterung.',
  },
  entry: 'Text der Markierung',
  menu: {
    label: (finding: number) => `Läsion ${finding}`,
    group: 'Mit anderer Läsion gruppieren …',
    ungroup: 'Gruppierung aufheben',
    separate: 'Markierung abtrennen',
    representative: 'Zur repräsentativen Markierung machen',
    add: 'Markierungen zur Läsion hinzufügen',
    note: 'Läsion bearbeiten …',
    hide: 'Läsion ausblenden',
    deleteMark: 'Markierung löschen',
    deleteFinding: 'Läsion löschen',
    editAi: 'Kopie dieser KI-Läsion bearbeiten',
    acceptAi: 'Diese KI-Läsion übernehmen',
    rejectAi: 'Diese KI-Läsion ablehnen …',
    earlier: (finding: number, day: string) => `Läsion ${finding}, Voruntersuchung ${day}`,
    openEarlier: 'Diese Voruntersuchung öffnen',
    onlyOne: 'keine andere Läsion einer Person',
    singleMark: 'nur eine Markierung',
    isRepresentative: 'bereits repräsentativ',
    off: 'an diesem Standort ausgeschaltet',
    notYourRole: 'Ihrer Rolle nicht erlaubt',
    signed: (who: string, day: string) => `signiert von ${who} am ${day}`,
    ofEarlier: (day: string) => `Voruntersuchung ${day}`,
    withReason: (entry: string, reason: string) => `${entry} (${reason})`,
  },
} satisfies Translation<typeof markTexts>;
