import type {
  ContributionPoint,
  ExtensionManifest,
  FindingProviderContribution,
  HangingProtocol,
} from '#contracts';
import { CommandRegistry } from './command-registry.ts';
import { type Contribution, ContributionRegistry } from './contribution-registry.ts';
import type {
  PanelDefinition,
  RouteDefinition,
  ToolDefinition,
  ViewportDefinition,
} from './definitions.ts';

/** A page as declared in a manifest. */
export type RouteContribution = ExtensionManifest['contributes']['routes'][number];

/** All contribution points of a host. */
export interface Registries {
  readonly commands: CommandRegistry;
  readonly panels: ContributionRegistry<PanelDefinition>;
  readonly tools: ContributionRegistry<ToolDefinition>;
  readonly viewports: ContributionRegistry<ViewportDefinition>;
  readonly hangingProtocols: ContributionRegistry<HangingProtocol, HangingProtocol>;
  readonly findingProviders: ContributionRegistry<
    FindingProviderContribution,
    FindingProviderContribution
  >;
  readonly routes: ContributionRegistry<RouteDefinition, RouteContribution>;
}

/** Creates registries with the declarations of the manifests and no registrations. */
export function createRegistries(
  manifests: readonly ExtensionManifest[],
  renamed: ReadonlyMap<string, string>,
): Registries {
  const plain = (
    point: Exclude<ContributionPoint, 'findingProviders' | 'hangingProtocols' | 'routes'>,
  ) =>
    manifests.flatMap((manifest) =>
      manifest.contributes[point].map((declaration: Contribution) => ({
        declaration,
        owner: manifest.id,
      })),
    );
  const protocols = manifests.flatMap(({ id, contributes }) =>
    contributes.hangingProtocols.map((declaration) => ({ declaration, owner: id })),
  );
  const providers = manifests.flatMap(({ id, contributes }) =>
    contributes.findingProviders.map((declaration) => ({ declaration, owner: id })),
  );
  const routes = manifests.flatMap(({ id, contributes }) =>
    contributes.routes.map((declaration) => ({ declaration, owner: id })),
  );
  return {
    commands: new CommandRegistry('commands', plain('commands'), renamed),
    panels: new ContributionRegistry('panels', plain('panels'), renamed),
    tools: new ContributionRegistry('tools', plain('tools'), renamed),
    viewports: new ContributionRegistry('viewports', plain('viewports'), renamed),
    hangingProtocols: new ContributionRegistry('hangingProtocols', protocols, renamed),
    findingProviders: new ContributionRegistry('findingProviders', providers, renamed),
    routes: new ContributionRegistry('routes', routes, renamed),
  };
}
