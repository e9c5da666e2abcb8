/** A file within the bundle, as a data: URL. */
declare module '*.ttf?inline' {
  const url: string
  export default url
}

/** The reader of fonts that the PDF writer brings. */
declare module 'fontkit' {
  export function create(bytes: Uint8Array): { characterSet: readonly number[]; hasGlyphForCodePoint(codePoint: number): boolean }
}
