// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { manifestSchema } from '#contracts';
import { type ExtensionContext, noticesToken, studyToken } from '#core';
import { aHost } from './support/a-host.ts';
import { countDomListeners } from './support/subscriptions.ts';

/** Starts and stops an extension once and counts what is still open. */
async function countOpenAfter(activate: (context: ExtensionContext) => void) {
  const testHost = await aHost([
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
  await testHost.host.activate('leaky');
  testHost.host.deactivate('leaky');
  watch.restore();
  const stillOpen = {
    services: testHost.subscriptions.open,
    dom: dom.open,
    scope: testHost.host.scope.size,
  };
  testHost.dispose();
  return stillOpen;
}

const baseline = await countOpenAfter(() => undefined);

describe('the leak checker', () => {
  it('finds a store subscription that an extension leaves open', async () => {
    const stillOpen = await countOpenAfter((context) => {
      context.use(noticesToken).store.subscribe(() => undefined);
    });
    expect(stillOpen).toEqual({ ...baseline, services: baseline.services + 1 });
  });

  it('finds a window listener that an extension leaves open', async () => {
    const stillOpen = await countOpenAfter(() =>
      window.addEventListener('resize', () => undefined),
    );
    expect(stillOpen).toEqual({ ...baseline, dom: baseline.dom + 1 });
  });

  it('counts nothing for an extension that cleans up', async () => {
    const stillOpen = await countOpenAfter((context) => {
      const stop = context.use(studyToken).store.subscribe(() => undefined);
      const onResize = (): void => undefined;
      window.addEventListener('resize', onResize);
      context.scope.own({
        dispose() {
          stop();
          window.removeEventListener('resize', onResize);
        },
      });
    });
    expect(stillOpen).toEqual(baseline);
  });
});
