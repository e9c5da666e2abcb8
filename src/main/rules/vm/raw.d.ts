/** Source text of a file, taken in by the bundler: the kernel is compiled inside the sandbox, not here. */
declare module '*?raw' {
  const text: string
  export default text
}
