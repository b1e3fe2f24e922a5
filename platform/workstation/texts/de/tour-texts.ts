import type { Translation } from '#foundation';
import type { tourTexts } from '../tour-texts.ts';

export const tour = {
  region: 'Einführung',
  progress: (step: number, count: number) => `Schritt ${step} von ${count}`,
  open: 'Diese Seite öffnen',
  back: 'Zurück',
  next: 'Weiter',
  skip: 'Überspringen',
  done: 'Fertig',
  again: 'Einführung',
  reader: {
    worklist: {
      title: 'Ihre Arbeitsliste',
      text: 'Studien zeigt, was zu befunden ist. Ein Doppelklick auf eine Zeile oder die Eingabetaste öffnet die Studie. Befundet jemand anderes, steht dort der Name.',
    },
    reading: {
      title: 'Bilder ansehen',
      text: 'Das Mausrad blättert durch die Schichten, ein Klick stellt die anderen Ebenen auf diesen Punkt, 1 bis 8 wechseln die Ansicht. Setzen Sie die Mamille einmal: Danach hat jeder Ort eine Uhrzeit.',
    },
    findings: {
      title: 'Messen und beschreiben',
      text: 'Drücken Sie M und ziehen Sie von Rand zu Rand: Die Länge ist ein Befund. Mit Z beschreiben Sie ihn durch Ziffern. Alles wird sofort gespeichert, Strg + Z nimmt es zurück.',
    },
    help: {
      title: 'Signieren und zurechtfinden',
      text: 'Der Reiter Bericht schreibt den Text aus Ihren Befunden und fragt zum Signieren nach dem Passwort. ? zeigt die Tastenkürzel, Strg + K alle Befehle.',
    },
  },
  operator: {
    patients: {
      title: 'Patientin suchen',
      text: 'Patientinnen findet beim Tippen nach Code, Name oder Geburtsdatum. Neue Patientin legt eine an.',
    },
    prescan: {
      title: 'Vor dem Scan',
      text: 'Scan starten öffnet die Einstellungen: Seite, Protokoll und die Prüfungen des Scanners. Starten ist möglich, sobald der Scanner bereit ist.',
    },
    scan: {
      title: 'Während des Scans',
      text: 'Das laufende Bild und der Ring der aufgenommenen Winkel zeigen den Fortschritt. Pause und Stopp sind immer erreichbar; ein abgebrochener Scan lässt sich wiederholen.',
    },
    help: {
      title: 'Wenn etwas falsch ist',
      text: 'Eine falsche Seite oder Patientin korrigieren Sie im Menü ⋯ neben dem Scan. ? zeigt die Tastenkürzel, Strg + K alle Befehle.',
    },
  },
  administrator: {
    accounts: {
      title: 'Konten',
      text: 'Die Verwaltung legt Konten an, vergibt Rollen, sperrt Konten und setzt sie zurück.',
    },
    devices: {
      title: 'Geräte und Erweiterungen',
      text: 'Registrieren Sie Scanner und schalten Sie Erweiterungen und Modi ein oder aus. Jede Einstellung zeigt, woher sie kommt.',
    },
    operations: {
      title: 'Betrieb',
      text: 'Aufträge, Zeitpläne, Archiv und Probleme haben je einen Abschnitt. Das Protokoll zeigt, wer was geöffnet oder geändert hat.',
    },
    help: {
      title: 'Zuerst sichern',
      text: 'Richten Sie die Datensicherung vor der ersten Patientin ein: docs/administration.md erklärt, wie. Strg + K findet jeden Befehl.',
    },
  },
  viewer: {
    worklist: {
      title: 'Die Studien',
      text: 'Ein Doppelklick auf eine Zeile oder die Eingabetaste öffnet eine Studie.',
    },
    reading: {
      title: 'Durch die Ebenen blättern',
      text: 'Das Mausrad blättert durch die Schichten, ein Klick stellt die anderen Ebenen auf diesen Punkt, 1 bis 8 wechseln die Ansicht.',
    },
    views: {
      title: 'Bild anpassen',
      text: 'Jede Ansicht hat Helligkeit, Kontrast und Schichtdicke in ihrem Kopf. F zeigt eine Ansicht allein, 0 setzt das Bild zurück.',
    },
    help: {
      title: 'Zurechtfinden',
      text: '? zeigt die Tastenkürzel der Seite, Strg + K alle Befehle.',
    },
  },
} satisfies Translation<typeof tourTexts>;
