import { beforeAll } from 'vitest';

/** Files of one worker share a page; each begins with an empty one, whatever ran before. */
beforeAll(() => {
  if (typeof document !== 'undefined') document.body.replaceChildren();
});
