import type { ReactNode } from 'react';
import type { Role } from '#contracts';
import { type ExtensionContext, type HostStatus, hostStatusToken } from '#core';
import { type FakePlatform, fakePlatform, okResponse } from '#core/testing';
import type { Token } from '#foundation';
import { createQueryRoot, render } from '#ui/testing';
import { AdminFrame } from '../shared/admin-frame.tsx';

/** Returns the response of a list call with all items on one page. */
export const pageOf = (items: readonly unknown[]) =>
  okResponse({ items, total: items.length, nextCursor: null });

/** Creates a store whose value never changes. */
export const staticStore = <T,>(value: T) => ({
  getState: () => value,
  subscribe: () => () => undefined,
});

/** Returns an empty host status with the given changes. */
export function hostStatus(change: Partial<HostStatus> = {}): HostStatus {
  const noEffect = { starts: [], stops: [], added: [], removed: [] };
  return {
    extensions: staticStore([]),
    modes: [],
    placements: [],
    problems: staticStore([]),
    preview: () => ({ ...noEffect, modesAdded: [], modesRemoved: [], modesLimited: [] }),
    ...change,
  };
}

/** Renders part of the administration page with a fake backend, signed in with a role. */
export async function openAdmin(
  element: ReactNode,
  options: {
    readonly role?: Role;
    readonly host?: HostStatus;
    readonly prepare?: (platform: FakePlatform) => void;
  } = {},
): Promise<FakePlatform & { readonly host: HTMLElement }> {
  const platform = await fakePlatform(options.role ?? 'ADMIN');
  const { server } = platform.backend;
  server.handle('listAccounts', () => pageOf([]));
  server.handle('listAllDevices', () => pageOf([]));
  server.handle('listCronJobs', () => pageOf([]));
  server.handle('cloudSyncState', () =>
    okResponse({
      status: 'NOT_STARTED',
      message: null,
      lastSyncAt: null,
      configured: false,
      job: null,
    }),
  );
  server.handle('listSwitches', () => okResponse({ items: [] }));
  options.prepare?.(platform);
  const services = new Map<unknown, unknown>([
    ...platform.provisions,
    [hostStatusToken, options.host ?? hostStatus()],
  ]);
  const context = {
    use: <T,>(token: Token<T>) => services.get(token) as T,
  } as unknown as ExtensionContext;
  const { host } = await render(
    createQueryRoot()(<AdminFrame context={context}>{element}</AdminFrame>),
  );
  return { ...platform, host };
}

/** Finds a button by name, also in dialogs and menus. */
export function button(name: string): HTMLElement | null {
  const buttons = [
    ...document.querySelectorAll<HTMLElement>('button, [role=menuitem], [role=switch]'),
  ];
  const nameOf = (element: HTMLElement): string =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();
  return buttons.find((element) => nameOf(element) === name) ?? null;
}

/** Finds the table row that contains the text. */
export function row(text: string): Element | null {
  const rows = [...document.querySelectorAll('[role=row], tr')];
  return rows.find((candidateRow) => candidateRow.textContent?.includes(text)) ?? null;
}

/** Finds a field by its label. */
export function field(label: string): HTMLInputElement | null {
  const labelElement = [...document.querySelectorAll('label')].find((candidate) =>
    candidate.textContent?.startsWith(label),
  );
  return labelElement === undefined
    ? null
    : (document.getElementById(labelElement.htmlFor) as HTMLInputElement | null);
}
