import { useQuery } from '@tanstack/react-query';
import { routes } from '#contracts';
import { useApplication } from '../application/application-context.ts';

/** 'none' when no organization is activated; 'unknown' while loading and after a failed lookup. */
export type OrganizationState = { readonly name: string } | 'none' | 'unknown';

/** Returns the organization that is activated for the host name of this page. */
export function useOrganization(): OrganizationState {
  const { api } = useApplication().services;
  const host = window.location.hostname;
  const { data } = useQuery({
    queryKey: ['organization', host],
    queryFn: () => api.call(routes.organizationByHost, { params: { host } }),
  });
  if (data === undefined) return 'unknown';
  if (data.ok) return { name: data.value.name };
  return data.problem.status === 404 ? 'none' : 'unknown';
}

/** Returns the name of the organization; null without one or while unknown. */
export function useOrganizationName(): string | null {
  const organization = useOrganization();
  return typeof organization === 'string' ? null : organization.name;
}
