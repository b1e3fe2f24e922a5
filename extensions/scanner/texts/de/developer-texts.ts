import type { Translation } from '#foundation';
import type { developerTexts } from '../developer-texts.ts';

export const scannerDeveloper = {
  open: 'Scannerfehler simulieren',
  intro: 'Der simulierte Scanner meldet den gewählten Fehler einmal zum gewählten Zeitpunkt.',
  code: 'Fehler',
  moment: 'Zeitpunkt',
  moments: {
    prepare: 'Während der Vorbereitung',
    transducer: 'Während der Schallkopfprüfung',
    frame: 'Vor einem Rohbild',
  },
  frame: 'Rohbilder vor dem Fehler',
  inject: 'Fehler simulieren',
  responses: {
    Accepted: 'Der Scanner meldet den Fehler zu diesem Zeitpunkt.',
    DeveloperModeIsOff: 'Der Entwicklermodus des Scan-Dienstes ist ausgeschaltet.',
    DeviceCannotFail: 'Dieser Scanner ist nicht simuliert und kann keine Fehler simulieren.',
    FramePassed: 'Dieses Rohbild ist bereits aufgenommen. Geben Sie ein späteres Rohbild ein.',
    NoSuchFrame: 'Der Scan hat kein solches Rohbild. Geben Sie ein früheres Rohbild ein.',
  },
  noResponse: {
    title: 'Der Scan-Dienst antwortet nicht',
    detail: 'Er hat den simulierten Fehler nicht bestätigt.',
    next: 'Prüfen Sie, ob der Scan-Dienst läuft.',
  },
} satisfies Translation<typeof developerTexts>;
