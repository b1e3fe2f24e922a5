import type { Translation } from '#foundation';
import type { presetTexts } from '../preset-texts.ts';

export const presets = {
  table: 'Voreinstellungen nach Einstellungsversion und Cup-Tiefe',
  create: 'Neue Voreinstellung',
  note: 'Ein Scan im Automatikmodus übernimmt bei der Vorbereitung die Voreinstellung seiner Cup-Tiefe. Manuelle Einstellungen ersetzen sie nur für diesen Scan. Werte, die von den Standardwerten abweichen, sind fett.',
  name: (cup: string, version: number) => `${cup}, Version ${version}`,
  columns: {
    cup: 'Cup',
    version: 'Version',
    frequency: 'Frequenz',
    focus: 'Fokus',
    depth: 'Tiefe',
    dynamicRange: 'Dynamik',
    filter: 'Filter',
    options: 'Optionen',
    use: 'Verwendung',
  },
  use: {
    preset: 'Von Scans verwendet',
    defaults: 'Standardwerte',
    otherCup: 'Unbenutzt: kein solcher Cup',
    otherVersion: 'Unbenutzte Version',
  },
  options: { compound: 'Compound', doubler: 'Doubler', withoutRf: 'ohne RF' },
  actions: {
    create: 'Voreinstellung anlegen',
    edit: 'Bearbeiten',
    delete: 'Löschen',
    of: (action: string, preset: string) => `${action}, ${preset}`,
    more: (preset: string) => `Weitere Aktionen für ${preset}`,
  },
  form: {
    create: 'Neue Voreinstellung',
    edit: (preset: string) => `Voreinstellung bearbeiten: ${preset}`,
    createButton: 'Anlegen',
    creating: 'Wird angelegt …',
    devSetSchemaVersion: 'Einstellungsversion',
    versionHelp: (version: number) => `Scans verwenden Version ${version}`,
    cupDepth: 'Cup-Tiefe (mm)',
    cupHelp: (depths: string) => `Cups des Scanners: ${depths}`,
    frequency: 'Frequenz (MHz)',
    focus: 'Fokus (mm)',
    depth: 'Tiefe (mm)',
    dynamicRange: 'Dynamikbereich (dB)',
    filterName: 'Filter',
    acquisitionMode: 'Rohdaten',
    modes: { RF: 'RF-Signal und Bild', BMODE: 'Nur Bild' },
    compound: 'Compound',
    doubler: 'Doubler',
    limits: (min: string, max: string, value: string) => `${min}–${max}, Standardwert ${value}`,
    on: 'ein',
    off: 'aus',
    defaultIs: (value: string) => `Standardwert: ${value}`,
    numberFrom: (min: string, max: string) => `Geben Sie eine Zahl von ${min} bis ${max} ein`,
    wholeNumberFrom: (min: string, max: string) =>
      `Geben Sie eine ganze Zahl von ${min} bis ${max} ein`,
    unused:
      'Kein Scan wird diese Voreinstellung verwenden: Der Scanner hat keinen Cup dieser Tiefe.',
    unusedVersion:
      'Kein Scan wird diese Voreinstellung verwenden: Scans verwenden eine andere Einstellungsversion.',
    effect:
      'Scans, die ab jetzt vorbereitet werden, verwenden diese Voreinstellung. Ein laufender Scan behält seine Einstellungen.',
  },
  feedback: {
    created: (preset: string) => `Die Voreinstellung ${preset} wurde angelegt`,
    saved: (preset: string) => `Die Voreinstellung ${preset} wurde gespeichert`,
    deleted: (preset: string) => `Die Voreinstellung ${preset} wurde gelöscht`,
    restored: (preset: string) => `Die Voreinstellung ${preset} wurde wiederhergestellt`,
    undo: 'Rückgängig',
  },
  errorMessages: {
    DuplicateDeviceSettings:
      'Für diese Version und Cup-Tiefe gibt es bereits eine Voreinstellung. Bearbeiten Sie diese.',
  },
} satisfies Translation<typeof presetTexts>;
