import { formatNumber, type Translation } from '#foundation';
import type { viewTexts } from '../view-texts.ts';

export const readingViews = {
  layouts: {
    label: 'Layouts',
    notNow: (title: string, reason: string) => `${title}: ${reason}`,
    withKey: (title: string, key: string) => `${title} (${key})`,
    more: (shown: string | null) =>
      shown === null ? 'Weitere Layouts' : `Weitere Layouts; gezeigt: ${shown}`,
    unknown: (input: string) => `Unbekanntes Layout: ${input}`,
    imagesLoading: 'Die Bilder werden noch geladen',
    invalid: (input: string) =>
      `'id' muss ein Layout nennen oder 'nth' eine Zahl von 1 bis 9 sein, erhalten: ${input}.`,
  },
  overlay: {
    invalid: {
      title: 'Eine Erweiterung hat eine ungültige Überlagerung hinzugefügt',
      detail: (field: string) => `Das Feld '${field}' ist nicht gültig.`,
      next: 'Melden Sie dies an die Autoren der Erweiterung.',
    },
  },
  both: {
    right: 'Rechts',
    left: 'Links',
    plane: (plane: string, scan: string) => `${plane} · ${scan}`,
  },
  prior: {
    label: (prior: string) => `${prior}: früheren Scan wählen`,
    of: (day: string) => `Voruntersuchung ${day}`,
    entry: (day: string, scan: string) => `${day} · ${scan}`,
    invalid: (input: string) =>
      `'scanId' muss einen früheren Scan dieser Seite nennen, erhalten: ${input}.`,
  },
  link: {
    on: 'Kopplung der Scans lösen',
    off: 'Scans koppeln',
    nippleOf: {
      current: 'Nicht gekoppelt: Setzen Sie zuerst die Mamille dieses Scans',
      prior: 'Nicht gekoppelt: Öffnen Sie die Voruntersuchung und setzen Sie deren Mamille',
      both: 'Nicht gekoppelt: Setzen Sie die Mamille in beiden Scans',
    },
    sizes: (current: string, prior: string) =>
      `Nicht gekoppelt: Die Volumina sind verschieden groß (${current} und ${prior} Voxel)`,
    ends: 'Dieses Volumen endet hier; der gekoppelte Scan geht weiter',
  },
  slab: {
    label: 'Schichtdicke',
    open: (slab: string, plane: string) => `${slab}: Schichtdicke, Cine und Zoom von ${plane}`,
    kinds: { mean: 'Mittel', mip: 'MIP', minip: 'MinIP' },
    summary: (mm: number, kind: string) => `Schicht ${formatNumber(mm)} mm ${kind}`,
    kindNames: { mean: 'Mittel', mip: 'MIP', minip: 'MinIP' },
    thickness: 'Dicke',
    none: 'Diese Ansicht hat keine Schichtdicke',
    invalid: (input: string) =>
      `'kind' muss mean, mip, minip oder next sein, 'mm' und 'byMm' Zahlen, erhalten: ${input}.`,
  },
  cine: {
    play: (plane: string) => `${plane} abspielen`,
    stop: (plane: string) => `${plane} anhalten`,
    speed: 'Tempo',
    perSecond: 'Schichten/s',
    pingPong: 'Hin und zurück',
    from: 'Hier beginnen',
    to: 'Hier enden',
    fullRange: 'Gesamter Bereich',
    range: (from: string, to: string) => `Spielt von ${from} bis ${to}`,
    all: 'Spielt den gesamten Bereich',
  },
  zoom: {
    fit: 'Einpassen',
    toFit: 'Auf Ansicht einpassen',
    trueSize: 'Originalgröße',
    voxels: '1:1',
    scale: 'Maßstab',
    pxPerMm: 'px/mm',
    invalid: (input: string) =>
      `'to' muss 'true-size', 'voxels' oder eine Zahl von Pixeln je Millimeter sein, erhalten: ${input}.`,
  },
  adjust: {
    open: (plane: string) => `Bild anpassen: ${plane}`,
    changed: (plane: string) => `Bild anpassen: ${plane} (geändert)`,
    amounts: {
      brightness: 'Helligkeit',
      contrast: 'Kontrast',
      nearGain: 'Verstärkung nah',
      midGain: 'Verstärkung mittel',
      farGain: 'Verstärkung fern',
    },
    field: (amount: string) => `Wert für ${amount}`,
    invert: 'Invertieren',
    invertPlane: (plane: string) => `Bild invertieren: ${plane}`,
    reset: 'Zurücksetzen',
    toAll: 'Auf alle Ansichten anwenden',
    done: 'Fertig',
    escape: 'Esc verwirft',
    none: 'Diese Ansicht hat keine Bildanpassung',
    presets: 'Vorgaben',
    presetNames: { plain: 'Neutral', soft: 'Weich', hard: 'Hart', bright: 'Hell', deep: 'Tief' },
    invalid: (count: number, input: string) =>
      `'preset' muss eine Zahl von 1 bis ${count} sein, erhalten: ${input}.`,
  },
  image: {
    label: 'Bild speichern',
    marked: 'Mit Markierungen',
    clean: 'Ohne Markierungen',
    file: (parts: readonly string[]) => `${parts.join('-')}.png`,
    subject: {
      accession: (accessionNumber: string) => `Accession-Nummer ${accessionNumber}`,
      alias: (studyId: string) => `Studie ${studyId.slice(-6).toUpperCase()}`,
    },
    cross: (location: string) => `Kreuz: ${location}`,
    finding: (number: string, details: string) => `Läsion ${number}: ${details}`,
    saved: 'Bild gespeichert',
    none: 'Das Bild dieser Ansicht kann nicht gespeichert werden',
    loading: {
      title: 'Das Bild konnte nicht gespeichert werden',
      detail: 'Sein Volumen ist nicht in voller Auflösung geladen.',
      next: 'Klicken Sie in die Ansicht und speichern Sie erneut, wenn das Bild geladen ist.',
    },
    tooLarge: {
      title: 'Das Bild ist zu groß zum Speichern',
      detail: (pxPerMm: number, sizePx: string, maxPx: number) =>
        `Bei ${pxPerMm} Pixeln pro mm hat es ${sizePx} Pixel. Möglich sind ${maxPx} × ${maxPx}.`,
      next: 'Speichern Sie eine andere Ebene oder importieren Sie das Volumen mit kleinerem Bildfeld.',
    },
    invalid: (input: string) => `'clean' muss true oder false sein, erhalten: ${input}.`,
  },
  ring: 'Ring ziehen, um die radiäre Ebene zu drehen',
  ringName: 'Uhrzeitring: Winkel der radiären Ebene',
  lineOf: (plane: string) => `Linie ${plane}`,
} satisfies Translation<typeof viewTexts>;
