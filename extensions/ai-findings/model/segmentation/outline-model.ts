/** Model that outlined a lesion. */
export interface OutlineModel {
  readonly name: string;
  readonly version: string;
  readonly weightsSha256: string;
  readonly use: 'research';
}
