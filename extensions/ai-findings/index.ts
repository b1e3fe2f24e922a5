import { defineExtension } from '#core';

/** Registers nothing, because its manifest has no contributions: no model is included yet. */
export const extension = defineExtension({ id: 'ai-findings', activate: () => undefined });
