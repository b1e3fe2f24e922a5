import type { Bench } from './support/figure.ts';

/**
 * Benchmarks of `npm run bench -- NAME`, which prints each figure as one line of JSON after all
 * other output.
 */
const BENCHES: Readonly<Record<string, () => Promise<Bench>>> = {
  acts: async () => (await import('./actions.ts')).actions,
  attack: async () => (await import('./server/attack.ts')).attack,
  live: async () => (await import('./live.ts')).live,
  list: async () => (await import('./server/list.ts')).list,
  'create-finding': async () => (await import('./server/create-finding.ts')).createFinding,
  'script-size': async () => (await import('./script-size.ts')).scriptSize,
  'segment-image': async () => (await import('./segment-image.ts')).segmentImage,
  'segment-volume': async () => (await import('./segment-volume.ts')).segmentVolume,
  simulate: async () => (await import('./simulate.ts')).simulate,
  start: async () => (await import('./start.ts')).start,
  upload: async () => (await import('./server/upload.ts')).upload,
  download: async () => (await import('./server/download.ts')).download,
  'first-slice': async () => (await import('./planes/first-slice.ts')).firstSlice,
  'first-mpr-slow-link': async () =>
    (await import('./planes/first-mpr-slow-link.ts')).firstMprSlowLink,
  'findings-10k': async () => (await import('./planes/findings-10k.ts')).findings10k,
  'linked-scroll': async () => (await import('./planes/linked-scroll.ts')).linkedScroll,
  'radial-rotate': async () => (await import('./planes/radial-rotate.ts')).radialRotate,
  'volume-memory': async () => (await import('./planes/volume-memory.ts')).volumeMemory,
  'complete-volume': async () => (await import('./planes/complete-volume.ts')).completeVolume,
  reconstruct: async () => (await import('./reconstruct.ts')).reconstruct,
};

const name = process.argv[2] ?? '';
const load = BENCHES[name];
if (load === undefined) {
  const known = Object.keys(BENCHES).join(', ');
  console.error(
    `Unknown benchmark '${name}'. Usage: npm run bench -- NAME, with NAME one of ${known}.`,
  );
  process.exitCode = 1;
} else {
  const bench = await load();
  for (const figure of await bench()) console.log(JSON.stringify(figure));
}
