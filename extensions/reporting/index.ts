import { defineExtension } from '#core';

/**
 * Registers nothing, because its manifest has no contributions: reports are not implemented yet.
 */
export const extension = defineExtension({ id: 'reporting', activate: () => undefined });
