import { afterEach, expect, it, vi } from 'vitest';
import { SliceStage } from './slice-stage.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Stubs a browser whose driver links programs while `driver.canLink` is true. */
function aBrowser() {
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
  const gl = new Proxy(known, { get: (all, name: string) => all[name] ?? (() => undefined) });
  class Canvas extends EventTarget {
    getContext = () => gl;
  }
  vi.stubGlobal('OffscreenCanvas', Canvas);
  return driver;
}

it('fails each start with the driver’s reason until the driver can link', () => {
  const driver = aBrowser();
  const stage = new SliceStage();
  for (const _ of ['first', 'again']) {
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
