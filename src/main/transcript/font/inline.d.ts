/** A file within the bundle, as a data: URL. */
declare module '*.woff2?inline' {
  const url: string
  export default url
}
