import { formatNumber, type Translation } from '#foundation';
import type { spaceTexts } from '../space-texts.ts';

export const space = {
  volume: {
    title: '3D',
    view: (scan: string) => `3D-Volumen, ${scan}`,
    imageLabel:
      '3D-Volumen; Pfeiltasten drehen, Plus und Minus zoomen, Pos1 zeigt die Vorderansicht',
    coarse: (mm: number) => `verringert auf ${formatNumber(mm)} mm`,
    full: (mm: number) => `${formatNumber(mm)} mm`,
    software: 'keine Grafikkarte: verringerte Auflösung',
    loading: 'Volumen wird geladen',
    preset: 'Gewebedarstellung',
    presets: { tissue: 'Gewebe', dark: 'Dunkel, Zysten', bright: 'Hell' },
    planes: 'Ebenen',
    planesShown: {
      none: 'Keine Ebenen',
      frames: 'Umrisse der Ebenen',
      pictures: 'Bilder der Ebenen',
    },
    maximiseName: '3D-Volumen',
  },
  surface: {
    title: '3D-Oberfläche',
    view: (scan: string) => `Haut, Mamille und Läsionen, ${scan}`,
    imageLabel: 'Haut, Mamille und Läsionen; Pfeiltasten drehen, ein Klick wählt eine Läsion',
    loading: 'Hautoberfläche wird geladen',
    maximiseName: '3D-Oberfläche',
    opacity: 'Haut',
    wireframe: 'Drahtgitter',
    export: 'Exportieren',
    exportStl: 'Netze als STL (mm)',
    exportObj: 'Netze als OBJ (mm)',
    exportPng: 'Bild als PNG',
    noSkin: 'Dieser Scan hat keine Hautoberfläche.',
    noSkinNext: {
      SCANNED:
        'Die Rekonstruktion findet die Haut in den Rohdaten. Führen Sie sie erneut aus, oder scannen Sie mit vollem Hautkontakt.',
      IMPORTED: 'Dieser Scan wurde ohne Rohdaten importiert. Läsionen werden trotzdem gezeigt.',
    },
    toVolume: '3D-Volumen zeigen',
    notLoaded: 'Die Hautoberfläche konnte nicht geladen werden',
    notLoadedNext:
      'Versuchen Sie es erneut. Besteht der Fehler weiterhin, wenden Sie sich an die Administration.',
    skinWidth: (mm: number) => `Haut ${formatNumber(mm)} mm breit`,
    lesions: (count: number) => (count === 1 ? '1 Läsion' : `${count} Läsionen`),
    lesion: (label: number) => `Läsion ${label}`,
    unmeasured: (label: number) => `Läsion ${label}, nicht gemessen`,
    file: {
      title: (side: string, label: string, id: string) => `side ${side} scan ${label} ${id}`,
      stl: (title: string) => `Clockface mm LPS ${title}`,
      obj: (title: string) => `# Clockface ${title}`,
      objUnits: '# Millimetres; x to the left, y posterior, z to the head (LPS)',
    },
    imageFailed: 'Das Bild konnte nicht gespeichert werden',
    imageFailedNext: 'Versuchen Sie es erneut.',
  },
  cameraPresets: {
    front: 'Vorn',
    left: 'Linke Seite',
    right: 'Rechte Seite',
    head: 'Vom Kopf',
    feet: 'Von den Füßen',
  },
  cameraPresetKeys: { front: 'Pos1', left: ']', right: '[', head: 'Bild ↑', feet: 'Bild ↓' },
  viewedFrom: {
    front: 'von vorn',
    left: 'von der linken Seite der Patientin',
    right: 'von der rechten Seite der Patientin',
    head: 'vom Kopf',
    feet: 'von den Füßen',
  },
  turnedBy: (from: string, degrees: number) => `${from}, um ${degrees}° gedreht`,
  reset: 'Ansicht zurücksetzen',
  resetKey: '0',
} satisfies Translation<typeof spaceTexts>;
