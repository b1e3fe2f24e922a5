/** German texts of the manifest; titles by id of the contribution, settings by name. */
export const manifest = {
  title: 'Scanner',
  description:
    'Steuert den Scanner (in dieser Version simuliert), nimmt Roh-Sweeps auf und rekonstruiert das 3D-Volumen.',
  titles: {
    'scanner.start': 'Scan starten',
    'scanner.restart': 'Scan neu starten',
    'scanner.go-on': 'Unterbrochenen Scan fortsetzen',
    'scanner.pause': 'Scan pausieren',
    'scanner.resume': 'Scan fortsetzen',
    'scanner.toggle-pause': 'Scan pausieren oder fortsetzen',
    'scanner.stop': 'Scan stoppen',
    'scanner.other-side': 'Andere Brust scannen',
    'scanner.repeat-side': 'Diese Seite wiederholen',
    'scanner.start-examination': 'Diese Patientin scannen',
    'scanner.live-scan': 'Scan',
    'scanner.state': 'Scanner',
    'scanner.return-to-scan': 'Zurück zum Scan',
    'scanner.next-scan': 'Nächster Scan',
    'scanner.prescan': 'Vor dem Scan',
  },
  settings: {
    speedFactor: {
      title: 'Tempo des simulierten Scanners',
      description: '1 entspricht 24 Rohbildern pro Sekunde.',
    },
    frameWidth: { title: 'Linien je simuliertem Rohbild' },
    frameHeight: { title: 'Abtastwerte je simulierter Linie' },
    seed: {
      title: 'Simulierte Patientin',
      description:
        'Dieselbe Zahl ergibt für jeden Scan dieselbe Patientin. Ohne Zahl hat jeder Scan eine andere Patientin.',
    },
    faults: {
      title: 'Fehler des simulierten Scanners',
      description:
        'Jeder Fehler tritt einmal auf und hat einen Fehlercode und einen Zeitpunkt: prepare, transducer oder die Nummer eines Rohbildes einer Aufnahme.',
    },
    rf: {
      title: 'RF-Signal des simulierten Scanners',
      description:
        'Liefert das RF-Signal, wenn das Gerät auf RF eingestellt ist: etwa 100 MB je Scan mit 192 Linien.',
    },
    patient: {
      title: 'Atmung und Kontakt der simulierten Patientin',
      description:
        'Atmung in Millimetern zum Array hin; ein Sektor ohne Gel ab einem Abstand von der Achse.',
    },
    machine: {
      title: 'Geometriefehler des simulierten Scanners',
      description: 'Die Header der Rohbilder enthalten diese Fehler nicht.',
    },
    retrySeconds: { title: 'Zeitgrenze für das Speichern eines Rohbildes, in Sekunden' },
    voxelMm: { title: 'Voxelgröße der Rekonstruktion, in Millimetern' },
  },
};
