import type vtkRenderer from '@kitware/vtk.js/Rendering/Core/Renderer';
import type vtkVolume from '@kitware/vtk.js/Rendering/Core/Volume';

/** Members of vtk's OpenGL window needed to free GPU memory. */
export interface GraphicsWindow {
  getViewNodeFor(drawn: unknown): ViewNode | undefined;
  removeNode(node: ViewNode): boolean;
  unregisterGraphicsResourceUser(resource: unknown, user: ViewNode): void;
}

/** Object that vtk created to draw something; `get` reads its fields. */
interface ViewNode {
  get(...fields: readonly string[]): Readonly<Record<string, unknown>>;
}

/** Fields of a volume's node with its tables: opacities, grey levels, outlines. */
const TABLES = ['_opacityTextureCore', '_colorTextureCore', '_labelOutlineThicknessTextureCore'];

/**
 * Frees the grey level and opacity tables of a volume, which vtk would leak for the lifetime of the
 * page because its user counts are inconsistent. Call before removing the actor.
 */
export function releaseTables(window: GraphicsWindow | null, actor: vtkVolume | undefined): void {
  const user = window?.getViewNodeFor(actor?.getMapper());
  if (window === null || actor === undefined || user === undefined) return;
  for (const table of Object.values(user.get(...TABLES))) {
    window.unregisterGraphicsResourceUser(table, user);
  }
}

/** Removes the render nodes of a scene, which vtk would keep until another scene is drawn. */
export function releaseScene(window: GraphicsWindow | null, renderer: vtkRenderer): void {
  const node = window?.getViewNodeFor(renderer);
  if (node !== undefined) window?.removeNode(node);
}
