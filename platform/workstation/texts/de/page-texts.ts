import type { Translation } from '#foundation';
import type { pageTexts } from '../page-texts.ts';

export const pages = {
  titles: {
    '/login': 'Anmelden',
    '/activation': 'Aktivierung',
    '/reset-password': 'Passwort vergessen',
    '/confirm-reset-password': 'Neues Passwort',
    '/create-account': 'Konto anlegen',
    '/confirm-account': 'Konto bestätigen',
    '/external-link': 'Link aus einem anderen Programm',
    '/welcome': 'Ihre Angaben',
    '/change-password': 'Passwort ändern',
    '/home': 'Start',
    '/preferences': 'Einstellungen',
    '/shortcuts': 'Tastenkürzel',
    '/patient-create-success': 'Patientin angelegt',
    '/patient-list': 'Patientinnen',
    '/admin-dashboard': 'Administration',
    '/prescan-info': 'Vor dem Scan',
    '/scan': 'Scan',
    '/no-previous-studies': 'Keine früheren Studien',
    '/patient-not-found': 'Patientin nicht gefunden',
    '/study-list': 'Studien',
    '/register-device': 'Gerät registrieren',
    '/developer': 'Entwicklermodus',
  },
  back: (title: string) => `Zurück zu ${title}`,
} satisfies Translation<typeof pageTexts>;
