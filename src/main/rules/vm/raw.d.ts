/** A file's source text, included by the bundler. The kernel is compiled inside the sandbox, not here. */
declare module '*?raw' {
  const text: string
  export default text
}
