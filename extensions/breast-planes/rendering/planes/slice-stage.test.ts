import { afterEach, expect, it, vi } from 'vitest';
import { SliceStage } from './slice-stage.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Stubs a browser whose driver links programs while `driver.canLink` is true. */
function stubBrowser() {
  const driver = { canLink: false };
  const known: Record<string, unknown> = {
    getProgramParameter: () => driver.canLink,
    getProgramInfoLog: () => 'out of registers',
    getShaderInfoLog: () => '',
    getAttachedShaders: () => [],
    isContextLost: () => false,
    createShader: () => ({}),
    createProgram: () => ({}),
  };
  const gl = new Proxy(known, { get: (target, name: string) => target[name] ?? (() => undefined) });
  class Canvas extends EventTarget {
    getContext = () => gl;
  }
  vi.stubGlobal('OffscreenCanvas', Canvas);
  return driver;
}

it('fails each start with the driver’s reason until the driver can link, and then stays started', () => {
  const driver = stubBrowser();
  const stage = new SliceStage();
  for (let attempt = 0; attempt < 2; attempt += 1) {
    expect(stage.start()).toMatchObject({
      ok: false,
      problem: { code: 'PLANE_NOT_DRAWN', detail: 'out of registers' },
    });
  }
  driver.canLink = true;
  expect(stage.start().ok).toBe(true);
  driver.canLink = false;
  expect(stage.start().ok).toBe(true);
});
