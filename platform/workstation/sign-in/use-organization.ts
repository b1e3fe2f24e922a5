import { useQuery } from '@tanstack/react-query';
import { routes } from '#contracts';
import { useApplication } from '../application/application-context.ts';

export type HostOrganization = { readonly name: string } | 'none' | 'unknown';

/** Returns the organization activated for the host name of this page; 'unknown' while loading. */
export function useOrganization(): HostOrganization {
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

/** Returns the name of the organization; null while unknown. */
export function useOrganizationName(): string | null {
  const organization = useOrganization();
  return typeof organization === 'string' ? null : organization.name;
}
