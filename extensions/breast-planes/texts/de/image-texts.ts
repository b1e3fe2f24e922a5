import type { Translation } from '#foundation';
import type { imageTexts } from '../image-texts.ts';

const AGAIN_OR_ASK =
  'Versuchen Sie es erneut. Besteht der Fehler weiterhin, wenden Sie sich an die Administration.';

export const pictures = {
  volume: {
    notLoaded: 'Das Volumen konnte nicht geladen werden',
    next: AGAIN_OR_ASK,
    cacheFull: {
      title: 'drei andere Volumina sind geladen',
      detail: 'Höchstens drei Volumina sind in voller Auflösung geladen.',
      next: 'Klicken Sie in diese Ansicht, um es in voller Auflösung zu laden.',
    },
    closed: {
      title: 'Das Volumen wurde geschlossen, bevor es geladen war',
      detail: (scanId: string) => `Scan ${scanId}`,
      next: 'Öffnen Sie es erneut.',
    },
    aborted: { title: 'Das Laden des Volumens wurde abgebrochen', next: 'Öffnen Sie es erneut.' },
    empty: {
      title: 'Dieses Volumen hat keine Dateien',
      detail: 'Der Server nennt für dieses Volumen keine Auflösungsstufe.',
      next: 'Führen Sie die Rekonstruktion erneut aus.',
    },
  },
  drawing: {
    notLoaded: 'Die Bilddarstellung konnte nicht geladen werden',
    nextLoad: 'Prüfen Sie die Verbindung und versuchen Sie es erneut.',
    failed: 'Diese Ebene konnte nicht gezeichnet werden',
    noEngine: 'Die Bilddarstellung ist nicht verfügbar.',
    next: 'Schließen Sie andere Studien und versuchen Sie es erneut. Besteht der Fehler weiterhin, laden Sie die Seite neu.',
    slice: (plane: string, label: number | null) =>
      label === null ? `${plane}, Mitte` : `${plane}, Läsion ${label}`,
    noPlane: {
      title: 'Diese Ansicht zeigt keine Ebene',
      next: 'Wählen Sie ein Layout mit Ebenen und versuchen Sie es erneut.',
    },
    noWebGl: {
      title: 'Dieser Browser kann keine Volumina darstellen',
      detail: 'Die Ebenen brauchen WebGL 2, das in diesem Browser auf diesem Rechner fehlt.',
      next: 'Schalten Sie die Hardwarebeschleunigung im Browser ein, aktualisieren Sie den Grafiktreiber oder öffnen Sie die Studie an einem anderen Rechner.',
    },
  },
  plane: {
    unknown: 'Unbekannte Ebene',
    provided: (plane: string) => `Das Hängeprotokoll nennt die Ebene ${plane}.`,
    next: 'Verwenden Sie COR, TRA, SAG oder RAD.',
  },
  frames: {
    notListed: 'Die Rohbilder konnten nicht geladen werden',
    nextList: AGAIN_OR_ASK,
    notShown: 'Dieses Bild konnte nicht gezeigt werden',
    unknownFormat: 'Die Datei ist weder PNG noch JPEG noch NRRD.',
    noCanvas: 'Der Browser konnte keinen Speicher für die Bildpunkte belegen.',
    noNumber: (number: number) => `Der Scan hat kein Bild ${number}.`,
    elements: (type: string, axes: number) =>
      `Nicht unterstützte Daten: ${type} mit ${axes} Achsen.`,
    next: 'Gehen Sie zu einem anderen Bild. Wenn alle fehlschlagen, importieren oder scannen Sie erneut.',
  },
} satisfies Translation<typeof imageTexts>;
