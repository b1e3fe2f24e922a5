/**
 * Content-Disposition of a download (RFC 6266): always an attachment, so that no browser shows what
 * a file pretends to be; the name in plain letters, and exactly (RFC 8187) where it has others.
 */
export function asAttachment(fileName: string): string {
  const plain = fileName.replaceAll(/[^A-Za-z0-9 ._()+,&=@#-]/g, '_');
  if (plain === fileName) return `attachment; filename="${fileName}"`;
  const exact = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
