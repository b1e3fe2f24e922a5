import { BareCut, barePlanes } from './bare-cut.ts';

/** In the bare page: fetches the raw voxels and cuts four planes, as plainly as it can be done. */
const sizes = [512, 512, 384] as const;
const startMs = performance.now();
const voxels = new Uint8Array(await (await fetch('/voxels', { cache: 'no-store' })).arrayBuffer());
const fetchMs = performance.now() - startMs;
const cut = new BareCut(sizes, voxels);
document.body.append(cut.canvas);
cut.draw(barePlanes([0.5, 0.5, 0.5], 130));
cut.finish();
const paintedMs = performance.now();
Object.assign(window, { bareTimes: { fetchMs, loadMs: paintedMs - startMs, paintedMs } });
