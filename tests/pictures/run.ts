/** `npm run pictures -- NAME`: draws pictures of docs/pictures anew. */
const PICTURES: Readonly<Record<string, () => Promise<() => Promise<void>>>> = {
  reading: async () => (await import('./reading.ts')).drawReading,
  simulator: async () => (await import('./simulator.ts')).drawSimulator,
};

const wanted = process.argv[2] ?? '';
const load = PICTURES[wanted];
if (load === undefined) {
  const known = Object.keys(PICTURES).join(', ');
  console.error(`There are no pictures '${wanted}'. Use: npm run pictures -- NAME, with ${known}.`);
  process.exitCode = 1;
} else {
  const draw = await load();
  await draw();
}

export {};
