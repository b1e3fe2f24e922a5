import { defineTexts } from '#foundation';

/** Texts of the 3D view: volume, skin surface and camera. */
export const spaceTexts = defineTexts('space', {
  volume: {
    title: '3D',
    view: (scan: string) => `3D volume, ${scan}`,
    imageLabel: '3D volume; arrow keys rotate, plus and minus zoom, Home shows the front',
    coarse: (mm: number) => `reduced to ${mm} mm`,
    full: (mm: number) => `${mm} mm`,
    software: 'no graphics card: reduced resolution',
    loading: 'Loading the volume',
    preset: 'Tissue preset',
    presets: { tissue: 'Tissue', dark: 'Dark, cysts', bright: 'Bright' },
    planes: 'Planes',
    planesShown: { none: 'No planes', frames: 'Plane outlines', pictures: 'Plane images' },
    maximiseName: '3D volume',
  },
  surface: {
    title: '3D surface',
    view: (scan: string) => `Skin, nipple and lesions, ${scan}`,
    imageLabel: 'Skin, nipple and lesions; arrow keys rotate, a click on a lesion selects it',
    loading: 'Loading the skin surface',
    maximiseName: '3D surface',
    opacity: 'Skin',
    wireframe: 'Wireframe',
    export: 'Export',
    exportStl: 'Meshes as STL (mm)',
    exportObj: 'Meshes as OBJ (mm)',
    exportPng: 'Image as PNG',
    noSkin: 'This scan has no skin surface.',
    noSkinNext: {
      SCANNED:
        'The reconstruction finds the skin in the raw sweeps. Run it again, or rescan with full skin contact.',
      IMPORTED: 'This scan was imported without raw sweeps. Lesions are still shown.',
    },
    toVolume: 'Show the 3D volume',
    notLoaded: 'Could not load the skin surface',
    notLoadedNext: 'Try again. If it fails again, contact your administrator.',
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
    imageFailed: 'Could not save the image',
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
    left: 'from the patient’s left',
    right: 'from the patient’s right',
    head: 'from the head',
    feet: 'from the feet',
  },
  turnedBy: (from: string, degrees: number) => `${from}, rotated ${degrees}°`,
  reset: 'Reset view',
  resetKey: '0',
});
