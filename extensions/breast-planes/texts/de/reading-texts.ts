import { formatNumber, type Translation } from '#foundation';
import type { readingTexts } from '../reading-texts.ts';

export const reading = {
  findings: {
    label: 'Läsionen',
    none: 'Noch keine Läsionen.',
    noneDraw: (key: string | undefined) =>
      key === undefined
        ? 'Noch keine Läsionen.'
        : `Noch keine Läsionen. Zeichnen Sie eine Länge mit ${key}.`,
    allHidden: (count: number) =>
      count === 1
        ? 'Die einzige Läsion ist ausgeblendet.'
        : `Alle ${count} Läsionen sind ausgeblendet.`,
    draw: 'Länge zeichnen',
  },
  nipple: {
    click: {
      R: 'Klicken Sie auf die Mamille der rechten Brust',
      L: 'Klicken Sie auf die Mamille der linken Brust',
    },
    skip: 'Überspringen',
    set: 'Mamille gesetzt',
    notYourRole: 'Ihre Rolle kann die Mamille nicht setzen',
    openScan: 'Öffnen Sie diesen Scan, um seine Mamille zu setzen',
  },
  plane: {
    view: (plane: string, scan: string) => `Ebene ${plane}, ${scan}`,
    imageLabel: (plane: string) => `Bild ${plane}; Pfeiltasten gehen durch die Schichten`,
    position: (plane: string) => `Position ${plane}`,
    noPosition: 'Ungültige Position',
    notOfPlane: (typed: string, examples: string) =>
      `„${typed}“ ist keine Position dieser Ebene. Geben Sie ${examples}.`,
    slice: 'Schicht',
    sliceOf: (mm: number) => `Schicht ${formatNumber(mm)} mm`,
    showAll: 'Alle Ansichten zeigen',
    maximise: (plane: string) => `${plane} maximieren`,
    assumed: 'Ausrichtung angenommen',
    loading: 'Volumen wird geladen',
    graphicsLost:
      'Die Grafikkarte wurde zurückgesetzt. Dieses Bild ist veraltet und wird von selbst aktualisiert.',
    coarseOnly: (reason: string) => `Verringerte Auflösung: ${reason}.`,
    again: 'Wiederholen',
  },
  raw: {
    title: 'Rohbilder',
    view: (scan: string) => `Rohbilder, ${scan}`,
    none: 'Dieser Scan hat keine Rohbilder.',
    play: 'Abspielen',
    pause: 'Pause',
    playKey: 'Leertaste',
    frame: 'Bild',
    central: 'Zentral',
    peripheral: 'Peripher',
    counted: (name: string, at: number, of: number) => `${name} ${at} von ${of}`,
    noSize: ' · Maßstab unbekannt',
    maximise: 'Rohbilder',
    imageLabel: 'Rohbild; die Leertaste spielt ab, Komma und Punkt gehen schrittweise',
  },
  readout: {
    outside: 'Außerhalb des Bildes',
    point: 'Zeigen Sie auf eine Ebene, um die Position zu sehen',
    scale: (slice: string, pxPerMm: string) => `${slice} · ${pxPerMm} px/mm`,
    depth: (scale: string, reference: string) => `${scale} · Tiefe ab ${reference}`,
  },
} satisfies Translation<typeof readingTexts>;
