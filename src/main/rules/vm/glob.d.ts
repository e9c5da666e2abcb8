/** Vite includes files in the bundle by this. Its own types bring the DOM's with them. */
interface ImportMeta {
  glob<T>(patterns: readonly string[], options: { eager: true; query: string; import: string }): Record<string, T>
}
