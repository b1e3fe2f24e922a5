// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { manifestSchema } from '#contracts';
import { type ExtensionContext, noticesToken, studyToken } from '#core';
import { aHost } from './support/a-host.ts';
import { countDomListeners } from './support/subscriptions.ts';

/** Starts and stops an extension once and says what is still open. */
async function leftBy(activate: (context: ExtensionContext) => void) {
  const made = await aHost([
    {
      manifest: manifestSchema.parse({
        schema: 1,
        id: 'leaky',
        version: '1.0.0',
        title: 'Leaky',
        description: 'Forgets to undo.',
        host: '*',
      }),
      origin: 'built-in',
      settings: {},
      load: async () => ({ extension: { id: 'leaky', activate } }),
    },
  ]);
  const dom = { open: 0 };
  const watch = countDomListeners(dom);
  await made.host.activate('leaky');
  made.host.deactivate('leaky');
  watch.restore();
  const left = { services: made.subscriptions.open, dom: dom.open, scope: made.host.scope.size };
  made.dispose();
  return left;
}

const baseline = await leftBy(() => undefined);

it('finds a subscription to a store that an extension forgets', async () => {
  const left = await leftBy((context) => {
    context.use(noticesToken).store.subscribe(() => undefined);
  });
  expect(left).toEqual({ ...baseline, services: baseline.services + 1 });
});

it('finds a listener on the window that an extension forgets', async () => {
  const left = await leftBy(() => window.addEventListener('resize', () => undefined));
  expect(left).toEqual({ ...baseline, dom: baseline.dom + 1 });
});

it('counts nothing for one that undoes what it opened', async () => {
  const left = await leftBy((context) => {
    const stop = context.use(studyToken).store.subscribe(() => undefined);
    const hear = (): void => undefined;
    window.addEventListener('resize', hear);
    context.scope.own({
      dispose() {
        stop();
        window.removeEventListener('resize', hear);
      },
    });
  });
  expect(left).toEqual(baseline);
});
