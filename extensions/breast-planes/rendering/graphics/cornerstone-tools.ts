import { init } from '@cornerstonejs/tools';

let started = false;

/** Initialises the library's tools once per page; must precede enabling an element. */
export function startCornerstoneTools(): void {
  if (started) return;
  started = true;
  init();
}
