import type vtkRenderer from '@kitware/vtk.js/Rendering/Core/Renderer';
import type vtkVolume from '@kitware/vtk.js/Rendering/Core/Volume';

/** What of vtk's window on the graphics card is needed to give things back. */
export interface GraphicsWindow {
  getViewNodeFor(of: unknown): ViewNode | undefined;
  removeNode(node: ViewNode): boolean;
  unregisterGraphicsResourceUser(of: unknown, user: ViewNode): void;
}

/** What vtk made to draw something; `get` reads its fields. */
interface ViewNode {
  get(...fields: readonly string[]): Readonly<Record<string, unknown>>;
}

/** The node of a volume keeps its tables by these fields: opacities, greys, outlines. */
const TABLES = ['_opacityTextureCore', '_colorTextureCore', '_labelOutlineThicknessTextureCore'];

/**
 * Gives back the tables of a volume's greys and opacities: the library counts their users in one
 * place and forgets them in another, so they would stay for as long as the page. Before the actor
 * is taken out.
 */
export function releaseTables(window: GraphicsWindow | null, actor: vtkVolume | undefined): void {
  const user = window?.getViewNodeFor(actor?.getMapper());
  if (window === null || actor === undefined || user === undefined) return;
  for (const table of Object.values(user.get(...TABLES))) {
    window.unregisterGraphicsResourceUser(table, user);
  }
}

/** Forgets what was made to draw a scene; vtk would keep it until another scene is drawn. */
export function releaseScene(window: GraphicsWindow | null, renderer: vtkRenderer): void {
  const node = window?.getViewNodeFor(renderer);
  if (node !== undefined) window?.removeNode(node);
}
