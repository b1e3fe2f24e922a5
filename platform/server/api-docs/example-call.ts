import type { Route } from '#contracts';
import { exampleOf } from './example-of.ts';

/** Returns the path of a route with example values, relative to `/api`. */
export function examplePath(route: Route): string {
  const params = route.params === undefined ? {} : (exampleOf(route.params) as object);
  const values = new Map(Object.entries(params));
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
    encodeURIComponent(String(values.get(name) ?? '')),
  );
  const query = route.query === undefined ? {} : (exampleOf(route.query) as object);
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== null && item !== '') search.append(name, String(item));
    }
  }
  return search.size === 0 ? path : `${path}?${search}`;
}

/** Returns the call as a curl command, with key and token as shell variables. */
export function curlOf(route: Route): string {
  const lines = [`curl -X ${route.method} "$CLOCKFACE/api${examplePath(route)}"`];
  lines.push(`-H "x-api-key: $KEY"`);
  if (route.access !== 'public') lines.push(`-H "authorization: Bearer $TOKEN"`);
  if (route.ifMatch !== undefined) lines.push(`-H 'if-match: "v1"'`);
  if (route.bodyKind === 'form') lines.push('-F data=@volume.nrrd');
  else if (route.bodyKind === 'bytes') lines.push('--data-binary @volume.nrrd');
  else if (route.body !== undefined) {
    const body = JSON.stringify(exampleOf(route.body)).replaceAll("'", "'\\''");
    lines.push(`-H 'content-type: application/json'`, `-d '${body}'`);
  }
  if (route.response === undefined) lines.push('-o response.bin');
  return lines.join(' \\\n  ');
}
