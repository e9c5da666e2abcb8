/** A bundled file, as a data: URL. */
declare module '*.ttf?inline' {
  const url: string
  export default url
}

/** The font reader that the PDF library uses. */
declare module 'fontkit' {
  export function create(bytes: Uint8Array): { characterSet: readonly number[]; hasGlyphForCodePoint(codePoint: number): boolean }
}
