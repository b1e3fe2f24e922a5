/** `npm run pictures -- NAME`: redraws images of docs/pictures. */
const IMAGES: Readonly<Record<string, () => Promise<() => Promise<void>>>> = {
  ai: async () => (await import('./ai.ts')).drawAi,
  evaluation: async () => (await import('./evaluation.ts')).drawEvaluation,
  film: async () => (await import('./film/film.ts')).drawFilm,
  pages: async () => (await import('./pages.ts')).drawPages,
  reading: async () => (await import('./reading.ts')).drawReading,
  report: async () => (await import('./report.ts')).drawReport,
  simulator: async () => (await import('./simulator.ts')).drawSimulator,
};

const requested = process.argv[2] ?? '';
const load = IMAGES[requested];
if (load === undefined) {
  const known = Object.keys(IMAGES).join(', ');
  console.error(
    `Unknown images '${requested}'. Usage: npm run pictures -- NAME, with NAME one of ${known}.`,
  );
  process.exitCode = 1;
} else {
  const draw = await load();
  await draw();
}

export {};
