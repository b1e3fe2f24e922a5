import type vtkRenderer from '@kitware/vtk.js/Rendering/Core/Renderer';
import type vtkVolume from '@kitware/vtk.js/Rendering/Core/Volume';

/** What of vtk's window on the graphics card is needed to give things back. */
export interface GraphicsWindow {
  getViewNodeFor(of: unknown): object | undefined;
  removeNode(node: object): boolean;
  unregisterGraphicsResourceUser(of: unknown, user: object): void;
}

/**
 * Gives back the tables of a volume's greys and opacities: the library counts their users in one
 * place and forgets them in another, so they would stay for as long as the page. Before the actor
 * is taken out.
 */
export function releaseTables(window: GraphicsWindow | null, actor: vtkVolume | undefined): void {
  const user = window?.getViewNodeFor(actor?.getMapper());
  if (window === null || actor === undefined || user === undefined) return;
  const property = actor.getProperty();
  window.unregisterGraphicsResourceUser(property.getScalarOpacity(0), user);
  window.unregisterGraphicsResourceUser(property.getRGBTransferFunction(0), user);
  window.unregisterGraphicsResourceUser(property.getLabelOutlineThickness(), user);
}

/** Forgets what was made to draw a scene; vtk would keep it until another scene is drawn. */
export function releaseScene(window: GraphicsWindow | null, renderer: vtkRenderer): void {
  const node = window?.getViewNodeFor(renderer);
  if (node !== undefined) window?.removeNode(node);
}
