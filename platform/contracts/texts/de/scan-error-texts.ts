import type { Translation } from '#foundation';
import type { scanErrorTexts } from '../scan-error-texts.ts';

const COMPROMISED = 'Die Bildqualität ist beeinträchtigt. Starten Sie den Scan neu.';

export const scanErrors = {
  buttons: {
    restart: 'Scan neu starten',
    continue: 'Trotzdem fortsetzen',
    reset: 'Scanner zurücksetzen',
    back: 'Zurück zur Studie',
  },
  errors: {
    UnknownError: {
      title: 'Fehler beim Scan',
      message: 'Ein unerwarteter Fehler ist aufgetreten. Starten Sie den Scan neu.',
    },
    TooMuchMovement: { title: 'Zu viel Bewegung', message: COMPROMISED },
    TooManyShadows: { title: 'Zu viele Schallschatten', message: COMPROMISED },
    WaterCriticallyLow: { title: 'Zu wenig Wasser', message: COMPROMISED },
    MotorStallDetected: { title: 'Motor blockiert', message: COMPROMISED },
    HardwareError: {
      title: 'Hardwarefehler',
      message: 'Der Scanner muss zurückgesetzt werden. Starten Sie den Scanner neu.',
    },
    IncompatibleFirmware: {
      title: 'Inkompatible Firmware',
      message:
        'Prüfen Sie, ob die Anwendung und die Firmware des Scanners auf dem neuesten Stand sind.',
    },
    ImageSaveFailed: {
      title: 'Bild nicht gespeichert',
      message:
        'Die Bilddatei konnte nicht gespeichert werden. Prüfen Sie, ob der Datenträger verfügbar ist und genügend Platz hat.',
    },
    DiskSpaceIsFull: {
      title: 'Speicherplatz voll',
      message:
        'Für weitere Bilder ist kein Speicherplatz vorhanden. Schaffen Sie Platz, um fortzufahren.',
    },
    ScanServiceNotAvailable: {
      title: 'Verbindungsfehler',
      message: 'Der Scan-Dienst ist nicht erreichbar. Starten Sie die Anwendung neu.',
    },
  },
} satisfies Translation<typeof scanErrorTexts>;
