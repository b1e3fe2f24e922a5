const TITLES: Readonly<Record<string, string>> = {
  '/home': 'Home',
  '/patient-list': 'Patients',
  '/scan': 'Scan',
};

/** The title of a page of the platform; null for other paths. */
export function pageTitle(path: string): string | null {
  return TITLES[path] ?? null;
}
