import { routes, type ScanFile } from '#contracts';
import type { ApiClient } from '#core';
import { ok, type Result } from '#foundation';

/** Reads all pages of the stored masks of a scan, newest first. */
export async function listMasks(
  api: Pick<ApiClient, 'call'>,
  scanId: string,
): Promise<Result<readonly ScanFile[]>> {
  const files: ScanFile[] = [];
  let cursor: string | undefined;
  do {
    const page = await api.call(routes.listScanFiles, {
      params: { scanId },
      query: { fileCategory: 'SEGMENT_MASK', ...(cursor === undefined ? {} : { cursor }) },
    });
    if (!page.ok) return page;
    files.push(...page.value.items);
    cursor = page.value.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return ok(files);
}
