import { defineTexts } from '#foundation';

/** Texts of the 3D view: volume, skin surface and camera. */
export const spaceTexts = defineTexts('space', {
  volume: {
    title: '3D',
    view: (scan: string) => `Volume in space, ${scan}`,
    imageLabel: 'Volume in space; arrow keys turn it, plus and minus zoom, Home faces the patient',
    coarse: (mm: number) => `coarse ${mm} mm`,
    full: (mm: number) => `${mm} mm`,
    software: 'drawn without a graphics card: coarse',
    loading: 'Loading the volume',
    preset: 'What is shown',
    presets: { tissue: 'Tissue', dark: 'Dark, cysts', bright: 'Bright' },
    planes: 'Planes',
    planesShown: { none: 'No planes', frames: 'Plane frames', pictures: 'Plane pictures' },
    maximise: 'the volume in space',
  },
  surface: {
    title: '3D surface',
    view: (scan: string) => `Skin, nipple and lesions, ${scan}`,
    imageLabel: 'Skin, nipple and lesions; arrow keys turn them, a click on a lesion selects it',
    loading: 'Loading the skin',
    maximise: 'the surface',
    opacity: 'Skin',
    wireframe: 'Skin as a net',
    export: 'Export',
    exportStl: 'Meshes as STL, millimetres',
    exportObj: 'Meshes as OBJ, millimetres',
    exportPng: 'Picture as PNG',
    noSkin: 'This scan has no skin surface.',
    noSkinNext: {
      SCANNED:
        'The reconstruction finds the skin in the raw sweeps. Run it again, or rescan with contact all round.',
      IMPORTED:
        'It was imported, and only scans with raw sweeps have one. Lesions are shown all the same.',
    },
    toVolume: 'Look at the volume in 3D',
    notListed: 'The skin surface could not be looked up',
    notListedNext: 'Try again; if it stays, tell your administrator.',
    skinWidth: (mm: number) => `skin ${mm} mm across`,
    lesions: (count: number) => (count === 1 ? '1 lesion' : `${count} lesions`),
    lesion: (label: number) => `Finding ${label}`,
    unmeasured: (label: number) => `Finding ${label}, not measured`,
    /** Header texts of exported files; contain no patient data. */
    file: {
      title: (side: string, label: string, id: string) => `side ${side} scan ${label} ${id}`,
      stl: (title: string) => `Clockface mm LPS ${title}`,
      obj: (title: string) => `# Clockface ${title}`,
      objUnits: '# Millimetres; x to the left, y posterior, z to the head (LPS)',
    },
    imageFailed: 'The picture could not be made',
    imageFailedNext: 'Try again.',
  },
  cameraPresets: {
    front: 'Front',
    left: 'Left side',
    right: 'Right side',
    head: 'From the head',
    feet: 'From the feet',
  },
  cameraPresetKeys: { front: 'Home', left: ']', right: '[', head: 'PgUp', feet: 'PgDn' },
  /** Camera preset as text. */
  viewedFrom: {
    front: 'from the front',
    left: "from the patient's left",
    right: "from the patient's right",
    head: 'from the head',
    feet: 'from the feet',
  },
  turnedBy: (from: string, degrees: number) => `${from}, ${degrees}° off`,
  reset: 'Show all again',
  resetKey: '0',
});
