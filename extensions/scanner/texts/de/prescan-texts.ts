import type { Translation } from '#foundation';
import type { prescanTexts } from '../prescan-texts.ts';

export const prescan = {
  settings: {
    title: 'Geräteeinstellungen',
    cupDepth: 'Cup-Tiefe',
    cup: (mm: number) => `${mm} mm`,
    automatic: 'Automatisch',
    presetInForce: (mm: number) => `Voreinstellung des Standorts für einen Cup von ${mm} mm.`,
    defaultsInForce: (mm: number) =>
      `Der Standort hat keine Voreinstellung für einen Cup von ${mm} mm. Es gelten die Standardwerte.`,
    loading: 'Die Voreinstellungen des Standorts werden geladen.',
    presetUnknown: 'Die Voreinstellungen des Standorts sind nicht bekannt.',
    reading: 'Die Geräteeinstellungen werden geladen',
    notRead:
      'Die Geräteeinstellungen konnten nicht geladen werden. Versuchen Sie es erneut oder schalten Sie „Automatisch“ aus',
    manualHelp: 'Manuell. „Automatisch“ stellt die Voreinstellung des Cups wieder her.',
    takeFrom: 'Einstellungen übernehmen von',
    lastUsed: 'Letzter Scan dieser Patientin',
    userSettings: 'Meine gespeicherten Einstellungen',
    preset: (mm: number) => `Voreinstellung für einen Cup von ${mm} mm`,
    defaults: 'Standardwerte',
    saveUserSettings: 'Als meine Einstellungen speichern',
    saved: 'Als Ihre Einstellungen gespeichert',
    roleCantSave:
      'Ihre Rolle kann keine Geräteeinstellungen speichern. Sie gelten nur für diesen Scan.',
    frequency: 'Frequenz',
    focus: 'Fokus',
    depth: 'Tiefe',
    dynamicRange: 'Dynamikbereich',
    filter: 'Filter',
    acquisitionMode: 'Rohdaten',
    modes: { RF: 'RF-Signal und Bild', BMODE: 'Nur Bild' },
    compound: 'Compound',
    compoundHelp: 'Mittelt gekippte Einstrahlwinkel: weniger Speckle, weichere Schallschatten',
    doubler: 'Doubler',
    doublerHelp: 'Doppelte Liniendichte',
  },
  study: {
    label: 'Studie',
    noAccession: 'keine Auftragsnummer',
    noIndication: 'keine Indikation',
    new: 'Neue Studie',
    startsNew: 'Der Scan beginnt eine neue Studie.',
    joins: 'Der Scan kommt zu dieser Studie.',
    choose: 'Wählen Sie die Studie, zu der der Scan gehört.',
    chooseToStart: 'Wählen Sie die Studie, um zu starten',
    showAgain: 'Studien erneut anzeigen',
    concerns: {
      signed: (_protocol: string) => 'Ihr Befund ist signiert, daher kann kein Scan zu ihr kommen.',
      imported: (_protocol: string) => 'Sie enthält ein importiertes Volumen.',
      protocol: (protocol: string) =>
        `Sie enthält einen Scan mit einem anderen Protokoll als „${protocol}“.`,
      visit: (_protocol: string) =>
        'Sie wurde für einen anderen Besuch angelegt und hat noch keinen Scan.',
    },
  },
  readiness: {
    title: 'Scanner',
    checks: 'Prüfungen',
    prepare: 'Vorbereiten',
    preparing: 'Der Scanner wird vorbereitet',
    prepareAgain: 'Erneut vorbereiten',
    ready: 'Bereit mit diesen Einstellungen',
    changed: 'Die Einstellungen wurden seit der Vorbereitung des Scanners geändert.',
    notPrepared:
      '„Vorbereiten“ prüft den Scanner. Beim Start eines Scans wird er ebenfalls vorbereitet.',
    test: 'Schallkopf prüfen',
    testing: 'Der Schallkopf wird geprüft',
    connection: 'Verbindung prüfen',
    connected: 'Der Scan-Dienst antwortet',
    outcomes: { Passed: 'Bestanden', Failed: 'Nicht bestanden', Unknown: 'Unbekannt' },
    names: {
      battery: 'Akku',
      charger: 'Ladestation',
      water: 'Wasser',
      motion: 'Bewegungssensor',
      motor180: 'Motor 180',
      motor360: 'Motor 360',
      probe: 'Sonde',
      transducer: 'Schallkopfelemente',
      firmware: 'Firmware',
      disk: 'Speicherplatz',
    },
    revision: (revision: string) => `Revision ${revision}`,
    charging: 'wird geladen',
    onCharger: 'auf der Ladestation',
    offCharger: 'nicht auf der Ladestation',
  },
  timeout: {
    title: 'Zeitüberschreitung der Verbindung',
    prepare: 'Die Vorbereitung des Scans',
    transducer: 'Die Schallkopfprüfung',
    detail: (what: string, seconds: number) =>
      `${what} hat nach ${seconds} s kein Ergebnis geliefert.`,
    next: 'Der Vorgang dauert länger als erwartet. Prüfen Sie, ob der Scan-Dienst läuft.',
  },
  scannerChanged: {
    title: 'Ein anderer Scanner wurde gewählt',
    detail: 'Die Prüfung des anderen Scanners wurde abgebrochen.',
    next: 'Prüfen Sie diesen Scanner.',
  },
  noResponse: {
    title: 'Verbindungsfehler',
    detail: (seconds: number) => `Der Scan-Dienst hat nach ${seconds} s nicht geantwortet.`,
    next: 'Der Scan-Dienst ist nicht erreichbar. Starten Sie die Anwendung neu.',
  },
  transducer: {
    failed:
      'Mindestens ein Element des Schallkopfs hat die Prüfung nicht bestanden. Wenden Sie sich an den Support.',
    noDetail: 'Der Scanner hat nicht gemeldet, welche Elemente ausgefallen sind.',
    elements: (count: number, first: readonly number[]) =>
      `${count} ausgefallen: ${first.join(', ')}${count > first.length ? ', …' : ''}.`,
    next: 'Scannen Sie nicht mit diesem Schallkopf, bis der Support ihn geprüft hat.',
  },
} satisfies Translation<typeof prescanTexts>;
