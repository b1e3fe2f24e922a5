import { BareSlice, barePlanes } from './bare-slice.ts';

/** Runs in the bare page: fetches the raw voxels and slices four planes in the simplest way. */
const sizes = [512, 512, 384] as const;
const startMs = performance.now();
const voxels = new Uint8Array(await (await fetch('/voxels', { cache: 'no-store' })).arrayBuffer());
const fetchMs = performance.now() - startMs;
const slice = new BareSlice(sizes, voxels);
document.body.append(slice.canvas);
// The centre of the volume and any oblique angle.
slice.draw(barePlanes([0.5, 0.5, 0.5], 130));
slice.finish();
const paintedMs = performance.now();
Object.assign(window, { bareTimes: { fetchMs, loadMs: paintedMs - startMs, paintedMs } });
