import type { Page } from 'playwright-core';

/** Observes the page's GPU use and simulates the loss of its context. */
export interface Graphics {
  /** Bytes of all volumes in GPU memory, one byte per voxel. */
  volumeBytes(): Promise<number>;
  /** Loses every context until `restore`, as after a driver reset. */
  loseContext(): Promise<void>;
  restore(): Promise<void>;
}

interface Watched {
  readonly bytes: Map<object, number>;
  readonly contexts: Set<WebGL2RenderingContext>;
  lostContexts: readonly WEBGL_lose_context[];
}

/** Must be called before the page loads. */
export async function watchGraphics(page: Page): Promise<Graphics> {
  await page.addInitScript(() => {
    const watched: Watched = { bytes: new Map(), contexts: new Set(), lostContexts: [] };
    Object.assign(window, { watched });
    const { prototype } = WebGL2RenderingContext;
    const { bindTexture, texStorage3D, texImage3D, deleteTexture } = prototype;
    const bound = new WeakMap<object, object | null>();
    const recordTexture = (gl: object, width: number, height: number, depth: number): void => {
      const texture = bound.get(gl);
      if (texture) watched.bytes.set(texture, width * height * depth);
    };
    prototype.bindTexture = function (target, texture) {
      watched.contexts.add(this);
      if (target === this.TEXTURE_3D) bound.set(this, texture);
      bindTexture.call(this, target, texture);
    };
    prototype.texStorage3D = function (...args) {
      recordTexture(this, args[3], args[4], args[5]);
      texStorage3D.apply(this, args);
    };
    prototype.texImage3D = function (...args: unknown[]) {
      recordTexture(this, Number(args[3]), Number(args[4]), Number(args[5]));
      texImage3D.apply(this, args as Parameters<typeof texImage3D>);
    };
    prototype.deleteTexture = function (texture) {
      if (texture !== null) watched.bytes.delete(texture);
      deleteTexture.call(this, texture);
    };
  });
  return {
    volumeBytes: () =>
      page.evaluate(() => {
        const { watched } = window as unknown as { watched: Watched };
        return [...watched.bytes.values()].reduce((sum, bytes) => sum + bytes, 0);
      }),
    loseContext: () =>
      page.evaluate(() => {
        const { watched } = window as unknown as { watched: Watched };
        // A lost context loses its textures as well.
        watched.bytes.clear();
        watched.lostContexts = [...watched.contexts].flatMap((gl) => {
          const extension = gl.isContextLost() ? null : gl.getExtension('WEBGL_lose_context');
          extension?.loseContext();
          return extension === null ? [] : [extension];
        });
        if (watched.lostContexts.length === 0)
          throw new Error('The page does not use a graphics card');
      }),
    restore: () =>
      page.evaluate(() => {
        const { watched } = window as unknown as { watched: Watched };
        for (const extension of watched.lostContexts) extension.restoreContext();
      }),
  };
}

/** Simulates a browser that can't draw volumes. Must be called before the page loads. */
export async function withoutGraphics(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const { prototype } of [HTMLCanvasElement, OffscreenCanvas]) {
      const getContext = prototype.getContext as (...args: unknown[]) => unknown;
      prototype.getContext = function (this: unknown, ...args: unknown[]) {
        return String(args[0]).startsWith('webgl') ? null : getContext.apply(this, args);
      } as never;
    }
  });
}
